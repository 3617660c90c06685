import { jsonIn } from '../../base/lossless-json.ts';
import { withLooks } from '../answer/stored-looks.ts';
import type { World } from '../declare/world.ts';
import { transfersOf } from '../files/transfers.ts';
import {
  intentsNaming,
  isOf,
  type Missing,
  marksAbout,
  type NamingIntent,
  orMissing,
  type Subject,
  unfinishedExports,
  type Whose,
} from './local-traces.ts';

/** What was removed of a person on this machine, and what stays. */
export type Scrubbed = Awaited<ReturnType<typeof scrubTraces>>['scrubbed'];

/** Whose traces are removed; `meant` are all that were to be, of which some could not be forgotten at the service. */
type Scrubbing = Whose & { readonly meant?: Whose };

/** The name under which is stored who is being forgotten, by id or address. */
export const begunLook = (key: string): string => `forgetting ${key}`;

/** Removes what this machine stores about a person; with `rehearse`, only says what it would remove. */
export async function scrubTraces(
  world: World,
  { mentions, leads }: Subject,
  whose: Scrubbing,
  rehearse = false,
) {
  // Where they could not be forgotten at the service, what was done with their replies stays as well.
  const { accounts } = whose;
  const meant = accounts === 'all' ? leads : leads.filter(({ account }) => accounts.includes(account));
  const subject: Subject = { mentions, leads: meant };
  const missing: Missing[] = [];
  const attempt = <T>(part: string, otherwise: T, work: () => Promise<T>) =>
    orMissing(missing, part, otherwise, work);
  // Before the journal, which empties the log of the database they share.
  const replyMarks = await attempt('replyMarks', 0, () => scrubMarks(world, subject, rehearse));
  const untouched: Awaited<ReturnType<typeof scrubJournal>> = { redacted: [], open: [], otherProfiles: [] };
  const journal = await attempt('journal', untouched, () => scrubJournal(world, subject, whose, rehearse));
  const unfinished = await attempt<string[]>('unfinishedExports', [], async () => {
    // Opening one removes what ended imports have left.
    await (await transfersOf(world).spool()).close();
    return unfinishedExports(world);
  });
  // They are read anew when they are next asked for.
  await attempt('names', undefined, async () => {
    if (rehearse) return;
    const { forgetNames } = await import('../../local/names/name-memory.ts');
    for (const account of accountsOf(whose)) forgetNames(world, account);
  });
  // Last, as it holds who is being forgotten, which a run that goes on from here needs.
  const isLeft = missing.length > 0 || journal.open.length > 0;
  const launchChecks = await attempt('launchChecks', 0, () =>
    scrubChecks(world, subject, whose, { rehearse, isLeft }),
  );
  return { scrubbed: { replyMarks, journal, launchChecks, unfinishedExports: unfinished }, missing };
}

const accountsOf = ({ accounts }: Whose): readonly string[] => (accounts === 'all' ? [''] : accounts);

/**
 * `redacted`: ended calls that lost the address; what recognises them again stays. `open`: calls that name it, needed as they
 * are until they are settled.
 */
async function scrubJournal(world: World, subject: Subject, whose: Scrubbing, rehearse: boolean) {
  const named = await intentsNaming(world, subject);
  const ended: NamingIntent[] = [];
  const open: number[] = [];
  const otherProfiles: number[] = [];
  for (const one of named) {
    const { id, acknowledgedAt } = one.intent;
    if (!isOf(whose.meant ?? whose, one.intent)) otherProfiles.push(id);
    if (!isOf(whose, one.intent)) continue;
    if (acknowledgedAt === undefined) open.push(id);
    else ended.push(one);
  }
  const book = await world.journal.open();
  if (!rehearse)
    for (const account of accountsOf(whose)) await book.approvals.forget(account, subject.mentions.forms);
  const redacted = rehearse
    ? ended.map(({ intent }) => intent.id)
    : await book.redact(ended.map(({ redacted }) => redacted));
  return { redacted, open, otherProfiles };
}

async function scrubMarks(world: World, subject: Subject, rehearse: boolean): Promise<number> {
  const { length } = await marksAbout(world, subject);
  if (rehearse || length === 0) return length;
  const { replies } = await world.journal.open();
  for (const { account, id } of subject.leads) await replies.forget(account, String(id));
  return length;
}

const scrubChecks = (
  world: World,
  { mentions, leads }: Subject,
  { accounts }: Whose,
  { rehearse, isLeft }: { readonly rehearse: boolean; readonly isLeft: boolean },
): Promise<number> =>
  withLooks(world, 0, (store) => {
    let count = 0;
    for (const { account, name, found } of store.naming(mentions.forms, accounts)) {
      if (!mentions.isIn(found)) continue;
      if (name.startsWith(begunLook(''))) {
        if (!rehearse && !isLeft) store.dropLook(account, name);
        continue;
      }
      count += 1;
      if (rehearse) continue;
      store.keepLook(account, name, JSON.stringify(mentions.without(jsonIn(found) ?? null)));
    }
    for (const { account, id } of leads) {
      count += store.campaignsWith(account, String(id)).length;
      if (!rehearse) store.unlist(account, String(id));
    }
    if (!rehearse) store.rewrite();
    return count;
  });
