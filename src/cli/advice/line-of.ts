import { type Advice, type Hint, isAdvice, piecesOf } from '../../base/text/advice.ts';
import { shellWord } from '../advice/shell-words.ts';
import { kebab } from '../declare/shared-options.ts';
import type { Patterned } from './advise.ts';
import { type CommandPath, lines } from './lines.ts';

type Values = Advice['values'];

/** The line that does it when it is pasted into a shell; undefined where a value that it needs is not there. */
export function lineOf({ command, values }: Advice): string | undefined {
  const isWhole = needsOf(command).every(({ name, required }) => !required || isThere(values[name]));
  return isWhole ? drawn(command, values, shellWord) : undefined;
}

/** pattern('leads import', { campaign }): a line with places to fill in, as a part of a message. */
export const pattern = <const P extends CommandPath>(command: P, values: Patterned<P> = {}): string =>
  drawn(command, values, (word) => (place.test(word) ? word : shellWord(word)));

/** With lines of a shell in it. */
export const textOf = (hint: Hint): string =>
  piecesOf(hint)
    .map((piece) => (isAdvice(piece) ? drawn(piece.command, piece.values, shellWord) : piece))
    .join('');

/** `<file>`, `"<METHOD> <path>"`: to be filled in. */
const place = /^"?<[\w -]+>(?: <[\w -]+>)*"?$/;

/** None of a command that is new: what writes `lines.tsv` draws before it does. */
const needsOf = (command: string) =>
  (lines.get(command)?.needs ?? []).map((need) => ({
    name: need.replaceAll(/^--|\?$/g, ''),
    isOption: need.startsWith('--'),
    required: !need.endsWith('?'),
  }));

/** A value that is needed and not there is a place to fill in. */
function drawn(command: string, values: Values, quote: (word: string) => string): string {
  const needs = needsOf(command);
  const given: Record<string, readonly string[]> = {};
  for (const { name, required } of needs) given[name] = required ? [`<${kebab(name)}>`] : [];
  for (const [name, value] of Object.entries(values))
    if (isThere(value)) given[name] = [value].flat().map((word) => quote(String(word)));
  const places = needs.flatMap(({ name, isOption }) => (isOption ? [] : [name]));
  const words = places.flatMap((name) => given[name] ?? []);
  const options = Object.entries(given).flatMap(([name, of]) =>
    places.includes(name) ? [] : optionWords(kebab(name), values[name], of),
  );
  // What begins like an option has its place after `--`.
  const all = words.some(isLikeOption) ? [...options, '--', ...words] : [...words, ...options];
  return ['outreach', command, ...all].join(' ');
}

function optionWords(name: string, value: unknown, words: readonly string[]): string[] {
  if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`];
  return words.map((word) => (isLikeOption(word) ? `--${name}=${word}` : `--${name} ${word}`));
}

const isLikeOption = (word: string): boolean => /^["']?-./.test(word);

/** From an answer anything may come. */
const isThere = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every(isThere)
    : value !== '' && ['string', 'boolean', 'number', 'bigint'].includes(typeof value);
