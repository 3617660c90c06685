import { counted } from '../../base/counted.ts';
import { addressProblem } from '../../contract/checks/email-address.ts';
import { isForbiddenKey, tagOf } from '../../contract/checks/variable-key.ts';
import type { AddressVerdict, Saying } from '../address/address-verdict.ts';
import { addressIn, namedAddress } from '../address/fixed-address.ts';
import { objectsIn, optOutIn, sayingsIn, worstOf } from '../address/status-column.ts';
import { cellLink } from './cell-link.ts';
import type { LeadField } from './lead-fields.ts';
import { type ColumnUse, isBefore, type Mapping } from './lead-mapping.ts';
import { namedInCase, nameFields } from './name-shape.ts';
import { type Cell, type Row, textOf } from './row.ts';
import type { SayingColumn } from './saying-columns.ts';
import { splitName } from './split-name.ts';

/** A lead in the shape that POST /leads takes. */
export interface NewLead extends Partial<Record<LeadField, string>> {
  email: string;
  customVariables?: Record<string, unknown>;
}

/** What a column says of a row: that the address takes no email, or that the person wants no more. */
export const leftOutKinds = ['known-invalid', 'opted-out'] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];

export const isLeftOut = (kind: RejectKind): kind is LeftOutKind =>
  (leftOutKinds as readonly RejectKind[]).includes(kind);

/** `forgotten`: `leads forget` was run for the person. `launch checks`: a rule of them, which the reason names. */
export const rejectKinds = [
  ...([
    'opted-out',
    'known-invalid',
    'forgotten',
    'wrong encoding',
    'malformed address',
    'no address',
  ] as const),
  ...(['wrong number of columns', 'malformed value', 'launch checks'] as const),
] as const;
export type RejectKind = (typeof rejectKinds)[number];

export interface Rejection {
  readonly kind: RejectKind;
  /** The header of the column at fault; empty where it is the row as a whole. */
  readonly column: string;
  readonly reason: string;
  /** The column that holds an address where the chosen one is empty. */
  readonly spare?: string;
  /** What stands where the address should be. */
  readonly given?: string;
  /** What the row is with the address taken out of that text, where `repairs` asks for it and there is one. */
  readonly repaired?: Judged;
  /** Where it would be a lead otherwise. */
  readonly email?: string;
  /** The addresses that are left out: no other row brings them back. */
  readonly leftOut?: readonly string[];
  /** The row does not plainly say why they are: not enough to block them. */
  readonly doubtful?: true;
  /** Another file that says it, where this one does not. */
  readonly saidBy?: string;
  /** Part of a cell of someone who opted out that should be an address and is none: that person cannot be blocked. */
  readonly unread?: string | undefined;
}

/** A lead made of a row, and where its address comes from. */
export interface MadeLead {
  readonly lead: NewLead;
  readonly at: number;
  /** How the address stood there: `in its text` is `Ann <ann@acme.com>`, or a link. */
  readonly address: 'whole' | 'with spaces' | 'first of several' | 'in its text';
  readonly verdict: AddressVerdict | undefined;
  /** What `--default` has filled in: `firstName`, and `{city}` of a variable. */
  readonly filled: readonly string[];
  /** A row of a file of old values that has none. */
  readonly isIdle: boolean;
  /** A column says that the person opted out, and they are taken all the same. */
  readonly optedOut: boolean;
}

/** A value for rows that have none, of a field or under the key of a variable. */
export type DefaultValue = { readonly value: string } & (
  | { readonly field: LeadField }
  | { readonly key: string }
);

export type Judged = MadeLead | Rejection;

interface Column {
  readonly at: number;
  readonly header: string;
}

type FieldColumn = Column &
  Extract<ColumnUse, { kind: 'field' }> & {
    /** A cell may hold several values. */
    readonly several: boolean;
  };

type Said = ReadonlyMap<Saying, Column>;

/** How rows become leads, beside their columns. */
export interface MakerRules {
  /** Rows that are taken, although their columns say to leave them out. */
  readonly keep?: ReadonlySet<LeftOutKind> | undefined;
  readonly defaults?: readonly DefaultValue[] | undefined;
  /** A name in capitals is written as names are. */
  readonly fixNames?: boolean | undefined;
  /** Rejections say what the row would be with its address taken out of the text around it. */
  readonly repairs?: boolean | undefined;
  /** Cells are JSON values: any object may say whom to leave out, as the launch checks read it. */
  readonly holdsObjects?: boolean | undefined;
}

/** How contact lists put several values into one cell; the first one counts. */
const between = ' ::: ';
const betweenAddresses = /:::|[,;|\n]/;
const longestCell = 2000;
const holdsNul = 'holds a NUL byte';

