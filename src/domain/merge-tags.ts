import { exactText } from '../base/exact-json.ts';
import { isInvisible } from '../base/text/invisible.ts';
import { tagOf } from '../contract/checks/variable-key.ts';
import { type LeadFieldsWhere, leadFieldsWhere, snakeCase } from '../contract/lead-fields.ts';

type NamedField = LeadFieldsWhere<'mergeable', true>;

export type MergeLead = { readonly email: string } & {
  readonly [F in Exclude<NamedField, 'email'>]?: string | null | undefined;
} & { readonly customVariables?: Readonly<Record<string, unknown>> | null | undefined };

/** A piece of copy: plain text, or a tag with its folded key. `raw` put together gives the copy back. */
interface Piece {
  readonly raw: string;
  readonly key?: string;
  /** In a style sheet or a script of HTML, where braces are its own: filled in where there is a value, never missing. */
  readonly optional?: true;
}

interface ParsedCopy {
  readonly pieces: readonly Piece[];
  /** The position of a brace that opens or closes nothing, from 0. */
  readonly unbalanced: readonly number[];
}

export type CopyType = 'html' | 'text';

/** Splits copy at its tags. A tag is on one line and holds no brace; any other brace is reported. */
export function parseCopy(copy: string, type: CopyType = 'text'): ParsedCopy {
  const known = parsed[type].get(copy);
  if (known) return known;
  const made = split(copy, type);
  if (parsed[type].size >= mostParsed) parsed[type].clear();
  parsed[type].set(copy, made);
  return made;
}

/** Few copies go to many leads, so the last ones are kept. */
const parsed = { html: new Map<string, ParsedCopy>(), text: new Map<string, ParsedCopy>() };
const mostParsed = 100;

function split(copy: string, type: CopyType): ParsedCopy {
  const pieces: Piece[] = [];
  const unbalanced: number[] = [];
  const code = type === 'html' ? codeIn(copy) : [];
  let nextCode = 0;
  let from = 0;
  for (const match of copy.matchAll(/\{([^{}\r\n]*)\}|[{}]/g)) {
    while ((code[nextCode]?.[1] ?? copy.length) <= match.index) nextCode += 1;
    const inCode = (code[nextCode]?.[0] ?? copy.length) <= match.index;
    const key = match[1] === undefined ? '' : tagOf(match[1]);
    if (match[1] === undefined && !inCode) unbalanced.push(match.index);
    if (key === '') continue;
    if (match.index > from) pieces.push({ raw: copy.slice(from, match.index) });
    pieces.push({ raw: match[0], key, ...(inCode && { optional: true }) });
    from = match.index + match[0].length;
  }
  if (from < copy.length) pieces.push({ raw: copy.slice(from) });
  return { pieces, unbalanced };
}

/** Where style sheets and scripts are, from and to, in order. One that does not end is not one. */
export function codeIn(html: string): [from: number, to: number][] {
  const found: [number, number][] = [];
  const folded = html.toLowerCase();
  const ends: Partial<Record<string, number>> = {};
  for (const { 0: tag, 1: name = '', index } of folded.matchAll(/<(style|script)(?=[\s>])/g)) {
    if (index < (found.at(-1)?.[1] ?? 0) || ends[name] === -1) continue;
    const end = folded.indexOf(`</${name}`, index + tag.length);
    ends[name] = end;
    if (end !== -1) found.push([index, end]);
  }
  return found;
}

/** The folded keys that the copy asks for, each once, in the order of first use. */
export function keysOf(copy: string, type?: CopyType): string[] {
  const keys = new Set<string>();
  for (const { key, optional } of parseCopy(copy, type).pieces)
    if (key !== undefined && !optional) keys.add(key);
  return [...keys];
}

/** The same for several texts, with those in code, which are filled in as well. */
export function tagsIn(texts: readonly { readonly copy: string; readonly type: CopyType }[]): Set<string> {
  const keys = new Set<string>();
  for (const { copy, type } of texts)
    for (const { key } of parseCopy(copy, type).pieces) if (key !== undefined) keys.add(key);
  return keys;
}

/** As it is sent: text as it is, else its JSON. Undefined where there is nothing to see. */
export function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') return exactText(value);
  return isInvisible(value) ? undefined : value;
}

export interface MergeValues {
  get(key: string): string | undefined;
}

/** A named field wins, then the first custom variable; `{first_name}` is the field's unless a variable claims it. */
export function mergeValues(lead: MergeLead): MergeValues {
  let variables: Map<string, string> | undefined;
  return {
    get(key) {
      const field = fieldTags.get(key);
      const text = field && textOf(lead[field]);
      if (text !== undefined && !aliases.has(key)) return text;
      variables ??= variableTexts(lead);
      return variables.get(key) ?? text;
    },
  };
}

function variableTexts({ customVariables }: MergeLead): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(customVariables ?? {})) {
    const key = tagOf(name);
    const text = textOf(value);
    if (text !== undefined && !texts.has(key)) texts.set(key, text);
  }
  return texts;
}

const names = new Map<string, NamedField>();
const aliases = new Map<string, NamedField>();
for (const name of leadFieldsWhere('mergeable', true)) {
  names.set(tagOf(name), name);
  if (snakeCase(name) !== tagOf(name)) aliases.set(snakeCase(name), name);
}

/** The tags of the named fields, folded, with the way to write them: `first_name` and `firstname` are `firstName`. */
export const fieldTags: ReadonlyMap<string, NamedField> = new Map([...names, ...aliases]);

/** [folded key, value], in order of precedence. */
export function* claims(lead: MergeLead): Iterable<[string, unknown]> {
  for (const [key, name] of names) yield [key, lead[name]];
  for (const [name, value] of Object.entries(lead.customVariables ?? {})) yield [tagOf(name), value];
  for (const [alias, name] of aliases) yield [alias, lead[name]];
}
