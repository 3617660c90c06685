import { type EventName, type EventPayload, events } from '../../contract/events/events.ts';

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

/** The text a mail client without HTML would show; enough for the letters that campaigns send. */
export function textOf(body: string, contentType: string | null): string {
  if (contentType !== 'html') return body;
  return body
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|#39|nbsp|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

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
