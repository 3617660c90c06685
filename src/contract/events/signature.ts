import { createHmac, timingSafeEqual } from 'node:crypto';
import { words } from '../../base/text/words.ts';
import { limits } from '../limits.ts';

/** The headers of a delivery (spec, Events), as they are written; names of headers know no case. */
export const timestampHeader = 'X-Service-Timestamp';
export const signatureHeader = 'X-Service-Signature';
export const eventIdHeader = 'X-Service-Event-Id';

/** HMAC-SHA256 over `<timestamp>.<raw body>` as UTF-8. The prefix `whsec_` is part of the key, by the words of the spec. */
export const sign = (
  secret: string,
  timestampSeconds: number | string,
  rawBody: string | Uint8Array,
): string => `v1=${digest(secret, String(timestampSeconds), rawBody).toString('hex')}`;

export interface Delivered {
  /** The secrets that count, several while one is being rotated. Empty ones never match. */
  readonly secrets: readonly string[];
  /** The headers as they came; undefined where there was none. */
  readonly timestamp: string | undefined;
  /** May hold several `v1=` parts, separated by commas or spaces; parts of other versions are ignored. */
  readonly signature: string | undefined;
  /** Before any parsing: bytes where they are at hand. */
  readonly rawBody: string | Uint8Array;
  /** Milliseconds, as a clock gives them. */
  readonly now: number;
  /** Both ways: the spec's five minutes unless said. */
  readonly toleranceSeconds?: number;
}

export const mismatches = [
  ...words('missing-timestamp missing-signature bad-timestamp unknown-version malformed-signature'),
  ...words('no-match too-old in-the-future'),
] as const;

export type Refused = 'no-secret' | (typeof mismatches)[number];

type Verdict =
  | { readonly reason: 'ok'; readonly secret: number; readonly ageSeconds: number }
  | { readonly reason: Refused; readonly ageSeconds?: number };

/** `secret`: which one matched, from 0. The signature comes before the age: `too-old` is otherwise genuine. */
export function verify(delivered: Delivered): Verdict {
  const {
    timestamp = '',
    signature = '',
    now,
    toleranceSeconds = limits.webhookToleranceSeconds,
  } = delivered;
  const stamp = timestamp.trim();
  const secrets: { secret: string; index: number }[] = [];
  for (const [index, secret] of delivered.secrets.entries()) if (secret) secrets.push({ secret, index });
  if (secrets.length === 0) return { reason: 'no-secret' };
  if (signature.trim() === '') return { reason: 'missing-signature' };
  if (stamp === '') return { reason: 'missing-timestamp' };
  if (!/^\d{1,15}$/.test(stamp)) return { reason: 'bad-timestamp' };
  const given = partsOf(signature);
  if (typeof given === 'string') return { reason: given };
  const ageSeconds = Math.floor(now / 1000) - Number(stamp);
  // Every part is compared with every secret, so that the time it takes tells nothing.
  const matching = secrets.filter(({ secret }) => {
    const right = digest(secret, stamp, delivered.rawBody);
    // All are 32 bytes long: `timingSafeEqual` throws where lengths differ.
    return given.filter((part) => timingSafeEqual(part, right)).length > 0;
  });
  const [match] = matching;
  if (!match) return { reason: 'no-match', ageSeconds };
  if (ageSeconds > toleranceSeconds) return { reason: 'too-old', ageSeconds };
  if (-ageSeconds > toleranceSeconds) return { reason: 'in-the-future', ageSeconds };
  return { reason: 'ok', secret: match.index, ageSeconds };
}

function partsOf(header: string): Buffer[] | 'unknown-version' | 'malformed-signature' {
  const values = header.split(/[\s,]+/).filter((part) => part.startsWith('v1='));
  if (values.length === 0) return 'unknown-version';
  const parts: Buffer[] = [];
  for (const value of values)
    if (/^v1=[0-9a-f]{64}$/.test(value)) parts.push(Buffer.from(value.slice(3), 'hex'));
  return parts.length === 0 ? 'malformed-signature' : parts;
}

const digest = (secret: string, timestamp: string, rawBody: string | Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
