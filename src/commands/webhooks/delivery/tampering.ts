import type { Parcel } from '../../../cli/outside/post.ts';
import { signatureHeader, timestampHeader } from '../../../contract/events/signature.ts';
import { limits } from '../../../contract/limits.ts';
import { delivery } from './delivery.ts';

/** Ways in which a delivery may not be what it claims, and ways that are unusual but right. */
export const tamperModes = [
  'signature',
  'secret',
  'body',
  'timestamp-old',
  'timestamp-future',
  'timestamp-changed',
  'unsigned',
  'unknown-version',
  'empty-event-id',
  'duplicate',
] as const;
type TamperMode = (typeof tamperModes)[number];

export interface Genuine {
  readonly body: Buffer;
  readonly eventId: string;
  readonly timestamp: number;
  readonly secrets: readonly string[];
  /** The same event with an empty id in its body. */
  readonly withoutId: Buffer;
}

export interface Attempt {
  /** What is wrong or unusual about it; null for a delivery just as the service makes it. */
  readonly tampered: TamperMode | null;
  /** Whether a receiver that checks as the spec says takes it (2xx) or refuses it (4xx). */
  readonly expected: 'accepted' | 'refused';
  /** What accepting or refusing it would mean. */
  readonly meaning: string;
  /** One after another. */
  readonly parcels: readonly Parcel[];
}

/** Beyond the tolerance, and far enough for clocks that differ a little. */
const beyond = limits.webhookToleranceSeconds + 30;

/** A delivery that was tampered with in one way and is genuine otherwise. */
export function attempt(tampered: TamperMode | null, genuine: Genuine): Attempt {
  const { body, timestamp, secrets } = genuine;
  const to =
    (expected: Attempt['expected']) =>
    (meaning: string, ...parcels: Parcel[]): Attempt => ({ tampered, expected, meaning, parcels });
  const [refused, accepted] = [to('refused'), to('accepted')];
  switch (tampered) {
    case null:
      return accepted('a genuine delivery', delivery(genuine));
    case 'signature':
      return refused(
        'a delivery with a wrong signature',
        withHeader(delivery(genuine), signatureHeader, otherDigit),
      );
    case 'secret':
      return refused(
        'a delivery signed with another secret',
        delivery({ ...genuine, secrets: [`whsec_not_${secrets[0] ?? ''}`] }),
      );
    case 'body':
      return refused('a delivery whose body was changed', { ...delivery(genuine), body: changed(body) });
    case 'timestamp-old':
      return refused(
        `a recording of ${beyond} s ago`,
        delivery({ ...genuine, timestamp: timestamp - beyond }),
      );
    case 'timestamp-future':
      return refused(
        `a delivery from ${beyond} s in the future`,
        delivery({ ...genuine, timestamp: timestamp + beyond }),
      );
    case 'timestamp-changed':
      return refused(
        'a recording under a new timestamp',
        withHeader(delivery({ ...genuine, timestamp: timestamp - 3600 }), timestampHeader, () =>
          String(timestamp),
        ),
      );
    case 'unsigned':
      return refused('a delivery that is not signed', delivery({ ...genuine, secrets: [] }));
    case 'unknown-version':
      return refused(
        'a delivery signed with an unknown version',
        withHeader(delivery(genuine), signatureHeader, (value) => value.replaceAll('v1=', 'v0=')),
      );
    case 'empty-event-id':
      return accepted(
        'a genuine delivery without an event id',
        delivery({ ...genuine, eventId: '', body: genuine.withoutId }),
      );
    case 'duplicate':
      return accepted('a genuine delivery sent twice', delivery(genuine), delivery(genuine));
  }
}

const withHeader = (parcel: Parcel, name: string, change: (value: string) => string): Parcel => ({
  ...parcel,
  headers: parcel.headers.map(([key, value]) => [key, key === name ? change(value) : value]),
});

/** Every signature in the header with another last digit. */
const otherDigit = (value: string): string =>
  value.replaceAll(/[0-9a-f](?=,|$)/g, (digit) => (digit === '0' ? '1' : '0'));

/** One more field where it is JSON, so that only the signature can tell; else one more byte. */
function changed(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const end = text.lastIndexOf('}');
  const filled = /[^\s{]/.test(text.slice(0, Math.max(end, 0)));
  if (end < 0 || !filled) return Buffer.concat([body, Buffer.from('\n')]);
  return Buffer.from(`${text.slice(0, end)},"tampered":true${text.slice(end)}`);
}
