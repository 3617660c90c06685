import { counted } from '../../base/counted.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { isForbiddenKey, tagOf } from '../../contract/checks/variable-key.ts';
import { jsonEntries } from './json-entries.ts';
import type { LeadField } from './lead-fields.ts';
import type { Mapping } from './lead-mapping.ts';

/** What stands in one place of a row: text, or JSON where the file is of objects. Nothing is the empty text. */
export type Cell = string | JsonCell;

/** A value that is not text: `text` is how JSON writes it, `plain` that of a number, true or false. */
export interface JsonCell {
  readonly text: string;
  readonly plain: boolean;
}

export type RejectKind =
  | 'wrong encoding'
  | 'malformed address'
  | 'no address'
  | 'wrong number of columns'
  | 'malformed value';

export interface Rejection {
  readonly kind: RejectKind;
  /** The header of the column at fault; empty where it is the row as a whole. */
  readonly column: string;
  readonly reason: string;
}

/** A lead as JSON text, in the shape that POST /leads takes. */
export interface LeadText {
  readonly email: string;
  readonly json: string;
  /** The address had spaces around it. */
  readonly trimmed: boolean;
}

/**
 * Makes rows into leads, as JSON text: a row is written once and never becomes an object, which is what makes a million
 * of them cheap. The text fits the contract by construction: fields of the mapping only, text or nothing in the named
 * ones, and an address that was checked.
 */
export function leadWriter(mapping: Mapping): (cells: readonly Cell[]) => LeadText | Rejection {
  const email = mapping.findIndex(({ use }) => use.kind === 'field' && use.field === 'email');
  const fields = mapping.flatMap(({ header, use }, at) =>
    use.kind === 'field' && at !== email
      ? [{ header, at, exact: use.exact === true, start: `,${JSON.stringify(use.field)}:` }]
      : [],
  );
  const variables = mapping.flatMap(({ use }, at) =>
    use.kind === 'variable' ? [{ at, start: `${JSON.stringify(use.key)}:` }] : [],
  );
  const tags = new Set(mapping.flatMap(({ use }) => (use.kind === 'variable' ? [tagOf(use.key)] : [])));
  const objects = mapping.flatMap(({ header, use }, at) =>
    use.kind === 'variables' ? [{ header, at }] : [],
  );

  return (cells) => {
    if (cells.length !== mapping.length)
      return {
        kind: 'wrong number of columns',
        column: '',
        reason: `has ${counted(cells.length, 'column')} where the header has ${mapping.length}`,
      };
    const given = textOf(cells[email]);
    const address = given.trim();
    const problem = addressProblem(address);
    if (problem !== undefined)
      return {
        kind: address === '' ? 'no address' : 'malformed address',
        column: mapping[email]?.header ?? '',
        reason: problem,
      };
    let json = `{"email":${quoted(address)}`;
    for (const { at, exact, start, header } of fields) {
      const cell = cells[at] ?? '';
      if (typeof cell !== 'string' && !cell.plain) return noText(header);
      const value = exact ? textOf(cell) : textOf(cell).trim();
      if (value !== '') json += start + quoted(value);
    }
    let custom = '';
    for (const { at, start } of variables) {
      const value = jsonOf(cells[at] ?? '');
      if (value !== '') custom += (custom === '' ? '' : ',') + start + value;
    }
    for (const { at, header } of objects) {
      const entries = entriesOf(textOf(cells[at]), tags);
      if ('reason' in entries) return { kind: 'malformed value', column: header, reason: entries.reason };
      if (entries.json !== '') custom += (custom === '' ? '' : ',') + entries.json;
    }
    if (custom !== '') json += `,"customVariables":{${custom}}`;
    if (json.includes('\\u0000')) {
      const nought = cells.findIndex((cell) => textOf(cell).includes('\0'));
      if (nought >= 0) return noText(mapping[nought]?.header ?? '', 'holds a NUL byte');
    }
    return { email: address, json: `${json}}`, trimmed: address.length !== given.length };
  };
}

/** A lead that has every field of the mapping: what the contract says of it, it says of all that are written so. */
export function exampleLead(mapping: Mapping) {
  const uses = mapping.map(({ use }) => use);
  const variables = uses.flatMap((use) => (use.kind === 'variable' ? [[use.key, 'x'] as const] : []));
  const fields = uses.flatMap((use) => (use.kind === 'field' ? [[use.field, 'a@b.example'] as const] : []));
  const named: Partial<Record<LeadField, string>> = Object.fromEntries(fields);
  const hasVariables = uses.some(({ kind }) => kind === 'variable' || kind === 'variables');
  return {
    ...named,
    email: 'a@b.example',
    ...(hasVariables ? { customVariables: Object.fromEntries(variables) } : {}),
  };
}

const textOf = (cell: Cell | undefined): string =>
  cell === undefined ? '' : typeof cell === 'string' ? cell : cell.text;

function jsonOf(cell: Cell): string {
  if (typeof cell !== 'string') return cell.text;
  const value = cell.trim();
  return value === '' ? '' : quoted(value);
}

/** What JSON writes otherwise than it stands. */
const escaped = /["\\\u0000-\u001f\ud800-\udfff]/;

/** A third quicker than `JSON.stringify` for the texts that need nothing but quotes: nearly all. */
const quoted = (text: string): string => (escaped.test(text) ? JSON.stringify(text) : `"${text}"`);

const noText = (column: string, reason = 'holds a list or an object where text belongs'): Rejection => ({
  kind: 'malformed value',
  column,
  reason,
});

/** The entries of a JSON object as they stand in another one, without what is null or empty. */
function entriesOf(text: string, taken: ReadonlySet<string>): { json: string } | { reason: string } {
  if (text.trim() === '') return { json: '' };
  const entries = jsonEntries(text);
  if (entries === undefined) return { reason: 'is no JSON object of custom variables' };
  const tags = new Set(taken);
  const parts: string[] = [];
  for (const [key, entry] of entries) {
    const tag = tagOf(key);
    if (tag === '') return { reason: 'holds a custom variable without a name' };
    if (isForbiddenKey(key)) return { reason: `holds the key "${key}", which is not allowed` };
    if (tags.has(tag)) return { reason: `holds "${key}", and {${tag}} stands in the row already` };
    tags.add(tag);
    if (entry !== 'null' && entry !== '""') parts.push(`${JSON.stringify(key)}:${entry}`);
  }
  return { json: parts.join(',') };
}
