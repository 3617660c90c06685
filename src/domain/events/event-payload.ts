import { type EventName, type EventPayload, events } from '../../contract/events/events.ts';
import { plainText } from '../copy/plain-text.ts';

interface Recipient {
  readonly name: string;
  readonly email: string;
}

/** `recipients` is a list inside of a text: a reader parses twice (spec, Events). */
export const recipientsText = (people: readonly Recipient[]): string =>
  JSON.stringify(people.map(({ name, email }) => ({ name, email })));

/** The flat body of a delivery, its fields in the order of the spec whatever order they were given in. */
export const payloadOf = <T extends EventName>(type: T, values: EventPayload<T>): EventPayload<T> =>
  Object.fromEntries(
    events[type].fields.map((field) => [field, values[field as keyof EventPayload<T>]]),
  ) as EventPayload<T>;

/** The text that a mail client without HTML would show. */
export const textOf = (body: string, contentType: string | null): string =>
  contentType === 'html'
    ? plainText(body, 'html')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
    : body;

/** The same letter as HTML. */
export function htmlOf(body: string, contentType: string | null): string {
  if (contentType === 'html') return body;
  const escaped = body
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  return `<p>${escaped.replace(/\n{2,}/g, '</p><p>').replaceAll('\n', '<br>')}</p>`;
}
