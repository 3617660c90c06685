import type { WireAnswer } from '../../contract/wire.ts';

/** The header Retry-After, in seconds or as a date, or `retryAfterSeconds` in the body: the longer. */
export function retryAfterSeconds(
  headers: WireAnswer['headers'],
  body: unknown,
  now: number,
): number | undefined {
  const asked = [fromHeader(headers['retry-after'], now), fromBody(body)].filter((s) => s !== undefined);
  return asked.length === 0 ? undefined : Math.max(...asked);
}

function fromHeader(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return finite(Number(text));
  if (!/^[a-z]{3,9},? /i.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : finite(Math.max(0, Math.ceil((at - now) / 1000)));
}

function fromBody(body: unknown): number | undefined {
  if (typeof body !== 'object' || body === null || !('retryAfterSeconds' in body)) return undefined;
  const { retryAfterSeconds } = body;
  return typeof retryAfterSeconds === 'number' && retryAfterSeconds >= 0
    ? finite(retryAfterSeconds)
    : undefined;
}

/** More seconds than a year has are no longer wait. */
const most = 31_536_000;

const finite = (seconds: number): number | undefined =>
  Number.isFinite(seconds) ? Math.min(seconds, most) : undefined;
