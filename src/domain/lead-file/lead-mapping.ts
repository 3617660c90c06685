import { firstOf } from '../../base/counted.ts';
import { digestOfValue } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { leads } from '../../contract/areas/leads.ts';
import { isForbiddenKey, tagOf } from '../../contract/checks/variable-key.ts';
import { leadFields } from '../../contract/lead-fields.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import { cellLink } from './cell-link.ts';
import {
  asLeadField,
  type Claim,
  claimOf,
  foldHeader,
  importableFieldNames,
  type LeadField,
} from './lead-fields.ts';
import { productOf } from './product-of.ts';
import { isSalutation } from './split-name.ts';

export type ColumnUse =
  /**
   * `exact`: as it is, with the blanks around it; otherwise they are a slip. `turn`: of several columns that were chosen
   * for a field, the first one with a value counts, in this order.
   */
  | { readonly kind: 'field'; readonly field: LeadField; readonly exact?: true; readonly turn?: number }
  /** Split into first, middle and last name, where the row has none. */
  | { readonly kind: 'fullName' }
  /** `insteadOf`: it could have been the column of this field, but another one is better. */
  | { readonly kind: 'variable'; readonly key: string; readonly insteadOf?: LeadField }
  /** Each cell is a JSON object, as an export writes it; its entries become custom variables. */
  | { readonly kind: 'variables' }
  | { readonly kind: 'ignored'; readonly insteadOf?: LeadField };

export type Mapping = readonly {
  readonly header: string;
  /** How the column is called: by its header; where several have the same, the second one is `Notes (2)`. */
  readonly name: string;
  readonly use: ColumnUse;
}[];

export const isAddress = ({ use }: Mapping[number]): boolean => use.kind === 'field' && use.field === 'email';

/** Columns that a rejects file adds; an import of the fixed file ignores them. */
export const rejectColumns = ['_row', '_column', '_reason'] as const;

/** Files with these columns are alike; the rejects of a file are like the file itself. */
export const headerShape = (headers: readonly string[]): string =>
  digestOfValue(headers.filter((header) => !(rejectColumns as readonly string[]).includes(header)));

/** Columns of a file of old values, which an import puts back. */
export const beforeColumns = ['_was_empty', '_new'] as const;

export const isBefore = (headers: readonly string[]): boolean =>
  beforeColumns.every((name) => headers.includes(name));

/** Throws `usage` for a file of old values: they are put back for people who opted out as well. */
export function refuseBefore(name: string, headers: readonly string[]): void {
  if (!isBefore(headers)) return;
  throw new Failure('contradicting_options', `${name} has old values, and is not imported into a campaign.`, {
    hint: `To put them back, import ${name} without a campaign: it leaves out no one.`,
  });
}

/** What an export of leads holds beside what an import may set. */
const exported = fieldsOf(leads.get.response.entries.lead).filter(
  (name) => name !== 'customVariables' && !(name in leadFields),
);

/** `--map "Company Name=company"`, `--map "Notes=-"`: column to field, to fullName, to `var:key`, or to nothing. */
export type Choices = ReadonlyMap<string, string>;

/** Reads `--map "Company Name=company"`; the last equals sign splits, so that a header may hold one. */
export function chosenColumns(options: readonly string[]): Choices {
  const choices = new Map<string, string>();
  for (const option of options) {
    const at = option.lastIndexOf('=');
    if (at <= 0)
      throw badMapping(
        `--map "${option}" lacks what the column becomes.`,
        'Write --map "<column>=<field>", for example --map "Company Name=company".',
      );
    choices.set(option.slice(0, at).trim(), option.slice(at + 1).trim());
  }
  return choices;
}

/** The columns that `--map` takes the address from; undefined where it names none. */
export function addressColumns(map: readonly string[] = []): readonly string[] | undefined {
  const columns: string[] = [];
  for (const [column, use] of chosenColumns(map)) if (asLeadField(use) === 'email') columns.push(column);
  return columns.length === 0 ? undefined : columns;
}

