import { counted } from '../../base/counted.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { isForbiddenKey, tagOf } from '../../contract/checks/variable-key.ts';
import type { LeadField } from './lead-fields.ts';
import type { Mapping } from './lead-mapping.ts';
import { type Cell, type Row, textOf } from './row.ts';

/** A lead in the shape that POST /leads takes. */
export interface NewLead extends Partial<Record<LeadField, string>> {
  email: string;
  customVariables?: Record<string, unknown>;
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

/** What a row is by itself; `trimmed` where there were spaces around the address. */
export type Judged = { readonly lead: NewLead; readonly trimmed: boolean } | Rejection;

interface Column<Use extends string = string> {
  readonly at: number;
  readonly header: string;
  /** The field or the key of the variable. */
  readonly name: Use;
  readonly exact: boolean;
}

/**
 * Makes leads of rows by a mapping. What it makes fits the contract: only fields of the mapping, text in the named ones,
 * and an address that was checked.
 */
export class LeadMaker {
  readonly #address: number;
  readonly #fields: readonly Column<LeadField>[];
  readonly #variables: readonly Column[];
  readonly #objects: readonly Pick<Column, 'at' | 'header'>[];
  readonly #tags: ReadonlySet<string>;

  /** `parse` reads JSON without losing a digit, and throws for what is not JSON. */
  constructor(
    private readonly mapping: Mapping,
    private readonly parse: (text: string) => unknown,
  ) {
    const columns = mapping.map(({ header, use }, at) => ({ header, use, at }));
    this.#address = columns.findIndex(({ use }) => use.kind === 'field' && use.field === 'email');
    this.#fields = columns.flatMap(({ header, use, at }) =>
      use.kind === 'field' && use.field !== 'email'
        ? [{ at, header, name: use.field, exact: use.exact === true }]
        : [],
    );
    this.#variables = columns.flatMap(({ header, use, at }) =>
      use.kind === 'variable' ? [{ at, header, name: use.key, exact: false }] : [],
    );
    this.#objects = columns.filter(({ use }) => use.kind === 'variables');
    this.#tags = new Set(this.#variables.map(({ name }) => tagOf(name)));
  }

  judge({ cells, fault }: Row): Judged {
    if (fault) return { kind: 'wrong encoding', column: this.#header(fault.at), reason: fault.reason };
    if (cells.length !== this.mapping.length)
      return {
        kind: 'wrong number of columns',
        column: '',
        reason: `has ${counted(cells.length, 'column')} where the header has ${this.mapping.length}`,
      };
    const given = textOf(cells[this.#address]);
    const email = given.trim();
    const reason = addressProblem(email);
    if (reason !== undefined)
      return {
        kind: email === '' ? 'no address' : 'malformed address',
        column: this.#header(this.#address),
        reason,
      };
    const lead: NewLead = { email };
    const problem = this.#addFields(lead, cells) ?? this.#addVariables(lead, cells) ?? this.#nulByte(cells);
    return problem ?? { lead, trimmed: email.length !== given.length };
  }

  #header(at: number): string {
    return this.mapping[at]?.header ?? '';
  }

  #addFields(lead: NewLead, cells: readonly Cell[]): Rejection | undefined {
    for (const { at, header, name, exact } of this.#fields) {
      const cell = cells[at] ?? '';
      if (typeof cell !== 'string' && typeof cell.value === 'object')
        return malformed(header, 'holds a list or an object where text belongs');
      const value = exact ? textOf(cell) : textOf(cell).trim();
      if (value !== '') lead[name] = value;
    }
    return undefined;
  }

  #addVariables(lead: NewLead, cells: readonly Cell[]): Rejection | undefined {
    const entries: [key: string, value: unknown][] = [];
    for (const { at, name } of this.#variables) {
      const cell = cells[at] ?? '';
      const value = typeof cell === 'string' ? cell.trim() : cell.value;
      if (value !== '') entries.push([name, value]);
    }
    for (const { at, header } of this.#objects) {
      const object = this.#object(cells[at] ?? '');
      if (object === undefined) return malformed(header, 'is no JSON object of custom variables');
      const reason = keyProblem(object, this.#tags);
      if (reason !== undefined) return malformed(header, reason);
      entries.push(...Object.entries(object).filter(([, value]) => value !== null && value !== ''));
    }
    if (entries.length > 0) lead.customVariables = Object.fromEntries(entries);
    return undefined;
  }

  #nulByte(cells: readonly Cell[]): Rejection | undefined {
    const holds = ({ at }: Column) => textOf(cells[at]).includes('\0');
    const column = this.#fields.find(holds) ?? this.#variables.find(holds);
    return column && malformed(column.header, 'holds a NUL byte');
  }

  /** Custom variables in one cell, as an export writes them; undefined where they are no JSON object. */
  #object(cell: Cell): object | undefined {
    if (typeof cell === 'string' && cell.trim() === '') return {};
    try {
      const value = typeof cell === 'string' ? this.parse(cell) : cell.value;
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}

const malformed = (column: string, reason: string): Rejection => ({
  kind: 'malformed value',
  column,
  reason,
});

/** Why the keys cannot be custom variables beside those of the other columns, `taken`. */
function keyProblem(object: object, taken: ReadonlySet<string>): string | undefined {
  const tags = new Set(taken);
  for (const key of Object.keys(object)) {
    const tag = tagOf(key);
    if (tag === '') return 'holds a custom variable without a name';
    if (isForbiddenKey(key)) return `holds the key "${key}", which is not allowed`;
    if (tags.has(tag)) return `holds "${key}", and {${tag}} is in the row already`;
    tags.add(tag);
  }
  return undefined;
}
