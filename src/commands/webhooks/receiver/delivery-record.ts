import { hideSecrets } from '../../../base/text/hide-secrets.ts';
import {
  eventIdHeader,
  mismatches,
  signatureHeader,
  timestampHeader,
} from '../../../contract/events/signature.ts';
import * as s from '../../../contract/schema/schema.ts';
import {
  aboutOf,
  eventIdOf,
  eventTypeOf,
  type Payload,
  payloadIn,
} from '../../../domain/events/event-identity.ts';
import { checked, type Verdict } from '../delivery/check.ts';
import { headerOf } from '../delivery/delivery.ts';
import type { Received } from './receiver.ts';

/** One delivery and what became of it: a record of `webhooks listen`. */
export const deliveryRecordFields = s.object({
  receivedAt: s.timestamp(),
  type: s.nullable(s.string()),
  eventId: s.nullable(s.string()),
  /** Whom or what it is about, in a word. */
  about: s.nullable(s.string()),
  signature: s.oneOf(['valid', 'refused', 'unsigned', 'unchecked']),
  /** Why it was refused, as a word for scripts; `error` says it in words. */
  reason: s.nullable(s.oneOf(mismatches)),
  /** Which secret fits, counted from 1: while one is rotated, whether the old one is still in use. */
  secret: s.nullable(s.integer()),
  duplicate: s.boolean(),
  /** The answer of the program it was forwarded to. */
  forwardStatus: s.nullable(s.integer()),
  forwardMilliseconds: s.nullable(s.integer()),
  error: s.nullable(s.string()),
  /** What the sender was answered. */
  answered: s.integer(),
  payload: s.unknown(),
});

export type DeliveryRecord = s.DocumentOf<typeof deliveryRecordFields>;

export interface SignatureRules {
  /** Empty: signatures are not checked. */
  readonly secrets: readonly string[];
  readonly toleranceSeconds: number;
  readonly allowUnsigned: boolean;
}

/** A delivery as it was read: its signature is checked, and nothing is done with it yet. */
export interface Seen {
  readonly received: Received;
  /** Its body as it may be shown. */
  readonly text: string;
  readonly at: number;
  /** Undefined where signatures are not checked. */
  readonly verdict: Verdict | undefined;
  readonly isRefused: boolean;
  readonly payload: Payload | undefined;
}

export function see(received: Received, at: number, rules: SignatureRules): Seen {
  const verdict =
    rules.secrets.length === 0
      ? undefined
      : checked({
          timestamp: headerOf(received.headers, timestampHeader),
          signature: headerOf(received.headers, signatureHeader),
          rawBody: received.body,
          secrets: rules.secrets,
          now: at,
          toleranceSeconds: rules.toleranceSeconds,
        });
  const isUnsigned = verdict?.reason === 'missing-signature';
  const isRefused = verdict !== undefined && !verdict.valid && !(isUnsigned && rules.allowUnsigned);
  const text = hideSecrets(received.body.toString('utf8'));
  return { received, text, at, verdict, isRefused, payload: payloadIn(text) };
}

/** The record of a delivery that was answered well and not forwarded; the intake puts over it what was different. */
export function recordOf({ received, text, at, verdict, isRefused, payload }: Seen): DeliveryRecord {
  const id = payload && eventIdOf(payload);
  return {
    receivedAt: new Date(at).toISOString(),
    type: (payload && eventTypeOf(payload)) ?? null,
    eventId: id ?? (hideSecrets(headerOf(received.headers, eventIdHeader)) || null),
    about: (payload && aboutOf(payload)) ?? null,
    signature: signatureOf(verdict, isRefused),
    reason: isRefused ? (verdict?.reason ?? null) : null,
    duplicate: false,
    forwardStatus: null,
    forwardMilliseconds: null,
    secret: verdict?.secret ?? null,
    error: isRefused ? (verdict?.message ?? null) : null,
    answered: 200,
    payload: payload ?? text,
  };
}

function signatureOf(verdict: Verdict | undefined, isRefused: boolean): DeliveryRecord['signature'] {
  if (verdict === undefined) return 'unchecked';
  if (isRefused) return 'refused';
  return verdict.valid ? 'valid' : 'unsigned';
}
