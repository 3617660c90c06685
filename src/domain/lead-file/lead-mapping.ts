import { leads } from '../../contract/areas/leads.ts';
import { isForbiddenKey, tagOf } from '../../contract/checks/variable-key.ts';
import { leadFields } from '../../contract/lead-fields.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import { asLeadField, importableFieldNames, type LeadField, namedField } from './lead-fields.ts';

/** What one column of a file becomes. */
export type ColumnUse =
  /** `exact`: as it is, with the blanks around it; otherwise they are a slip. */
  | { readonly kind: 'field'; readonly field: LeadField; readonly exact?: true }
  | { readonly kind: 'variable'; readonly key: string }
  /** Each cell is a JSON object, as an export writes it; its entries become custom variables. */
  | { readonly kind: 'variables' }
  | { readonly kind: 'ignored'; readonly reason: string };

export interface MappedColumn {
  readonly header: string;
  readonly use: ColumnUse;
}

export type Mapping = readonly MappedColumn[];

/** Columns that a rejects file adds; an import of the fixed file ignores them. */
export const rejectColumns = ['_row', '_column', '_reason'] as const;

/** What an export of leads holds beside what an import may set. */
const exported = fieldsOf(leads.get.response.entries.lead).filter(
  (name) => name !== 'customVariables' && !(name in leadFields),
);
const isExport = (headers: readonly string[]): boolean => exported.every((name) => headers.includes(name));

/** `--map "Company Name=company"`, `--map "Notes=-"`: column to field, to `var:key`, or to nothing. */
export type Choices = ReadonlyMap<string, string>;

/** How each column is called: by its header; where several have the same, the second one is `Notes (2)`. */
export function columnNames(headers: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return headers.map((header) => {
    const number = (seen.get(header) ?? 0) + 1;
    seen.set(header, number);
    return number === 1 ? header : `${header} (${number})`;
  });
}

/**
 * Decides what each column becomes: what was chosen, else a named field by its common names, else a custom variable.
 * Throws `MappingProblem` where two columns mean the same thing, a key is not allowed or no column holds the address.
 */
export function mapColumns(headers: readonly string[], choices: Choices): Mapping {
  const names = columnNames(headers);
  const unknown = [...choices.keys()].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new MappingProblem(
      `The file has no column ${unknown.map(quoted).join(', ')}.`,
      `Its columns are ${listed(names)}.`,
    );
  const chosenFields = new Set([...choices.values()].map(asLeadField));
  const again = isExport(headers);
  const mapping = headers.map((header, at) => {
    const name = names[at] ?? header;
    return { header, use: useOf({ header, name }, choices.get(name), chosenFields, again) };
  });
  refuseCollisions(mapping, names);
  if (!mapping.some(({ use }) => use.kind === 'field' && use.field === 'email')) {
    throw new MappingProblem(
      'No column holds the email address.',
      `Name it with --map "<column>=email". The columns are ${listed(names)}; if these are values, the file lacks its header row.`,
      'address',
    );
  }
  return mapping;
}

interface Column {
  readonly header: string;
  readonly name: string;
}

function useOf(
  column: Column,
  choice: string | undefined,
  chosen: ReadonlySet<LeadField | undefined>,
  again: boolean,
): ColumnUse {
  if (choice !== undefined) return useOfChoice(column, choice);
  const { header } = column;
  if (header.trim() === '') return { kind: 'ignored', reason: 'it has no header' };
  if ((rejectColumns as readonly string[]).includes(header))
    return { kind: 'ignored', reason: 'it was added to a rejects file' };
  if (again && exported.includes(header))
    return { kind: 'ignored', reason: 'it is from an export, and the service sets it' };
  if (header === 'customVariables') return { kind: 'variables' };
  const field = namedField(header);
  if (field !== undefined && !chosen.has(field))
    return again ? { kind: 'field', field, exact: true } : { kind: 'field', field };
  return variable(column, header.trim());
}

function useOfChoice(column: Column, choice: string): ColumnUse {
  if (choice === '-' || choice === '') return { kind: 'ignored', reason: 'you said so' };
  if (choice.startsWith('var:')) return variable(column, choice.slice('var:'.length).trim());
  const field = asLeadField(choice);
  if (field !== undefined) return { kind: 'field', field };
  throw new MappingProblem(
    `${quoted(choice)} is not a field of a lead.`,
    `The fields are ${importableFieldNames.join(', ')}; var:<key> makes a custom variable and - leaves the column out.`,
  );
}

function variable({ name }: Column, key: string): ColumnUse {
  if (key === '')
    throw new MappingProblem(
      `Column ${quoted(name)} would become a custom variable without a name.`,
      'Write var:<key>.',
      { column: name },
    );
  if (isForbiddenKey(key))
    throw new MappingProblem(
      `Column ${quoted(name)} cannot become a custom variable: the name ${quoted(key)} is not allowed.`,
      `Rename it with ${mapOption(name, 'var:<key>')} or leave it out with ${mapOption(name, '-')}.`,
      { column: name },
    );
  return { kind: 'variable', key };
}

function refuseCollisions(mapping: Mapping, names: readonly string[]): void {
  const seen = new Map<string, string>();
  for (const [at, { header, use }] of mapping.entries()) {
    const name = names[at] ?? header;
    if (use.kind === 'ignored' || use.kind === 'variables') continue;
    const target = use.kind === 'field' ? `field ${use.field}` : `merge tag {${tagOf(use.key)}}`;
    const earlier = seen.get(target);
    if (earlier !== undefined) {
      throw new MappingProblem(
        `Columns ${quoted(earlier)} and ${quoted(name)} both become ${target}.`,
        `Give one of them another place with ${mapOption(name, 'var:<key>')}, or leave it out with ${mapOption(name, '-')}.`,
        { column: name },
      );
    }
    seen.set(target, name);
  }
}

const longestShown = 60;
const mostShown = 20;

/** A header may be a whole paragraph. */
export const shortened = (text: string): string =>
  text.length > longestShown ? `${[...text].slice(0, longestShown).join('')}…` : text;

const quoted = (text: string): string => `"${shortened(text)}"`;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostShown).map(quoted).join(', ');
  return names.length > mostShown ? `${shown} and ${names.length - mostShown} more` : shown;
}

/** The option as it can be pasted into a shell: in a header by a stranger nothing of it may be run. */
export function mapOption(name: string, use: string): string {
  const value = `${name}=${use}`;
  return /["$`\\!]/.test(value) ? `--map '${value.replaceAll("'", "'\\''")}'` : `--map "${value}"`;
}

/** The columns cannot be mapped; `hint` says what to do. */
export class MappingProblem extends Error {
  constructor(
    message: string,
    readonly hint: string,
    /** What would have to be decided to go on: which column holds the address, or what this one becomes. */
    readonly about?: 'address' | { readonly column: string },
  ) {
    super(message);
  }
}
