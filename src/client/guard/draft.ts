import { createHash } from 'node:crypto';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import { canonical } from '../approval.ts';
import { jsonText } from '../json.ts';
import type { Guarded, GuardOptions } from './guard.ts';
import type { Draft } from './journal.ts';
import { summaryOf } from './summary.ts';

type Options = Pick<GuardOptions, 'journal' | 'account' | 'profile' | 'target' | 'token' | 'random'>;

/**
 * What is written down of a call before anything of it leaves. `ordinal` tells apart the calls of one operation that
 * one command makes under one token, from 0.
 */
export function draftOf({ operation, input, request }: Guarded, ordinal: number, options: Options): Draft {
  const { journal, account, profile, target, token } = options;
  const sealed = sealedInput(operation, input, journal.seal);
  const likeness = digest(account, operation.id, canonical({ ...sealed, idempotencyKey: undefined }));
  const named = token === undefined ? undefined : `${token}${ordinal === 0 ? '' : ` ${ordinal}`}`;
  return {
    account,
    profile,
    target,
    operation: operation.id,
    effect: operation.effect,
    slot: slotOf(account, operation, likeness, named, input.idempotencyKey),
    likeness,
    token,
    request: jsonText({ method: request.method, path: request.path, input: sealed }),
    idempotencyKey: keyOf(operation, input, account, named, options.random),
    summary: summaryOf(operation, input),
  };
}

function slotOf(
  account: string,
  { id }: AnyOperation,
  likeness: string,
  token: string | undefined,
  key: string | undefined,
): string {
  if (token !== undefined) return digest(account, id, 'once', token);
  // Whoever names a key says with it which call it is.
  return key === undefined ? likeness : digest(account, id, 'key', key);
}

/**
 * The Idempotency-Key of a call that takes one: random for every intent, because a key made of the content would turn
 * a second order of the same things, meant as such, into the first. Under a token it follows from account, operation
 * and token, so that no two machines can both buy.
 */
function keyOf(
  { retry, id }: AnyOperation,
  { idempotencyKey }: AnyInput,
  account: string,
  token: string | undefined,
  random: () => number,
): string | undefined {
  if (retry.kind !== 'idempotencyKey' || idempotencyKey !== undefined) return idempotencyKey;
  if (token !== undefined) return digest(account, id, 'idempotency-key', token);
  const words = Array.from({ length: 4 }, () => Math.floor(random() * 2 ** 32));
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** What must never be kept is kept as a digest that only this machine can make: enough to know the same call again. */
function sealedInput(
  { secrets = [] }: AnyOperation,
  input: AnyInput,
  seal: (text: string) => string,
): AnyInput {
  const { body } = input;
  if (secrets.length === 0 || typeof body !== 'object' || body === null) return input;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    secrets.includes(name) && value !== undefined ? `sealed:${seal(jsonText(value))}` : value,
  ]);
  return { ...input, body: Object.fromEntries(fields) };
}

/** Of what matters here, and of nothing that could be guessed: an account holds a key of forty random characters. */
export const digest = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);