interface MappingRules {
  readonly choices: Choices;
  /** A value of each column from the first rows; empty where they have none. */
  readonly sample?: readonly string[];
  /** Columns of lists or objects. */
  readonly nested?: ReadonlySet<number>;
  /** Which of the columns that no field takes become custom variables; all unless given. */
  readonly variables?: VariableRule;
  /** What the first columns became: of a file of objects in which others turned up. */
  readonly settled?: Mapping;
  /** Merge tags that people have already: a column that was stored under one keeps it, whether it can be typed or not. */
  readonly stored?: ReadonlySet<string> | undefined;
}

export type VariableRule = 'all' | 'none' | readonly string[];

function columnNames(headers: readonly string[]): string[] {
  const seen = new Map<string, number>();
  const names: string[] = [];
  for (const header of headers) {
    const number = (seen.get(header) ?? 0) + 1;
    seen.set(header, number);
    names.push(number === 1 ? header : `${header} (${number})`);
  }
  return names;
}

/** The chosen use, else the best column of a field, else a custom variable. Throws `bad_mapping`. */
export function mapColumns(headers: readonly string[], rules: MappingRules): Mapping {
  const { choices, settled = [] } = rules;
  const names = columnNames(headers);
  refuseUnknown([...choices.keys()], names);
  const listed = Array.isArray(rules.variables) ? columnsOf(rules.variables, names) : undefined;
  const columns = headers.map((header, at) => ({ header, name: names[at] ?? header, at }));
  const open = columns.filter(({ name, at }) => !choices.has(name) && at >= settled.length);
  const again = exported.every((name) => headers.includes(name)) || isBefore(headers);
  const claims = claimsOf(open, headers, again ? undefined : (rules.sample ?? []));
  const taken = new Set([...choices.values()].map(asLeadField));
  for (const { use } of settled) if (use.kind === 'field') taken.add(use.field);
  const best = bestColumns(open, claims, taken, rules);
  const turns = turnsOf(choices);
  const chosen = [
    ...[...choices.values()].flatMap((choice) => (choice.startsWith('var:') ? [choice.slice(4)] : [])),
    ...settled.flatMap(({ use }) => (use.kind === 'variable' ? [use.key] : [])),
  ];
  const keyFor = freeKeys(headers, chosen, rules.stored);
  const mapping = columns.map((column) => {
    const { header, name, at } = column;
    const choice = choices.get(name);
    if (settled[at]) return settled[at];
    if (choice !== undefined) return { header, name, use: useOfChoice(column, choice, turns.get(name)) };
    const claim = claims.get(at);
    const isBest = claim !== undefined && best.get(claim.field)?.at === at;
    const field = claim?.field;
    const asField: ColumnUse | undefined = isBest
      ? { kind: 'field', field: claim.field, ...(again && { exact: true }) }
      : undefined;
    const use = fixedUse(header, again) ?? asField;
    if (use !== undefined && use.kind !== 'variables') return { header, name, use };
    if (rules.variables === 'none' || (listed !== undefined && !listed.has(name)))
      return { header, name, use: { kind: 'ignored' as const, ...(field && { insteadOf: field }) } };
    return { header, name, use: use ?? spareUse(column, field, taken, keyFor) };
  });
  refuseCollisions(mapping);
  return mapping;
}

interface Column {
  readonly header: string;
  readonly name: string;
  readonly at: number;
}

function refuseUnknown(given: readonly string[], names: readonly string[]): void {
  const unknown = given.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw badMapping(
      `The file has no column ${unknown.map(quoted).join(', ')}.`,
      `Its columns are ${listedNames(names)}.`,
    );
}

/** Columns by their names as people type them, in any case and spacing. */
function columnsOf(typed: readonly string[], names: readonly string[]): ReadonlySet<string> {
  const found = typed.map(
    (word) =>
      names.find((name) => name === word) ??
      names.find((name) => foldHeader(name) === foldHeader(word)) ??
      word,
  );
  refuseUnknown(found, names);
  return new Set(found);
}

/** Several columns that were chosen for one field are asked in the order in which they were. */
function turnsOf(choices: Choices): ReadonlyMap<string, number> {
  const counts = new Map<LeadField, number>();
  const turns = new Map<string, number>();
  for (const [name, choice] of choices) {
    const field = asLeadField(choice);
    if (field === undefined) continue;
    turns.set(name, counts.get(field) ?? 0);
    counts.set(field, (counts.get(field) ?? 0) + 1);
  }
  return turns;
}

