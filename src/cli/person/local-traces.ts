import { Failure, isStop } from '../../base/errors.ts';
import { jsonIn, jsonText, parseJson } from '../../base/lossless-json.ts';
import { summaryOf } from '../../client/guard/draft.ts';
import type { Intent, Redacted, Step } from '../../client/guard/journal.ts';
import type { ReplyMark } from '../../client/guard/reply-marks.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput } from '../../contract/operation.ts';
import { redact } from '../../contract/redact.ts';
import type { Mentions } from '../../domain/address/mentions.ts';
import type { Accounts } from '../../local/look-store.ts';
import { withLooks } from '../answer/stored-looks.ts';
import type { World } from '../declare/world.ts';
import { hintOf } from '../messages/hints/hint-of.ts';
import { forgottenIn } from './forgotten-people.ts';

/** A person, as this machine may know them. */
export interface Subject {
  readonly mentions: Mentions;
  /** Their ids, each at the service where it means them. */
  readonly leads: readonly { readonly account: string; readonly id: number }[];
}

/** Whose traces are meant: those of these accounts, or of the whole machine. `profiles`: also under a former key. */
export interface Whose {
  readonly accounts: Accounts;
  readonly profiles: readonly string[];
}

/** Why a part is missing. */
export interface Missing {
  readonly part: string;
  readonly why: string;
  readonly hint: string | null;
  /** It could not be read; otherwise there is more than was read. */
  readonly failed: boolean;
}

/** What this machine stores about a person; what cannot be read is named. */
export async function readTraces(world: World, subject: Subject, whose: Whose) {
  const missing: Missing[] = [];
  const read = <T>(part: string, reading: () => Promise<readonly T[]>) =>
    orMissing(missing, part, [], reading);
  const traces = {
    journal: await read('journal', async () => {
      const intents = await intentsNaming(world, subject);
      return Promise.all(
        intents.flatMap(({ intent }) => (isOf(whose, intent) ? [traceOf(intent, subject)] : [])),
      );
    }),
    launchChecks: await read('launchChecks', () => checksNaming(world, subject, whose)),
    replyMarks: await read('replyMarks', async () =>
      (await marksAbout(world, subject)).map(({ reply, as, at, until }) => ({
        reply,
        as,
        markedAt: at === null ? null : new Date(at).toISOString(),
        waitsAgainAt: until === null ? null : new Date(until).toISOString(),
      })),
    ),
    /** Files of exports that were cut off: they may hold the person, and lie where the export was called. */
    unfinishedExports: await read('unfinishedExports', () => unfinishedExports(world)),
  };
  return { traces, missing };
}

/** What the work gives, or `otherwise` where it fails: then the part is missing. */
export async function orMissing<T>(
  missing: Missing[],
  part: string,
  otherwise: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    missing.push(missingPart(part, error));
    return otherwise;
  }
}

/** Throws what is not a reason for a part to be missing. */
export function missingPart(part: string, error: unknown): Missing {
  if (!(error instanceof Failure) || isStop(error)) throw error;
  return { part, why: error.message, hint: hintOf(error) ?? null, failed: true };
}

/** A call that names the person, and its texts without them. */
export interface NamingIntent {
  readonly intent: Intent;
  readonly redacted: Redacted;
}

type MarkOrClaim = Pick<ReplyMark, 'reply' | 'until'> & { readonly as: string; readonly at: number | null };

/** Marks and claims name a person by the id of their lead alone. */
export async function marksAbout({ journal }: World, { leads }: Subject): Promise<MarkOrClaim[]> {
  const { replies } = await journal.open();
  const found = await Promise.all(
    leads.map(async ({ account, id }) => {
      const claims = await replies.claimed(account, 0);
      const all = [
        ...(await replies.list(account)),
        ...claims.map((claim) => ({ ...claim, as: 'claimed', at: null })),
      ];
      return all.filter(({ lead }) => lead === String(id));
    }),
  );
  return found.flat();
}

/** Of the whole journal, oldest first. */
export async function intentsNaming(world: World, { mentions }: Subject): Promise<NamingIntent[]> {
  const book = await world.journal.open();
  const named: NamingIntent[] = [];
  for (const intent of await book.naming(mentions.forms)) {
    const redacted = await redactIntent(intent, await book.steps(intent.id), mentions);
    if (redacted !== undefined) named.push({ intent, redacted });
  }
  return named;
}

