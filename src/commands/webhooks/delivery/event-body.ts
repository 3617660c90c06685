import { Failure } from '../../../base/errors.ts';
import { closest } from '../../../base/text/nearest.ts';
import type { World } from '../../../cli/declare/world.ts';
import { fieldEntries } from '../../../cli/input/fields.ts';
import { type EventName, events } from '../../../contract/events/events.ts';
import { eventIdOf } from '../../../domain/events/event-identity.ts';
import { samplePayload } from '../../../domain/events/event-sample.ts';
import { newEventId } from './delivery.ts';

/** The body of an event of this type: an example with some fields changed. Throws `usage`. */
export function eventBody(
  { clock, random }: Pick<World, 'clock' | 'random'>,
  type: EventName,
  field: readonly string[] = [],
): { body: Buffer; eventId: string } {
  const example = samplePayload(type, { now: clock.now(), id: newEventId(random) });
  const payload = { ...example, ...overrides(type, field) };
  return { body: Buffer.from(JSON.stringify(payload)), eventId: eventIdOf(payload) ?? '' };
}

/** The events are flat, and their fields are all known: a name that is none of them is a slip. */
function overrides(type: EventName, field: readonly string[]): Record<string, unknown> {
  const names: readonly string[] = events[type].fields;
  const entries = fieldEntries(field, []);
  for (const [name] of entries) {
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    throw new Failure('invalid_field', `${type} has no field '${name}'`, {
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Fields: ${names.join(', ')}.`,
    });
  }
  return Object.fromEntries(entries);
}
