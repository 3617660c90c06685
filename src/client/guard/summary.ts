import type { AnyInput, AnyOperation } from '../../contract/operation.ts';

const longest = 80;
const listed = 3;

/** What a call does, and to what, in a line for people: `Buy credits with the saved card (credits 2000)`. */
export function summaryOf({ summary, secrets = [] }: AnyOperation, { params, body }: AnyInput): string {
  const fields = Object.entries({ ...params, ...objectOf(body) });
  const shown = fields.flatMap(([name, value]) => {
    const text = secrets.includes(name) ? undefined : inWords(value);
    return text === undefined ? [] : [`${name} ${text}`];
  });
  if (shown.length === 0) return summary;
  return `${summary} (${shortened(shown.join(', '))})`;
}

const objectOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};

/** Undefined for what does not go into a few words. */
function inWords(value: unknown): string | undefined {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value);
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const names = value.slice(0, listed).map(nameOf);
  if (names.includes(undefined)) return String(value.length);
  return `${names.join(' + ')}${value.length > listed ? ` + ${value.length - listed} more` : ''}`;
}

/** Of one item of a list: itself, or the text that its first field holds. */
const nameOf = (item: unknown): string | undefined => {
  const named = typeof item === 'object' && item !== null ? Object.values(item)[0] : item;
  return typeof named === 'string' || typeof named === 'number' ? String(named) : undefined;
};

const shortened = (text: string): string => {
  const characters = [...text];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
};