/** The field that each column means, where its value in `sample` does not say otherwise. */
function claimsOf(
  columns: readonly Column[],
  headers: readonly string[],
  sample: readonly string[] | undefined,
): ReadonlyMap<number, Claim> {
  const isLinkedIn = productOf(headers) === 'LinkedIn connections';
  const claims = new Map<number, Claim>();
  for (const { header, at } of columns) {
    const claim = claimOf(header);
    if (claim === undefined) continue;
    claims.set(at, claim);
    if (sample === undefined) continue;
    const { field, rank } = claim;
    const value = sample[at] ?? '';
    const isSite = field === 'website' && rank > 0;
    if (isSite && (isLinkedIn || isProfile(value))) claims.set(at, { field: 'linkedin', rank: 1 });
    else if (isSite && isCompanyPage(value)) claims.delete(at);
    if (field === 'title' && isSalutation(value)) claims.delete(at);
    // `profileUrl` is the page of a person on any site.
    if (field === 'linkedin' && rank > 0 && !isProfile(value)) claims.delete(at);
  }
  return claims;
}

const onLinkedIn = (pages: string) => {
  const pattern = new RegExp(`^(?:https?://)?(?:[a-z]+\\.)?linkedin\\.com/(?:${pages})/`, 'i');
  return (text: string): boolean => pattern.test(cellLink(text)?.url ?? text);
};

export const isProfile = onLinkedIn('in|pub|sales/(?:lead|people)');
const isCompanyPage = onLinkedIn('(?:sales/)?company|companies|school|showcase');

/** One with values, then the better header, then the first. In a rejects file an empty column says nothing. */
function bestColumns(
  columns: readonly Column[],
  claims: ReadonlyMap<number, Claim>,
  taken: ReadonlySet<LeadField | undefined>,
  { sample = [], nested }: MappingRules,
): ReadonlyMap<LeadField, { readonly at: number }> {
  const isRejects = rejectColumns.every((mark) => columns.some(({ header }) => header === mark));
  const best = new Map<LeadField, { at: number; cost: number }>();
  for (const column of columns) {
    const claim = claims.get(column.at);
    if (claim === undefined || taken.has(claim.field)) continue;
    const { field, rank } = claim;
    const value = sample[column.at] ?? '';
    const isNested = nested?.has(column.at) ?? false;
    // Lists of addresses are at least the addresses of who opted out.
    if (isNested && field !== 'email') continue;
    let cost = rank;
    if (value === '' || isNested) cost += isRejects ? 0 : 10;
    // A flag or a slip in place of an address: another column is better, but not a private one.
    else if (field === 'email' && !value.includes('@')) cost += 1.5;
    if (cost < (best.get(field)?.cost ?? Number.POSITIVE_INFINITY)) best.set(field, { at: column.at, cost });
  }
  return best;
}

/** What a header becomes whatever else there is. */
function fixedUse(header: string, again: boolean): ColumnUse | undefined {
  const isMark = header.startsWith('_') && !isForbiddenKey(header);
  if (header.trim() === '' || isMark || (again && exported.includes(header))) return { kind: 'ignored' };
  return header === 'customVariables' ? { kind: 'variables' } : undefined;
}

const fieldTags = new Set(importableFieldNames.map(tagOf));

/** A variable. One that lost its field to a better column must not answer to the tag of the field where that is empty. */
function spareUse(
  column: Column,
  field: LeadField | undefined,
  chosen: ReadonlySet<LeadField | undefined>,
  keyFor: ReturnType<typeof freeKeys>,
): ColumnUse {
  const { header, at } = column;
  const isShadow = fieldTags.has(mergeTag(header)) && !(field !== undefined && chosen.has(field));
  const other = field === undefined ? 'Salutation' : `Other ${header}`;
  const use = variable(column, isForbiddenKey(header) ? header : keyFor(isShadow ? other : header, at));
  return field === undefined ? use : { ...use, insteadOf: field };
}

/** The merge tag of a column, which anyone can type: `last_activity_date_gmt_1`. Empty where it has no letter or digit. */
export const mergeTag = (header: string): string =>
  (tagOf(header.normalize('NFC')).match(/(?:\p{L}\p{M}*|\p{N})+/gu) ?? []).join('_');

