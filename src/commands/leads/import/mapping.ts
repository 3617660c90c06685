import { misspelt } from '../../../base/text/nearest.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import { addressProblem } from '../../../contract/checks/email-address.ts';
import { isForbiddenKey } from '../../../contract/checks/variable-key.ts';
import {
  asLeadField,
  foldHeader,
  importableFieldNames,
  isFullName,
  knownHeaders,
  namedField,
  otherHeaders,
} from '../../../domain/lead-file/lead-fields.ts';
import type { DefaultValue } from '../../../domain/lead-file/lead-maker.ts';
import {
  badMapping,
  type Choices,
  isAddress,
  isProfile,
  listedNames,
  type Mapping,
  mapColumns,
  mapOption,
  shortened,
  typable,
  type VariableRule,
} from '../../../domain/lead-file/lead-mapping.ts';
import { splitName } from '../../../domain/lead-file/split-name.ts';

/** Reads `--default firstName=there`, and `--default var:city=Berlin` for a variable; the first equals sign splits. */
export const defaultValues = (options: readonly string[]): DefaultValue[] =>
  options.map((option) => {
    const [name = '', ...rest] = option.split('=');
    const value = rest.join('=').trim();
    const variable = name.trim().startsWith('var:') ? name.trim().slice('var:'.length).trim() : undefined;
    const field = asLeadField(name);
    if (value === '' || value.includes('\0'))
      throw badMapping(
        `--default "${option}" lacks a value.`,
        'Write --default <field>=<value>, for example --default firstName=there.',
      );
    if (variable !== undefined && variable !== '' && !isForbiddenKey(variable))
      return { key: variable, value };
    if (field !== undefined && field !== 'email') return { field, value };
    throw badMapping(
      `--default cannot fill "${name}".`,
      `It takes ${importableFieldNames.filter((one) => one !== 'email').join(', ')}, and var:<key> for a custom variable.`,
    );
  });

export const fieldOf = (use: string): string | undefined =>
  foldHeader(use) === 'fullname' ? 'fullName' : asLeadField(use);

/** Reads `--variables`: all, none, or names of columns. */
export function variableRule(words: readonly string[] | undefined): VariableRule {
  const [word, ...more] = words ?? ['all'];
  return more.length === 0 && (word === 'all' || word === 'none') ? word : (words ?? 'all');
}

type Columns = Pick<RowSource, 'headers' | 'sample' | 'nested'>;

export type Settled = Awaited<ReturnType<typeof settleColumns>>;

/**
 * What each column becomes. Where that is unclear, the person at the terminal is asked; without one a guess is only
 * mentioned, and what cannot be decided ends the command. Gives all choices that were made, to be remembered.
 */
export async function settleColumns(
  context: Context,
  columns: Columns,
  given: Choices,
  variables: VariableRule,
  storedTags?: (mapping: Mapping) => Promise<ReadonlySet<string> | undefined>,
) {
  const { headers, sample, nested } = columns;
  const choices = new Map(given);
  for (const { header, use, named } of guesses(columns, choices)) {
    const option = mapOption(header, use);
    const isName = use === 'fullName';
    if (!context.consent.ask.possible) {
      context.screen.note(
        isName
          ? `Column ${named} becomes a custom variable; ${option} splits it into first and last name.`
          : `Did you mean ${use} by ${named}? It becomes a custom variable. To change that, use ${option}.`,
      );
      continue;
    }
    const question = isName
      ? `Split column ${named} into first and last name?`
      : `Use column ${named} as ${use}?`;
    const yes = await context.consent.ask.confirm(question, true, `Decide with ${option}`);
    choices.set(header, yes ? use : `var:${typable(header)}`);
  }
  const map = (stored?: ReadonlySet<string>) =>
    mapColumns(headers, { choices, sample, nested, variables, stored });
  let mapping = map();
  if (!mapping.some(isAddress)) {
    choices.set(await addressColumn(context, mapping, columns), 'email');
    mapping = map();
  }
  const stored = await storedTags?.(mapping);
  return { mapping: stored ? map(stored) : mapping, choices };
}

/** With the columns that turned up further down in a file of objects. */
export const mapAgain = (headers: readonly string[], settled: Settled, variables: VariableRule): Mapping =>
  mapColumns(headers, {
    choices: settled.choices,
    settled: settled.mapping,
    // A list names the columns that the file began with.
    variables: variables === 'all' ? 'all' : 'none',
  });

/** Asks which column has the address; those that hold one come first. Throws `bad_mapping` where no one can be asked. */
function addressColumn({ consent }: Context, mapping: Mapping, columns: Columns): Promise<string> {
  const names = mapping.map(({ name }) => name);
  const hint = `Name it with --map "<column>=email". The columns are ${listedNames(names)}; if these are values, the file lacks its header row, or has more than 20 lines above it.`;
  const choices = names.map((name, at) => {
    const value = columns.sample[at] ?? '';
    const about = value === '' ? 'empty in the first rows' : `for example ${shortened(value)}`;
    return { name: shortened(name), value: name, about, likely: isSound(value) };
  });
  if (consent.ask.possible) {
    const sorted = choices.toSorted((a, b) => Number(b.likely) - Number(a.likely));
    return consent.ask.choose('Which column has the email address?', sorted, hint);
  }
  const misspelt = guesses(columns, new Map()).find(({ use }) => use === 'email')?.header;
  // A header that is an address itself is a value: the file has no header row.
  const near = names.some(isSound) ? undefined : (misspelt ?? choices.find(({ likely }) => likely)?.value);
  throw badMapping(
    'No column holds the email address.',
    near === undefined ? hint : `Did you mean ${mapOption(near, 'email')}? ${hint}`,
  );
}

const isSound = (text: string): boolean => addressProblem(text) === undefined;

/** What is longer is not a typing mistake, and takes long to compare. */
const longestName = 100;

/** Columns that are not known by their names, with what they probably are, where no other column is that already. */
function guesses({ headers, sample, nested }: Columns, choices: Choices) {
  const taken = new Set<string | undefined>([...headers.map(namedField), ...choices.values()]);
  return headers.flatMap((header, at) => {
    const isKnown = choices.has(header) || namedField(header) !== undefined;
    if (isKnown || nested.has(at) || header.length > longestName) return [];
    const value = sample[at] ?? '';
    const use = guessOf(header, value);
    const fields = use === 'fullName' ? ['firstName', 'lastName', use] : [use];
    if (use === undefined || fields.some((field) => taken.has(field))) return [];
    taken.add(use);
    const example = value === '' ? '' : ` (e.g. ${shortened(value)})`;
    return [{ header, use, named: `"${shortened(header)}"${example}` }];
  });
}

/** By a misspelt name, by a page of LinkedIn, or by first and last name together. */
function guessOf(header: string, value: string): string | undefined {
  if (isFullName(header)) return splitName(value).lastName === undefined ? undefined : 'fullName';
  if (isProfile(value)) return 'linkedin';
  const folded = foldHeader(header);
  const near = otherHeaders.has(folded) ? undefined : misspelt(folded, knownHeaders);
  return near && namedField(near);
}
