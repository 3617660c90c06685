import { exactText } from '../base/exact-json.ts';
import { tagOf } from '../contract/checks/variable-key.ts';
import { type LeadFieldsWhere, leadFieldsWhere, snakeCase } from '../contract/lead-fields.ts';

type NamedField = LeadFieldsWhere<'mergeable', true>;

/** A lead as email copy sees it: the named fields and whatever else it carries. */
export type MergeLead = { readonly email: string } & {
  readonly [F in Exclude<NamedField, 'email'>]?: string | null | undefined;
} & { readonly customVariables?: Readonly<Record<string, unknown>> | null | undefined };

/** A piece of copy: plain text, or a tag with its folded key. `raw` put together gives the copy back. */
export interface Piece {
  readonly raw: string;
  readonly key?: string;
}

export interface ParsedCopy {
  readonly pieces: readonly Piece[];
  /** The position of a brace that opens or closes nothing, from 0. */
  readonly unbalanced: readonly number[];
}

/** Splits copy at its tags. A tag is on one line and holds no brace; any other brace is reported. */
export function parseCopy(copy: string): ParsedCopy {
  const pieces: Piece[] = [];
  const unbalanced: number[] = [];
  let from = 0;
  for (const match of copy.matchAll(/\{([^{}\r\n]*)\}|[{}]/g)) {
    const key = match[1] === undefined ? '' : tagOf(match[1]);
    if (match[1] === undefined) unbalanced.push(match.index);
    if (key === '') continue;
    if (match.index > from) pieces.push({ raw: copy.slice(from, match.index) });
    pieces.push({ raw: match[0], key });
    from = match.index + match[0].length;
  }
  if (from < copy.length) pieces.push({ raw: copy.slice(from) });
  return { pieces, unbalanced };
}

/** The folded keys that the copy asks for, each once, in the order of first use. */
export const keysOf = (copy: string): string[] => [
  ...new Set(parseCopy(copy).pieces.flatMap(({ key }) => (key === undefined ? [] : [key]))),
];

/** A value as it is sent: text as it is, anything else as its JSON text. Undefined where there is nothing to show. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : exactText(value);
}

/**
 * The values a lead offers, by folded key. Where two claim one key a named field wins, then the custom variable that
 * comes first. Named fields also answer to their snake_case name (`{first_name}`) unless a custom variable claims it:
 * the spec does not name their tags.
 */
export function mergeValues(lead: MergeLead): Map<string, string> {
  const values = new Map<string, string>();
  for (const [key, value] of claims(lead)) {
    const text = textOf(value);
    if (text !== undefined && !values.has(key)) values.set(key, text);
  }
  return values;
}

const names = leadFieldsWhere('mergeable', true).map((name) => ({
  name,
  key: tagOf(name),
  alias: snakeCase(name),
}));
const aliases = names.filter(({ key, alias }) => alias !== key);

/** [folded key, value], in order of precedence. */
function* claims(lead: MergeLead): Iterable<[string, unknown]> {
  for (const { name, key } of names) yield [key, lead[name]];
  for (const [name, value] of Object.entries(lead.customVariables ?? {})) yield [tagOf(name), value];
  for (const { name, alias } of aliases) yield [alias, lead[name]];
}

export interface Rendered {
  readonly text: string;
  /** Folded keys without a value, each once. */
  readonly missing: readonly string[];
}

/** Fills in the tags. One without a value stays as it was written, so that it is seen. */
export function render(copy: string, values: ReadonlyMap<string, string>): Rendered {
  const missing = new Set<string>();
  const text = parseCopy(copy).pieces.map(({ raw, key }) => {
    if (key === undefined) return raw;
    const value = values.get(key);
    if (value === undefined) missing.add(key);
    return value ?? raw;
  });
  return { text: text.join(''), missing: [...missing] };
}