/** The header as it is where its tag can be typed, else that tag. */
export const typable = (header: string): string => {
  const tag = mergeTag(header);
  return tag === tagOf(header) || tag === '' ? header.trim() : tag;
};

/** Gives each column a key whose tag no other has. A header that is its own tag keeps it, whatever comes before. */
function freeKeys(headers: readonly string[], chosen: readonly string[], stored?: ReadonlySet<string>) {
  const used = new Set(chosen.map(tagOf));
  const own = new Set(headers.map(tagOf));
  return (name: string, at: number): string => {
    if (stored?.has(tagOf(name)) && !used.has(tagOf(name))) {
      used.add(tagOf(name));
      return name.trim();
    }
    const made = mergeTag(name);
    const tag = made === '' || isForbiddenKey(made) ? `column_${at + 1}` : made;
    const isOwn = tag === tagOf(headers[at] ?? '');
    for (let number = 1; ; number++) {
      const free = number === 1 ? tag : `${tag}_${number}`;
      if (used.has(free) || (own.has(free) && !(isOwn && number === 1))) continue;
      used.add(free);
      if (tag !== tagOf(name)) return free;
      return number === 1 ? name.trim() : `${name.trim()}${name === headers[at] ? '_' : ' '}${number}`;
    }
  };
}

function useOfChoice(column: Column, choice: string, turn = 0): ColumnUse {
  if (choice === '-' || choice === '') return { kind: 'ignored' };
  if (choice.startsWith('var:')) return variable(column, choice.slice('var:'.length).trim());
  if (foldHeader(choice) === 'fullname') return { kind: 'fullName' };
  const field = asLeadField(choice);
  if (field !== undefined) return turn === 0 ? { kind: 'field', field } : { kind: 'field', field, turn };
  throw badMapping(
    `${quoted(choice)} is not a field of a lead.`,
    `The fields are ${importableFieldNames.join(', ')}; fullName is split, var:<key> makes a custom variable and - leaves the column out.`,
  );
}

function variable({ name }: Column, key: string) {
  if (key === '')
    throw badMapping(
      `Column ${quoted(name)} would become a custom variable without a name.`,
      'Write var:<key>.',
    );
  if (isForbiddenKey(key))
    throw badMapping(
      `Column ${quoted(name)} cannot become a custom variable: the name ${quoted(key)} is not allowed.`,
      `Rename it with ${mapOption(name, 'var:<key>')} or leave it out with ${mapOption(name, '-')}.`,
    );
  return { kind: 'variable', key } as const;
}

function refuseCollisions(mapping: Mapping): void {
  const seen = new Map<string, string>();
  for (const { name, use } of mapping) {
    let target = use.kind === 'fullName' ? 'first and last name' : undefined;
    if (use.kind === 'variable') target = `merge tag {${tagOf(use.key)}}`;
    if (use.kind === 'field' && use.turn === undefined) target = `field ${use.field}`;
    if (target === undefined) continue;
    const earlier = seen.get(target);
    if (earlier !== undefined)
      throw badMapping(
        `Columns ${quoted(earlier)} and ${quoted(name)} both become ${target}.`,
        `Give one of them another place with ${mapOption(name, 'var:<key>')}, or leave it out with ${mapOption(name, '-')}.`,
      );
    seen.set(target, name);
  }
}

const longestShown = 60;
const mostShown = 20;

/** A header may be a whole paragraph. */
export const shortened = (text: string): string =>
  text.length > longestShown
    ? `${[...text.slice(0, longestShown * 2)].slice(0, longestShown).join('')}…`
    : text;

export const quoted = (text: string): string => `"${shortened(text)}"`;

export const listedNames = (names: readonly string[]): string => firstOf(names.map(quoted), mostShown);

/** The option as it can be pasted into a shell: nothing in the header of a stranger may run there. */
export function mapOption(name: string, use: string): string {
  const value = `${name}=${use}`;
  return /["$`\\!]/.test(value) ? `--map '${value.replaceAll("'", "'\\''")}'` : `--map "${value}"`;
}

export const badMapping = (message: string, hint: string): Failure =>
  new Failure('bad_mapping', message, { hint });
