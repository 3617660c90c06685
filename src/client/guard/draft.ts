import { digest } from '../../base/digest.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonText } from '../../base/lossless-json.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { keepable, redact } from '../../contract/redact.ts';
import { canonical } from '../api/approval.ts';
import { idempotencyKeyOf } from '../request/build-request.ts';
import type { Guarded, GuardOptions } from './guard-options.ts';
import type { Draft, Journal } from './journal.ts';

/** `place` tells calls of one operation under one token apart: the how many-th, or by input where some are missing. */
export async function draftOf(
  { operation, input, request }: Guarded,
  place: number | 'by input',
  options: Pick<GuardOptions, 'journal' | 'account' | 'profile' | 'target' | 'token' | 'random'>,
): Promise<Draft> {
  const { journal, account, profile, target, token } = options;
  const fingerprintOf = (sealed: AnyInput) =>
    digest(account, operation.id, canonical({ ...sealed, idempotencyKey: undefined }));
  const sealed = await knownInput(await sealedInputs(operation, input, journal), fingerprintOf, journal);
  const fingerprint = fingerprintOf(sealed);
  const which = place === 'by input' ? fingerprint : place;
  const named = token === undefined ? undefined : [token, ...(which === 0 ? [] : [which])].join(' ');
  return {
    account,
    profile,
    target,
    operation: operation.id,
    effect: operation.effect,
    dedupeKey: dedupeKeyOf(account, operation, fingerprint, named, input.idempotencyKey),
    fingerprint,
    token,
    request: keepable(jsonText({ method: request.method, path: request.path, input: sealed })),
    // Under a token it follows from account, operation and token, so that no two machines can both buy.
    idempotencyKey: idempotencyKeyOf(
      operation,
      input,
      options.random,
      named === undefined ? undefined : () => digest(account, operation.id, 'idempotency-key', named),
    ),
    summary: redact(summaryOf(operation, input)),
  };
}

function dedupeKeyOf(
  account: string,
  { id }: AnyOperation,
  fingerprint: string,
  token: string | undefined,
  key: string | undefined,
): string {
  if (token !== undefined) return digest(account, id, 'once', token);
  // A given key identifies the call.
  return key === undefined ? fingerprint : digest(account, id, 'key', key);
}

/** A call that was made before a move of the journal is written down with the digest of then. */
async function knownInput(
  ways: readonly [AnyInput, ...AnyInput[]],
  fingerprintOf: (sealed: AnyInput) => string,
  journal: Pick<Journal, 'hasLike'>,
): Promise<AnyInput> {
  if (ways.length > 1)
    for (const sealed of ways) if (await journal.hasLike(fingerprintOf(sealed))) return sealed;
  return ways[0];
}

/** Kept as digests that only this machine can make; with those of journals that were moved here there are several. */
async function sealedInputs(
  { secrets = [] }: AnyOperation,
  input: AnyInput,
  journal: Pick<Journal, 'seals'>,
): Promise<[AnyInput, ...AnyInput[]]> {
  const { body } = input;
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return [input];
  const sealed: Record<string, unknown>[] = [];
  for (const [name, value] of Object.entries(body))
    if (secrets.includes(name) && value !== undefined)
      for (const [at, seal] of (await journal.seals(jsonText(value))).entries())
        sealed[at] = { ...sealed[at], [name]: `sealed:${seal}` };
  const [first, ...others] = sealed.map((hidden) => ({ ...input, body: { ...body, ...hidden } }));
  return [first ?? input, ...others];
}

const longest = 80;
const listed = 3;

/** What a call does, and to what, in a line for people: `Change a campaign (daily limit 40)`. */
export function summaryOf({ summary, secrets = [] }: AnyOperation, { params, body }: AnyInput): string {
  const fields = Object.entries({ ...params, ...(isRecord(body) && body) });
  const shown: string[] = [];
  for (const [name, value] of fields) {
    const text = secrets.includes(name) ? undefined : inWords(value);
    if (text !== undefined) shown.push(`${name.replaceAll(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)} ${text}`);
  }
  if (shown.length === 0) return summary;
  const characters = [...shown.join(', ')];
  if (characters.length <= longest) return `${summary} (${characters.join('')})`;
  return `${summary} (${characters.slice(0, longest - 1).join('')}…)`;
}

/** Undefined for what does not go into a few words. */
function inWords(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const names = value.slice(0, listed).map(nameOf);
  if (names.includes(undefined)) return String(value.length);
  return `${names.join(' + ')}${value.length > listed ? ` + ${value.length - listed} more` : ''}`;
}

/** Of one item of a list: itself, or the text that its first field holds. */
const nameOf = (item: unknown): string | undefined => {
  const named = typeof item === 'object' && item !== null ? Object.values(item)[0] : item;
  return typeof named === 'string' || typeof named === 'number' ? String(named) : undefined;
};
