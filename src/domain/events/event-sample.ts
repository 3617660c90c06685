import { type EventName, type EventPayload, events } from '../../contract/events/events.ts';
import { payloadOf } from './event-payload.ts';
import sample from './event-sample.json';

type Field = (typeof events)[EventName]['fields'][number];
type Sample = { readonly [F in Field as F extends `${string}_at` ? never : F]: string | number };

/** Of every field but the times. Types that may lack an id are sent without (spec, Events 3). */
const usual: Sample = sample.usual;
const reply: Partial<Sample> = sample.reply;

const withId: readonly EventName[] = ['EmailReply', 'EmailBounce', 'EmailUnsubscribe'];

/** For trying out a receiver: nothing in it is true. */
export function samplePayload<T extends EventName>(
  type: T,
  { now, id }: { readonly now: number; readonly id: string },
): EventPayload<T> {
  const at = new Date(now).toISOString();
  const times: Record<string, string> = {};
  for (const field of events[type].fields) if (field.endsWith('_at')) times[field] = at;
  const own = { ...(type === 'EmailReply' && reply), ...(withId.includes(type) && { event_id: id }) };
  return payloadOf(type, { ...usual, ...own, ...times } as EventPayload<T>);
}
