import type { Effect } from '../../contract/operation.ts';
import { momentExamples } from '../../domain/moment.ts';
import { pattern } from '../advice/line-of.ts';
import type { AnyCommand, Group } from '../declare/command.ts';
import { placeholders, rangeText } from '../declare/params.ts';
import { exitCodes, usualExitCodes } from './exit-codes.ts';
import type { HelpPart, Row } from './help-page.ts';
import {
  describeCommand,
  examplesOf,
  globalOptions,
  program,
  type TreeCommand,
  type TreeOption,
  type TreeParam,
} from './tree.ts';

/** The page of a group; `path` is what was typed to get there. */
export function groupHelp(group: Group, path: readonly string[]): HelpPart[] {
  const typed = [program.name, ...path].join(' ');
  const rows: Row[] = [];
  for (const { name, summary } of group.commands) rows.push([name, summary]);
  for (const { name, summary, commands } of group.groups ?? []) {
    const verbs = commands.map((command) => command.name).join('|');
    rows.push([`${name} ${verbs}`, summary]);
  }
  const impossible: Row[] = [];
  for (const { what, instead } of group.impossible ?? []) impossible.push([what, instead]);
  return [
    { text: sentence(group.summary) },
    { title: 'USAGE', lines: [`${typed} <command> [options]`] },
    { title: 'EXAMPLES', lines: examplesOf(group) },
    { title: 'COMMANDS', rows },
    { title: 'NOT POSSIBLE WITH THIS SERVICE', rows: impossible },
    { title: 'LEARN MORE', lines: [`${typed} <command> --help`] },
  ];
}

/** The page of a command. What all commands have in common is folded away, unless `all` is wanted. */
export function commandHelp(command: AnyCommand, path: readonly string[], all = false): HelpPart[] {
  const described = describeCommand(command, path.join(' '));
  const rowOf = rowsOfPage();
  const folded: TreeOption[] = [];
  const sections = new Map<string, Row[]>();
  for (const { filteredHere, ...option } of described.options) {
    if (!all && option.name === '--yes' && described.consent === 'never') continue;
    if (!all && foldOf(option) !== undefined) {
      folded.push(option);
      continue;
    }
    const title = filteredHere ? filterTitle : (option.group ?? familyNames[option.family].toUpperCase());
    sections.set(title, [...(sections.get(title) ?? []), rowOf(option)]);
  }
  return [
    { text: sentence(described.summary) },
    { title: 'USAGE', lines: [usageOf(described)] },
    {
      title: 'ALIASES',
      lines: described.aliases.map((word) => [program.name, ...path.slice(0, -1), word].join(' ')),
    },
    { title: 'EXAMPLES', lines: described.examples.slice(0, all ? undefined : shownExamples) },
    { title: 'ARGUMENTS', rows: described.arguments.map(argumentRow) },
    ...[...sections].map(([title, rows]) => ({ title, rows })),
    {
      title: 'NOTES',
      text: [notesOf(command, described, all), described.about ?? ''].filter(Boolean).join('\n\n'),
    },
    ...(all
      ? [
          globalPart(true),
          {
            title: 'EXIT CODES',
            rows: exitCodes.flatMap(([code, meaning]): Row[] =>
              described.exitCodes.includes(code) ? [[String(code), meaning]] : [],
            ),
          },
        ]
      : [{ title: 'COMMON', rows: sharedRows(folded, described) }]),
  ];
}

/** What every page shows of the examples; `--help --all` has the rest. */
const shownExamples = 3;

/** The families that many commands share are a line each on a page, under this name. */
const familyNames: Readonly<Record<TreeOption['family'], string>> = {
  own: 'Options',
  moment: 'Options',
  list: 'Lists',
  change: 'Safety',
  effect: 'Safety',
  guarded: 'Safety',
  wait: 'Waiting',
  always: 'Everywhere',
};

/** Under which name an option shares a line with others. */
const foldOf = ({ explainedIn, group = 'Options', family }: TreeOption): string | undefined => {
  if (explainedIn !== undefined) return group.charAt(0) + group.slice(1).toLowerCase();
  return familyNames[family] === familyNames.own ? undefined : familyNames[family];
};

const namesOf = (options: readonly TreeOption[]) => options.map(({ name, short }) => short ?? name).join(' ');

function sharedRows(folded: readonly TreeOption[], { exitCodes: own }: TreeCommand): Row[] {
  const codes = own.filter((code) => !usualExitCodes.includes(code)).join(' ');
  const titles = new Map<string, TreeOption[]>();
  const elsewhere = new Set<string>();
  for (const option of folded) {
    const title = foldOf(option) ?? '';
    titles.set(title, [...(titles.get(title) ?? []), option]);
    if (option.explainedIn !== undefined) elsewhere.add(option.explainedIn);
  }
  return [
    ...[...titles].map(([title, options]): Row => [title, namesOf(options)]),
    [familyNames.always, namesOf(globalOptions())],
    ...(codes === '' ? [] : [['Exit codes', codes] as const]),
    [
      'Explained in',
      [...elsewhere, 'help options', 'help exit-codes'].map((page) => `${program.name} ${page}`).join(', '),
    ],
  ];
}

