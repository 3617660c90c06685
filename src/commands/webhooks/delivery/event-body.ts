import { Failure } from '../../../base/errors.ts';
import { closest } from '../../../base/text/nearest.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { fieldEntries } from '../../../cli/input/fields.ts';
import { type EventName, events } from '../../../contract/events/events.ts';
import { eventIdOf, type Payload, payloadIn } from '../../../domain/events/event-identity.ts';
import { samplePayload } from '../../../domain/events/event-sample.ts';
import { newEventId } from './delivery.ts';

interface BodyOptions {
  readonly field: readonly string[] | undefined;
  readonly rawField: readonly string[] | undefined;
  readonly bodyFile: string | undefined;
  readonly secretStdin: boolean;
}

/** The body of an event of this type: an example with some fields changed, or the bytes of a file. Throws `usage`. */
export async function eventBody(
  context: Context,
  type: EventName,
  { field = [], rawField = [], bodyFile, secretStdin }: BodyOptions,
): Promise<{ body: Buffer; eventId: string }> {
  if (bodyFile === undefined) {
    const payload = { ...examplePayload(context, type), ...overrides(type, field, rawField) };
    return { body: Buffer.from(JSON.stringify(payload)), eventId: eventIdOf(payload) ?? '' };
  }
  if (bodyFile === '-' && secretStdin)
    throw new Failure('contradicting_options', 'Standard input cannot be both the body and the secret', {
      hint: 'Give the secret with --secret-file <file>.',
    });
  const body = await context.files.readFile(bodyFile, 'document');
  const payload = payloadIn(body);
  return { body, eventId: (payload && eventIdOf(payload)) ?? '' };
}

const examplePayload = ({ files }: Context, type: EventName): Payload =>
  samplePayload(type, { now: files.world.clock.now(), id: newEventId(files.world.random) });

/** The events are flat, and their fields are all known: a name that is none of them is a slip. */
function overrides(
  type: EventName,
  field: readonly string[],
  rawField: readonly string[],
): Record<string, unknown> {
  const names: readonly string[] = events[type].fields;
  const entries = fieldEntries(field, rawField);
  for (const [name] of entries) {
    if (names.includes(name)) continue;
    const meant = closest(name, names);
    throw new Failure('invalid_field', `${type} has no field '${name}'`, {
      hint: `${meant === undefined ? '' : `Did you mean ${meant}? `}Fields: ${names.join(', ')}. For any other body: --body-file <file>`,
    });
  }
  return Object.fromEntries(entries);
}
