import { isRecord } from '../../base/is-record.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import { words } from '../../base/text/words.ts';
import { type EventName, events } from '../../contract/events/events.ts';

/**
 * By type: the fields that no type before it has, as a delivery says nowhere of which type it is, and those that tell one
 * event from another where it has no id.
 */
const types: readonly (readonly [type: EventName, marks: readonly string[], own: readonly string[]])[] = [
  ['EmailUnsubscribe', words('unsubscribed_at'), words('lead_id campaign_id unsubscribed_at')],
  ['EmailBounce', words('bounce_type'), words('email_id bounced_at')],
  ['EmailReply', words('response_category email_id'), words('email_id sent_at')],
  ['EmailSent', words('email_id sent_at'), words('email_id sent_at')],
  ['LeadCategoryUpdate', words('new_category'), words('lead_id new_category updated_at')],
  ['LeadCreated', words('origin email_address'), words('lead_id campaign_id created_at')],
  ['CampaignStatusChanged', words('new_status campaign_id'), words('campaign_id new_status changed_at')],
  ['CreditBalanceLow', words('balance threshold'), words('balance threshold')],
  ['AutopilotRunStatusChanged', words('runId to'), words('runId from to lastError killReason')],
  ['DfyOrderCompleted', words('orderId mailboxCount'), words('orderId status')],
];

export type Payload = Readonly<Record<string, unknown>>;

export const asPayload = (value: unknown): Payload | undefined => (isRecord(value) ? value : undefined);

export const payloadIn = (body: Buffer | string): Payload | undefined => asPayload(jsonIn(String(body)));

/** The type of an event, from its fields; undefined where they are none that we know. */
export const eventTypeOf = (payload: Payload): EventName | undefined =>
  // It alone says what it is.
  payload.event === 'email.unsubscribed'
    ? 'EmailUnsubscribe'
    : types.find(([, marks]) => marks.every((field) => Object.hasOwn(payload, field)))?.[0];

/** What an event lacks whose type its fields do not tell. */
export function lackIn(payload: Payload): string {
  const has = (field: string) => Object.hasOwn(payload, field);
  const shared = (type: EventName) => events[type].fields.filter(has).length;
  const [type, marks] = types.reduce((best, one) => (shared(one[0]) > shared(best[0]) ? one : best));
  if (shared(type) < 2) return 'it has the fields of no known event';
  return `it looks like ${type} and lacks ${marks.filter((field) => !has(field)).join(' and ')}`;
}

export function eventIdOf(payload: Payload): string | undefined {
  for (const field of ['event_id', 'eventId'] as const) {
    const value = Object.hasOwn(payload, field) ? payload[field] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

export interface Identity {
  /** Equal for two deliveries of one event. */
  readonly key: string;
  /** An event of this type may happen again just like this: then only a delivery soon after can be a repeat. */
  readonly passing: boolean;
}

/** Its id, or else the fields of its type (spec, Events 3). Undefined: never a duplicate. */
export function identityOf(payload: Payload): Identity | undefined {
  const id = eventIdOf(payload);
  if (id !== undefined) return { key: `id ${id}`, passing: false };
  const type = eventTypeOf(payload);
  const fields = types.find(([name]) => name === type)?.[2];
  if (fields === undefined) return undefined;
  const values = fields.map((field) => (Object.hasOwn(payload, field) ? payload[field] : undefined) ?? null);
  if (values.every((value) => value === null)) return undefined;
  return {
    key: `${type} ${JSON.stringify(values)}`,
    passing: !fields.some((field) => field.endsWith('_at')),
  };
}

export function aboutOf(payload: Payload): string | undefined {
  const telling = ['from_email', 'lead_email', 'email_address', 'name', 'runId', 'orderId', 'balance'];
  const names = payload.kind === 'outbound' ? ['recipient', ...telling] : telling;
  const found = names.find(
    (field) => Object.hasOwn(payload, field) && payload[field] !== '' && payload[field] !== null,
  );
  return found === undefined ? undefined : String(payload[found]);
}

/** Where an event was read; null for the line where it is a whole file. */
export interface EventPlace {
  readonly file: string;
  readonly line: number | null;
}

/** A line that is not an event, or tells nothing that can be used, and why. */
export interface UnreadEvent extends EventPlace {
  readonly reason: string;
}

export const placeOf = ({ file, line }: EventPlace): string =>
  line === null ? file : `${file}, line ${line}`;