/** The service does not have these. */
const filterTitle = 'FILTERS (each reads the whole list)';

/** Rows of one page: what a duration or a moment looks like is said with the first. */
function rowsOfPage(): (option: TreeOption) => Row {
  const shown = new Set<TreeOption['type']>();
  return (option) => {
    const isFirst = ['duration', 'moment'].includes(option.type) && !shown.has(option.type);
    shown.add(option.type);
    return isFirst ? optionRow(option) : [optionTerm(option), meaningOf({ ...option, example: false })];
  };
}

/** The options of every command: their names alone, or what each means. */
export const globalPart = (all: boolean): HelpPart =>
  all
    ? { title: 'GLOBAL OPTIONS', rows: [...globalOptions().map(optionRow), helpRow] }
    : { title: 'GLOBAL OPTIONS', text: `See \`outreach help options\`: ${namesOf(globalOptions())}` };

/** `outreach leads import <file> [options]`; options that must be given are shown. */
export function usageOf({ path, arguments: args, options }: TreeCommand): string {
  const required = options.flatMap((option) => (option.required ? [optionTerm(option, false)] : []));
  const words = [program.name, path, ...args.map(argumentTerm), ...required, '[options]'];
  return words.join(' ');
}

function argumentTerm({ name, hint, required, many }: TreeParam): string {
  const inner = `${hint ?? name}${many ? '...' : ''}`;
  return required ? `<${inner}>` : `[${inner}]`;
}

export const argumentRow = (argument: TreeParam): Row => [argumentTerm(argument), meaningOf(argument)];

function optionTerm({ name, short, type, hint, negatable }: TreeOption, withShort = true): string {
  const long = negatable ? name.replace('--', '--[no-]') : name;
  const value = type === 'flag' ? '' : ` <${hint ?? placeholders[type]}>`;
  return `${withShort && short !== undefined ? `${short}, ` : ''}${long}${value}`;
}

export const optionRow = (option: TreeOption): Row => [optionTerm(option), meaningOf(option)];

function meaningOf({
  summary,
  type,
  required,
  many,
  whole,
  choices,
  min,
  max,
  moment,
  excludes,
  example = true,
  ...rest
}: TreeParam & { readonly example?: boolean }): string {
  const isOption = 'family' in rest;
  const remarks = [
    ...(choices === undefined
      ? []
      : [
          (choices.length === 1
            ? `the only choice is "${choices[0]}"`
            : `one of ${choices.join(', ')}`
          ).replaceAll('_', '-'),
        ]),
    ...(max === undefined && (min ?? 0) <= 1 ? [] : [rangeText(min, max)]),
    ...(type === 'duration' && example && !summary.includes('such as') ? ['such as 90s, 5m or 14d'] : []),
    ...(moment && example ? [`such as ${momentExamples(moment)}`] : []),
    ...(isOption && many ? [whole ? 'repeatable' : 'repeatable or comma-separated'] : []),
    ...(isOption && required ? ['required'] : []),
    ...('filteredHere' in rest ? ['applied on this machine, so the whole list is read'] : []),
    ...(excludes === undefined ? [] : [`not with ${excludes.join(', ')}`]),
  ];
  if (remarks.length === 0) return summary;
  const open = summary.endsWith(')') ? `${summary.slice(0, -1)}; ` : `${summary} (`;
  return `${open}${remarks.join('; ')})`;
}

const helpRow: Row = ['-h, --help', 'show help; with --all, including the options of every command'];

/** The key it needs and what it does that cannot be taken back; with `all`, every path that is our guess. */
function notesOf(
  command: AnyCommand,
  { scope, inferred }: Pick<TreeCommand, 'scope' | 'inferred'>,
  all = false,
): string {
  const effects = new Set<Effect>();
  for (const { effect } of command.uses) if (effect !== 'none') effects.add(effect);
  const [effect] = effects;
  const asks = command.refuses?.includes('yes') ? asksAtTerminal : asksFirst;
  const needs =
    effect === undefined ? scopeNotes[scope] : `${scopeNotes[scope]} ${effectNotes[effect]} ${asks}`;
  const guesses = (all ? inferred : []).map(
    ({ id, method, path }) =>
      `The path ${method} ${path} is our guess. If you get a 404, set it: ${pattern('profiles route', { operation: id, route: '"<METHOD> <path>"' })}`,
  );
  return [effects.size > 1 ? dependsNote : needs, ...guesses].join('\n');
}

const scopeNotes: Readonly<Record<TreeCommand['scope'], string>> = {
  none: 'Works without a key.',
  read: 'A read-only key is enough.',
  read_write: 'Needs a read-and-write key.',
};

const dependsNote =
  'The key you need depends on the request. Requests that spend credits, charge the card or send email ask first; without a terminal, add --yes.';

const asksFirst = 'It asks first; without a terminal, add --yes.';
const asksAtTerminal = 'It asks first, at a terminal only.';

const effectNotes: Readonly<Record<Effect, string>> = {
  none: '',
  spends: 'Spends credits.',
  buys: 'Charges the saved card.',
  sends: 'Sends email.',
};

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