/** What it makes fits the contract: only fields of the mapping, text in the named ones, and an address that was checked. */
export class LeadMaker {
  readonly #addresses: FieldColumn[] = [];
  readonly #spares: (Mapping[number] & Column)[] = [];
  readonly #fullName: Column[] = [];
  readonly #fields: FieldColumn[] = [];
  readonly #variables: (Column & { readonly key: string })[] = [];
  readonly #objects: Column[] = [];
  /** A row without a value has none to put back: of someone who was new, or had nothing there. */
  readonly #putsBack: boolean;
  readonly #tags = new Set<string>();
  #isSaid = false;

  /** `parse` reads JSON without losing a digit, and throws for what is not JSON. */
  constructor(
    private readonly mapping: Mapping,
    private readonly parse: (text: string) => unknown,
    /** Columns that say who is to be left out. */
    private readonly saying: readonly SayingColumn[] = [],
    private readonly rules: MakerRules = {},
  ) {
    const headers: string[] = [];
    const fields: FieldColumn[] = [];
    for (const [at, column] of mapping.entries()) {
      const { header, use } = column;
      headers.push(header);
      // `Phone 1 - Value` of Google.
      if (use.kind === 'field') fields.push({ ...use, at, header, several: /\d - Value$/.test(header) });
      if ('insteadOf' in use && use.insteadOf === 'email') this.#spares.push({ ...column, at });
      if (use.kind === 'fullName') this.#fullName.push({ at, header });
      if (use.kind === 'variables') this.#objects.push({ at, header });
      if (use.kind !== 'variable') continue;
      this.#variables.push({ at, header, key: use.key });
      this.#tags.add(tagOf(use.key));
    }
    fields.sort((a, b) => (a.turn ?? 0) - (b.turn ?? 0));
    for (const column of fields) (column.field === 'email' ? this.#addresses : this.#fields).push(column);
    this.#putsBack = isBefore(headers);
  }

  /** Whether a row could say that it is to be left out, or one did in an object of its own. */
  get couldSay(): boolean {
    return this.#isSaid || this.saying.length + this.#objects.length > 0;
  }

  judge(row: Row): Judged {
    const { cells: given, fault } = row;
    if (fault)
      return { kind: 'wrong encoding', column: this.mapping[fault.at]?.header ?? '', reason: fault.reason };
    if (given.length !== this.mapping.length)
      return {
        kind: 'wrong number of columns',
        column: '',
        reason: `has ${counted(given.length, 'column')} where the header has ${this.mapping.length}`,
      };
    const cells = given.some(isOdd) ? given.map((cell, at) => this.#asText(cell, at)) : given;
    const said = this.#said(cells);
    const out = said?.get('out') ?? said?.get('doubtful');
    const read = out && this.#optOut(out, cells, out === said?.get('out'));
    if (read?.leftOut) return read.leftOut;
    const { at = -1, header = '', exact } = this.#addressColumn(cells) ?? {};
    const text = textOf(cells[at]);
    const whole = text.trim();
    const reason = exact ? addressProblem(whole) : problemOf(whole);
    const first = reason === undefined || whole === '' ? undefined : firstAddress(whole);
    const email =
      reason === undefined ? whole : (first ?? (reason === formula ? undefined : namedAddress(whole)));
    if (email === undefined) {
      const inside = this.rules.repairs ? addressIn(withoutSign(whole)) : undefined;
      const repaired = inside && this.judge({ ...row, cells: given.with(at, inside) });
      const rejection = this.#withoutAddress(header, whole, cells, reason ?? '');
      const unread = said?.has('out') && { unread: read?.unread ?? whole };
      return { ...rejection, ...(repaired && { repaired }), ...unread };
    }
    const lead: NewLead = { email };
    const dead = said?.get('invalid');
    const problem =
      (dead && this.#leftOut('known-invalid', [lead.email], cells, dead)) ??
      this.#addFields(lead, cells) ??
      this.#addVariables(lead, cells) ??
      this.#nulByte(cells);
    if (problem) return problem;
    if (out) this.#carry(lead, out, cells);
    const cell = textOf(given[at]);
    const isSpaced = whole.length !== cell.length;
    const stood = cell.trim() !== email ? 'in its text' : isSpaced ? 'with spaces' : 'whole';
    const address = first === undefined ? stood : 'first of several';
    const { defaults } = this.rules;
    const filled = defaults?.length ? this.#fill(lead, defaults) : nothingFilled;
    const isIdle = this.#putsBack && Object.keys(lead).length === 1;
    const verdict = said && worstOf(said);
    return { lead, at, address, verdict, optedOut: out !== undefined, filled, isIdle };
  }

  /** The row of someone who opted out, and the part of it that should be an address and is none. */
  #optOut(by: Column, cells: readonly Cell[], isPlain: boolean) {
    const sound: string[] = [];
    let unread: string | undefined;
    // In whatever text: `Ann <ann@acme.com>`, `mailto:ann@acme.com`, `ann@acme.com (work)`, `ann [at] acme.com`.
    for (const { at } of this.#addresses)
      for (const part of textOf(cells[at])
        .slice(0, longestCell)
        .replace(/[＠﹫]|\s*[[({]\s*at\s*[\])}]\s*/gi, '@')
        .replace(/\s*[[({]\s*dot\s*[\])}]\s*/gi, '.')
        .split(/[\s<>()[\]"',;:|?]+/)) {
        if (!part.includes('@')) continue;
        const text = withoutSign(part);
        // With a slip that has one meaning, it is the address that is meant.
        const meant = addressProblem(text) === undefined ? text : addressIn(text);
        if (meant === undefined) unread ??= text;
        else sound.push(meant);
      }
    const leftOut = sound.length > 0 && this.#leftOut('opted-out', sound, cells, by);
    return {
      unread,
      leftOut: leftOut && { ...leftOut, ...(!isPlain && { doubtful: true as const }), unread },
    };
  }

  /**
   * The formula of a link as what its column is about: where it leads, or what it shows. Byte-order marks go: files that
   * were joined have them anywhere.
   */
  #asText(given: Cell, at: number): Cell {
    const use = this.mapping[at]?.use;
    const isWhole = use?.kind === 'variables' || (use?.kind === 'field' && use.exact);
    if (typeof given !== 'string' || isWhole) return given;
    const cell = given.replaceAll(byteOrderMark, '');
    const link = cellLink(cell);
    if (link === undefined) return cell;
    const field = use?.kind === 'field' ? use.field : undefined;
    if (field === 'email') return namedAddress(link.url) ?? link.shown;
    return field === 'website' || field === 'linkedin' ? link.url : link.shown;
  }

  #fill(lead: NewLead, defaults: readonly DefaultValue[]): string[] {
    const filled: string[] = [];
    for (const { value, ...of } of defaults) {
      if ('field' in of) {
        if (lead[of.field] !== undefined) continue;
        lead[of.field] = value;
        filled.push(of.field);
        continue;
      }
      const tag = tagOf(of.key);
      const isIt = (key: string) => tagOf(key) === tag;
      if (Object.keys(lead.customVariables ?? {}).some(isIt)) continue;
      const key = this.#variables.find((column) => isIt(column.key))?.key ?? of.key;
      lead.customVariables = { ...lead.customVariables, [key]: value };
      filled.push(`{${tag}}`);
    }
    return filled;
  }

  /** Whatever the columns become: also where they are ignored. */
  #said(cells: readonly Cell[]): Said | undefined {
    const { holdsObjects = false } = this.rules;
    if (!this.couldSay && !holdsObjects) return undefined;
    const said = new Map<Saying, Column>();
    for (const column of this.saying) {
      const cell = cells[column.at];
      // An object is read below, field by field.
      if (typeof cell === 'object' && objectsIn(cell.value).length > 0) continue;
      const saying = column.say(textOf(cell));
      if (saying !== undefined && !said.has(saying)) said.set(saying, column);
    }
    // What another object says of another address is not about this person.
    const own = [...this.#addresses, ...this.#spares].map(({ at }) => textOf(cells[at])).join(' ');
    const take = (column: Column, object: object) => {
      for (const [, saying] of sayingsIn(object, own)) if (!said.has(saying)) said.set(saying, column);
    };
    for (const column of this.#objects) take(column, this.#object(cells[column.at] ?? '') ?? {});
    if (holdsObjects)
      for (const [at, cell] of cells.entries()) {
        const { header = '', use } = this.mapping[at] ?? {};
        if (typeof cell !== 'string' && typeof cell.value === 'object' && use?.kind !== 'variables')
          take({ at, header }, { [header]: cell.value });
      }
    this.#isSaid ||= said.size > 0;
    return said;
  }

  #leftOut(kind: LeftOutKind, addresses: readonly string[], cells: readonly Cell[], by: Column) {
    if (this.rules.keep?.has(kind)) return undefined;
    const said = textOf(cells[by.at]).trim();
    const why = said.length > 40 ? 'its variables say so' : `it says "${said}"`;
    return leftOut(kind, addresses, by.header, why);
  }

  /** The first that has one, or the first of all. */
  #addressColumn(cells: readonly Cell[]): FieldColumn | undefined {
    for (const column of this.#addresses) if (textOf(cells[column.at]).trim() !== '') return column;
    return this.#addresses[0];
  }

  #withoutAddress(column: string, given: string, cells: readonly Cell[], reason: string): Rejection {
    const why = given.includes('\0') ? holdsNul : reason;
    if (given !== '') return { kind: 'malformed address', column, reason: why, given };
    const spare = this.#spares.find(({ at }) => addressProblem(textOf(cells[at]).trim()) === undefined);
    return { kind: 'no address', column, reason, ...(spare && { spare: spare.name }) };
  }

  #addFields(lead: NewLead, cells: readonly Cell[]): Rejection | undefined {
    for (const { at, header, field, exact, turn = 0, several } of this.#fields) {
      const cell = cells[at] ?? '';
      if (typeof cell !== 'string' && typeof cell.value === 'object')
        return malformed(header, 'holds a list or an object where text belongs');
      if (turn > 0 && lead[field] !== undefined) continue;
      const text = several ? (textOf(cell).split(between)[0] ?? '') : textOf(cell);
      const value = exact ? text : text.trim();
      if (value !== '') lead[field] = value;
    }
    for (const { at } of this.#fullName) Object.assign(lead, { ...splitName(textOf(cells[at])), ...lead });
    if (this.rules.fixNames)
      for (const name of nameFields)
        if (lead[name] !== undefined) lead[name] = namedInCase(lead[name], name === 'lastName');
    return undefined;
  }

  #addVariables(lead: NewLead, cells: readonly Cell[]): Rejection | undefined {
    const entries: [key: string, value: unknown][] = [];
    for (const { at, key } of this.#variables) {
      const cell = cells[at] ?? '';
      const value = typeof cell === 'string' ? cell.trim() : cell.value;
      if (value !== '') entries.push([key, value]);
    }
    for (const { at, header } of this.#objects) {
      const object = this.#object(cells[at] ?? '');
      if (object === undefined) return malformed(header, 'is not a JSON object of custom variables');
      const reason = keyProblem(object, this.#tags);
      if (reason !== undefined) return malformed(header, reason);
      for (const [key, value] of Object.entries(object))
        if (value !== null && value !== '') entries.push([key, value]);
    }
    if (entries.length > 0) lead.customVariables = Object.fromEntries(entries);
    return undefined;
  }

  /** Who is taken although they opted out is known to the launch checks by what the lead has, whatever the columns become. */
  #carry(lead: NewLead, { at, header }: Column, cells: readonly Cell[]): void {
    const kind = this.mapping[at]?.use.kind;
    const { customVariables = {} } = lead;
    if (kind === 'variables' || optOutIn(customVariables, lead.email) !== undefined) return;
    const others = Object.entries(customVariables).filter(([key]) => tagOf(key) !== tagOf(header));
    lead.customVariables = { ...Object.fromEntries(others), [header]: textOf(cells[at]).trim() };
  }

  #nulByte(cells: readonly Cell[]): Rejection | undefined {
    if (!cells.some(hasNul)) return undefined;
    for (const { at, header } of [...this.#fields, ...this.#variables, ...this.#fullName])
      if (hasNul(cells[at])) return malformed(header, holdsNul);
    return undefined;
  }

  /** Custom variables in one cell, as an export writes them; undefined where they are not a JSON object. */
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

const byteOrderMark = '\ufeff';
const nothingFilled: readonly string[] = [];

const hasNul = (cell: Cell | undefined): boolean => textOf(cell).includes('\0');
const isOdd = (cell: Cell): boolean =>
  typeof cell === 'string' && (cell.startsWith('=') || cell.includes(byteOrderMark));

/** An address may begin so by the rules of email, and in a file it is what is left of a formula. */
export const formula = 'the address begins with =, like a formula';
const problemOf = (text: string): string | undefined =>
  addressProblem(text) ?? (text.startsWith('=') ? formula : undefined);
const withoutSign = (text: string): string => text.replace(/^=\s*/, '');

/** Of several in one cell; undefined where one of them is malformed. */
function firstAddress(text: string): string | undefined {
  if (text.length > longestCell) return undefined;
  let first: string | undefined;
  let count = 0;
  for (const part of text.split(betweenAddresses)) {
    const address = part.trim();
    if (address === '') continue;
    if (problemOf(address) !== undefined) return undefined;
    first ??= address;
    count += 1;
  }
  return count > 1 ? first : undefined;
}

export const leftOut = (
  kind: LeftOutKind,
  addresses: readonly string[],
  column: string,
  why: string,
): Rejection => ({ kind, column, reason: `${kind}: ${why}`, leftOut: addresses });

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
