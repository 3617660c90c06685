import { parseJson } from '../../base/lossless-json.ts';
import type { AnyInput } from '../../contract/operation.ts';
import type { Rival } from '../evidence/evidence.ts';
import type { Rival as Entry, Intent, Journal } from './journal.ts';

/** The other calls of the journal that may have brought about what the service shows of this one. */
export async function rivalsOf(intent: Intent, journal: Pick<Journal, 'rivals'>): Promise<Rival[]> {
  return Promise.all((await journal.rivals(intent)).map((entry) => rivalFrom(entry, intent)));
}

async function rivalFrom(entry: Entry, { fingerprint, id, startedAt }: Intent): Promise<Rival> {
  const isDone = entry.state === 'done';
  const isEqual = entry.fingerprint === fingerprint;
  const request = (await parsed(entry.request)) as { readonly input?: AnyInput } | null;
  const { body, effect } = ((await parsed(entry.answer)) ?? {}) as { body?: unknown; effect?: string };
  return {
    id: entry.id,
    input: request?.input,
    // With its key it is sent again until its answer comes.
    holds:
      isDone || !isEqual || entry.isAwaited || entry.idempotencyKey !== undefined || entry.damaged.length > 0,
    isDone,
    isPast: isDone && entry.id < id && (entry.finishedAt ?? 0) < startedAt,
    isEqual,
    snapshot: await parsed(entry.snapshot),
    answer: body,
    effect,
  };
}

const parsed = async (text: string | undefined): Promise<unknown> =>
  text === undefined ? undefined : parseJson(text);
