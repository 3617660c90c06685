import { counted } from '../../../base/counted.ts';
import { type Delivered, type Refused, verify } from '../../../contract/events/signature.ts';
import { adviceFor } from './advice.ts';

/** What is known of a delivery's signature. */
export interface Verdict {
  readonly valid: boolean;
  /** A word for scripts; null where it is valid. */
  readonly reason: Exclude<Refused, 'no-secret'> | null;
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
  const { timestamp = '', toleranceSeconds = 300 } = delivered;
  const ageSeconds = verdict.ageSeconds ?? null;
  const known = { ageSeconds, sentAt: ageSeconds === null ? null : rfc3339(Number(timestamp.trim())) };
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
  return {
    ...known,
    valid: false,
    reason: verdict.reason,
    message: messageOf(verdict.reason, ageSeconds ?? 0, toleranceSeconds, delivered.secrets.length),
    advice: verdict.reason === 'no-match' ? adviceOn(delivered) : (advice[verdict.reason] ?? null),
    secret: null,
  };
}

function messageOf(
  reason: Exclude<Refused, 'no-secret'>,
  age: number,
  tolerance: number,
  secrets: number,
): string {
  switch (reason) {
    case 'missing-signature':
      return 'The delivery is not signed';
    case 'missing-timestamp':
      return 'The delivery has no timestamp';
    case 'bad-timestamp':
      return 'The timestamp is not a whole number of Unix seconds';
    case 'unknown-version':
      return 'The header contains no signature of version 1 (v1=…)';
    case 'malformed-signature':
      return 'The signature is not v1= and 64 hexadecimal digits in lower case';
    case 'no-match':
      return secrets === 1
        ? 'The signature does not fit: another secret, or the body or timestamp was changed'
        : `The signature fits none of the ${counted(secrets, 'secret')}, or the body or timestamp was changed`;
    case 'too-old':
      return `The signature fits, but it was made ${span(age)} ago and may be a recording; ${span(tolerance)} are allowed`;
    case 'in-the-future':
      return `The signature fits, but its time is ${span(-age)} in the future; ${span(tolerance)} are allowed`;
  }
}

const advice: Partial<Readonly<Record<Refused, string>>> = {
  'missing-signature': 'An old webhook is unsigned until its secret is rotated in the settings of the app.',
  'too-old': 'To check a recording, give its time: --at <Unix seconds>. Otherwise check the clocks.',
  'in-the-future': 'Check the clock of this machine.',
};

const adviceOn = ({ timestamp = '', signature = '', rawBody, secrets }: Parameters<typeof checked>[0]) =>
  adviceFor({ timestamp: timestamp.trim(), signature, body: rawBody, secrets }) ??
  (rawBody.length === 0 ? 'The body is empty.' : null);

export function span(seconds: number): string {
  if (seconds < 600) return `${seconds} s`;
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3600)} h` : counted(Math.floor(seconds / 86_400), 'day');
}

function rfc3339(seconds: number): string | null {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
