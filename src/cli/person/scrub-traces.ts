import { jsonIn } from '../../base/lossless-json.ts';
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
export interface Scrubbed {
  readonly journal: {
    /** Ended calls that lost the address; what recognises them again stays. */
    readonly redacted: readonly number[];
    /** Open calls that name it: they are needed as they are until they are settled. */
    readonly open: readonly number[];
    /** Calls of other profiles. */
    readonly otherProfiles: readonly number[];
  };
  /** Looks and lists of leads. */
  readonly launchChecks: number;
  /** What was done with their replies. */
  readonly replyMarks: number;
  readonly unfinishedExports: readonly string[];
}

const nothing: Scrubbed = {
  journal: { redacted: [], open: [], otherProfiles: [] },
  launchChecks: 0,
  replyMarks: 0,
  unfinishedExports: [],
};

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
): Promise<{ readonly scrubbed: Scrubbed; readonly missing: readonly Missing[] }> {
  // Where they could not be forgotten at the service, what was done with their replies stays as well.
  const isMeant = ({ account }: Subject['leads'][number]) =>
    whose.accounts === 'all' || whose.accounts.includes(account);
  const subject: Subject = { mentions, leads: leads.filter(isMeant) };
  const missing: Missing[] = [];
  const attempt = <T>(part: string, otherwise: T, work: () => Promise<T>) =>
    orMissing(missing, part, otherwise, work);
  const scrubbed = {
    // Before the journal, which empties the log of the database they share.
    replyMarks: await attempt('replyMarks', 0, () => scrubMarks(world, subject, rehearse)),
    journal: await attempt('journal', nothing.journal, () => scrubJournal(world, subject, whose, rehearse)),
    unfinishedExports: await attempt('unfinishedExports', [], async () => {
      // Opening one removes what ended imports have left.
      await (await transfersOf(world).spool()).close();
      return unfinishedExports(world);
    }),
  };
  // It is read anew when it is next asked for.
  await attempt('names', undefined, async () => {
    if (rehearse) return;
    const { forgetNames } = await import('../../local/names/name-memory.ts');
    for (const account of whose.accounts === 'all' ? [''] : whose.accounts) forgetNames(world, account);
  });
  // Last, as it holds who is being forgotten, which a run that goes on from here needs.
  const isLeft = missing.length > 0 || scrubbed.journal.open.length > 0;
  const launchChecks = await attempt('launchChecks', 0, () =>
    scrubChecks(world, subject, whose, { rehearse, isLeft }),
  );
  const { unfinishedExports: unfinished, ...ended } = scrubbed;
  return { scrubbed: { ...ended, launchChecks, unfinishedExports: unfinished }, missing };
}

async function scrubJournal(world: World, subject: Subject, whose: Scrubbing, rehearse: boolean) {
  const named = await intentsNaming(world, subject);
  const ours = named.filter(({ intent }) => isOf(whose, intent));
  const ended = ours.filter(({ intent }) => intent.acknowledgedAt !== undefined);
  const book = await world.journal.open();
  if (!rehearse)
    for (const account of whose.accounts === 'all' ? [''] : whose.accounts)
      await book.approvals.forget(account, subject.mentions.forms);
  const ids = (found: readonly NamingIntent[]) => found.map(({ intent }) => intent.id);
  return {
    redacted: rehearse ? ids(ended) : await book.redact(ended.map(({ redacted }) => redacted)),
    open: ids(ours.filter(({ intent }) => intent.acknowledgedAt === undefined)),
    otherProfiles: ids(named.filter(({ intent }) => !isOf(whose.meant ?? whose, intent))),
  };
}

async function scrubMarks(world: World, subject: Subject, rehearse: boolean): Promise<number> {
  const { length } = await marksAbout(world, subject);
  if (rehearse || length === 0) return length;
  const { replies } = await world.journal.open();
  for (const { account, id } of subject.leads) await replies.forget(account, String(id));
  return length;
}

async function scrubChecks(
  world: World,
  { mentions, leads }: Subject,
  { accounts }: Whose,
  { rehearse, isLeft }: { readonly rehearse: boolean; readonly isLeft: boolean },
): Promise<number> {
  const { openExistingLookStore } = await import('../../local/look-store.ts');
  const store = await openExistingLookStore(world);
  try {
    if (store === undefined) return 0;
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
  } finally {
    store?.close();
  }
}
