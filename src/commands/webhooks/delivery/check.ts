import { counted } from '../../../base/counted.ts';
import { type Delivered, type Refused, verify } from '../../../contract/events/signature.ts';
import { adviceFor } from './advice.ts';

/** What is known of a delivery's signature. */
export interface Verdict {
  readonly valid: boolean;
  /** A word for scripts; null where it is valid. */
  readonly reason: Reason | null;
  readonly message: string;
  /** What could explain it. */
  readonly advice: string | null;
  /** RFC 3339; null where the timestamp is none. */
  readonly sentAt: string | null;
  readonly ageSeconds: number | null;
  /** Which of the secrets fits, counted from 1. */
  readonly secret: number | null;
}

/** Checks a delivery against at least one secret and says in words what is wrong. */
export function checked(delivered: Delivered & { readonly rawBody: Buffer }): Verdict {
  const verdict = verify(delivered);
  const { timestamp = '', signature = '', rawBody: body, secrets, toleranceSeconds = 300 } = delivered;
  const ageSeconds = verdict.ageSeconds ?? null;
  const sent = new Date(Number(timestamp.trim()) * 1000);
  const isTime = ageSeconds !== null && !Number.isNaN(sent.getTime());
  const known = { ageSeconds, sentAt: isTime ? sent.toISOString() : null };
  if (verdict.reason === 'ok')
    return {
      ...known,
      valid: true,
      reason: null,
      message: 'The signature is valid',
      advice: null,
      secret: verdict.secret + 1,
    };
  if (verdict.reason === 'no-secret') throw new Error('a signature was checked without a secret');
  const message = messages[verdict.reason];
  const found =
    verdict.reason === 'no-match'
      ? (adviceFor({ timestamp: timestamp.trim(), signature, body, secrets }) ??
        (body.length === 0 ? 'The body is empty.' : undefined))
      : advice[verdict.reason];
  return {
    ...known,
    valid: false,
    reason: verdict.reason,
    message:
      typeof message === 'string' ? message : message(ageSeconds ?? 0, toleranceSeconds, secrets.length),
    advice: found ?? null,
    secret: null,
  };
}

type Reason = Exclude<Refused, 'no-secret'>;

/** By the age of the signature, the age that is allowed, and the number of secrets. */
const messages: Readonly<
  Record<Reason, string | ((age: number, tolerance: number, secrets: number) => string)>
> = {
  'missing-signature': 'The delivery is not signed',
  'missing-timestamp': 'The delivery has no timestamp',
  'bad-timestamp': 'The timestamp is not a whole number of Unix seconds',
  'unknown-version': 'The header contains no signature of version 1 (v1=…)',
  'malformed-signature': 'The signature is not v1= and 64 hexadecimal digits in lower case',
  'no-match': (_age, _tolerance, secrets) =>
    secrets === 1
      ? 'The signature does not fit: another secret, or the body or timestamp was changed'
      : `The signature fits none of the ${counted(secrets, 'secret')}, or the body or timestamp was changed`,
  'too-old': (age, tolerance) =>
    `The signature fits, but it was made ${span(age)} ago and may be a recording; ${span(tolerance)} are allowed`,
  'in-the-future': (age, tolerance) =>
    `The signature fits, but its time is ${span(-age)} in the future; ${span(tolerance)} are allowed`,
};

const advice: Partial<Readonly<Record<Reason, string>>> = {
  'missing-signature': 'An old webhook is unsigned until its secret is rotated in the settings of the app.',
  'too-old': 'To check a recording, give its time: --at <Unix seconds>. Otherwise check the clocks.',
  'in-the-future': 'Check the clock on this machine.',
};

export function span(seconds: number): string {
  if (seconds < 600) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : counted(Math.floor(seconds / 86_400), 'day');
}