const labels = ['token', 'idempotencyKey'] as const;
const storedTexts = ['request', 'quote', 'snapshot', 'answer', 'remark'] as const;

/** The texts of a call without the person; undefined where they do not name them. Damaged ones are emptied. */
async function redactIntent(
  intent: Intent,
  steps: readonly Step[],
  mentions: Mentions,
): Promise<Redacted | undefined> {
  const { id, operation, token, idempotencyKey, request, summary, quote, snapshot, answer, remark } = intent;
  const texts = { token, idempotencyKey, request, quote, snapshot, answer, remark };
  for (const name of labels) {
    const text = texts[name];
    if (text !== undefined) texts[name] = mentions.withoutLabel(text);
  }
  for (const name of storedTexts) {
    const text = texts[name];
    if (text !== undefined) texts[name] = await cleanText(text, mentions);
  }
  const redacted: Redacted = {
    id,
    ...texts,
    summary: mentions.withoutLabel(
      texts.request === request ? summary : ((await summaryFrom(operation, texts.request)) ?? summary),
    ),
    steps: steps.map(({ at, what }) => ({ at, what: String(mentions.without(what)) })),
  };
  const isSame =
    intent.damaged.length === 0 &&
    redacted.summary === summary &&
    redacted.steps.every(({ what }, at) => what === steps[at]?.what) &&
    Object.entries(texts).every(([name, text]) => text === intent[name as keyof typeof texts]);
  return isSame ? undefined : redacted;
}

/** JSON keeps its spelling where the person is not in it. */
async function cleanText(text: string, mentions: Mentions): Promise<string> {
  const value = jsonIn(text) === undefined ? text : await parseJson(text);
  if (typeof value === 'string') return String(mentions.without(text));
  const [before, after] = [jsonText(value), jsonText(mentions.without(value))];
  return before === after ? text : after;
}

/** Made again, as it may hold other fields of the person. */
async function summaryFrom(id: string, request: string): Promise<string | undefined> {
  const operation = operations.find((one) => one.id === id);
  const { input } = ((await parseJson(request)) ?? {}) as { readonly input?: AnyInput };
  return operation && input && redact(summaryOf(operation, input));
}

export const isOf = ({ accounts, profiles }: Whose, { account, profile }: Intent): boolean =>
  accounts === 'all' || accounts.includes(account) || profiles.includes(profile);

async function traceOf(intent: Intent, { mentions }: Subject) {
  const { id, operation, profile, target, state, startedAt } = intent;
  const texts: Record<string, readonly unknown[]> = {};
  for (const name of storedTexts) {
    const text = intent[name];
    if (text === undefined) continue;
    const parts = mentions.partsOf(jsonIn(text) === undefined ? text : await parseJson(text));
    if (parts.length > 0) texts[name] = parts;
  }
  return { id, operation, profile, target, state, startedAt: new Date(startedAt).toISOString(), texts };
}

/** Looks that name them, and lists of leads that have theirs. */
const checksNaming = (world: World, { mentions, leads }: Subject, { accounts }: Whose) =>
  withLooks<{ stored: string; of: string }[]>(world, [], (store) => {
    const checks: { stored: string; of: string }[] = [];
    for (const { name, found } of store.naming(mentions.forms, accounts))
      if (mentions.isIn(found)) checks.push({ stored: 'look', of: name });
    for (const { account, id } of leads)
      for (const of of store.campaignsWith(account, String(id))) checks.push({ stored: 'list of leads', of });
    for (const account of accounts === 'all' ? [] : accounts)
      if (mentions.forms.some((form) => forgottenIn(store, account)?.has(form)))
        checks.push({ stored: 'hash of the address', of: 'forgotten people' });
    return checks;
  });

export async function unfinishedExports(world: World): Promise<string[]> {
  const { openTransferStore } = await import('../../local/transfer-store.ts');
  const store = await openTransferStore(world, world.clock.now());
  try {
    return store.unfinishedExports().flatMap((stored) => {
      const { part } = (jsonIn(stored) ?? {}) as { part?: { name?: string } };
      return part?.name === undefined ? [] : [part.name];
    });
  } finally {
    store.close();
  }
}
