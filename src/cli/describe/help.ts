import type { Effect } from '../../contract/operation.ts';
import type { AnyCommand, Group } from '../declare/command.ts';
import { exitCodes, usualExitCodes } from '../declare/exit-codes.ts';
import { rangeText } from '../declare/params.ts';
import type { OptionFamily } from '../declare/shared-options.ts';
import { type HelpOptions, helpLayout, type Row } from './help-layout.ts';
import {
  describeCommand,
  globalOptions,
  program,
  type TreeArgument,
  type TreeCommand,
  type TreeOption,
} from './tree.ts';

/** The page of a group; `path` is what was typed to get there. */
export function groupHelp(group: Group, path: readonly string[], options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  const typed = [program.name, ...path].join(' ');
  const first = group.commands[0]?.examples[0];
  return page(
    paragraph(sentence(group.summary)),
    section('USAGE', lines([`${typed} <command> [options]`])),
    first === undefined ? '' : section('EXAMPLES', lines(group.commands.flatMap(firstExample).slice(0, 4))),
    section(
      'COMMANDS',
      rows([
        ...group.commands.map(({ name, summary }): Row => [name, summary]),
        ...(group.groups ?? []).map(({ name, summary, commands }): Row => {
          const verbs = commands.map((command) => command.name).join('|');
          return [`${name} ${verbs}`, summary];
        }),
      ]),
    ),
    section('LEARN MORE', lines([`${typed} <command> --help`])),
  );
}

const firstExample = ({ examples }: AnyCommand): string[] => examples.slice(0, 1).map(String);

/** The page of a command. */
export function commandHelp(command: AnyCommand, path: readonly string[], options: HelpOptions): string {
  const { paragraph, rows, lines, section, page } = helpLayout(options);
  const described = describeCommand(command, path.join(' '));
  const family = (wanted: TreeOption['family']) =>
    rows(described.options.filter((option) => option.family === wanted).map(optionRow));
  return page(
    paragraph(sentence(described.summary)),
    ...(described.about ?? '').split('\n\n').map((about) => paragraph(about)),
    section('USAGE', lines([usageOf(described)])),
    section('EXAMPLES', lines(described.examples)),
    section(
      'NEEDS AND EFFECTS',
      notesOf(command, described)
        .map((note) => paragraph(note, '  '))
        .join('\n'),
    ),
    section('ARGUMENTS', rows(described.arguments.map(argumentRow))),
    section('OPTIONS', family('own')),
    ...familyTitles.map(([name, title]) => section(title, family(name))),
    section('GLOBAL OPTIONS', rows([...globalOptions().map(optionRow), helpRow])),
    section('EXIT CODES', rows(exitRows(described))),
  );
}

/** `outreach leads import <file> [options]`; options that must be given are shown. */
export function usageOf({ path, arguments: args, options }: TreeCommand): string {
  const required = options.filter((option) => option.required).map((option) => optionTerm(option, false));
  const words = [program.name, path, ...args.map(argumentTerm), ...required, '[options]'];
  return words.join(' ');
}

export function argumentTerm({ name, hint, required, many }: TreeArgument): string {
  const inner = `${hint ?? name}${many ? '...' : ''}`;
  return required ? `<${inner}>` : `[${inner}]`;
}

export const argumentRow = (argument: TreeArgument): Row => [argumentTerm(argument), meaningOf(argument)];

export function optionTerm({ name, short, type, hint, negatable }: TreeOption, withShort = true): string {
  const long = negatable ? name.replace('--', '--[no-]') : name;
  const value = type === 'flag' ? '' : ` <${hint ?? hints[type]}>`;
  return `${withShort && short !== undefined ? `${short}, ` : ''}${long}${value}`;
}

export const optionRow = (option: TreeOption): Row => [optionTerm(option), meaningOf(option)];

const hints: Readonly<Record<TreeOption['type'], string>> = {
  text: 'text',
  integer: 'n',
  number: 'number',
  flag: '',
  choice: 'choice',
  duration: 'duration',
  file: 'file',
};

function meaningOf({
  summary,
  type,
  required,
  many,
  whole,
  choices,
  min,
  max,
  excludes,
  ...rest
}: TreeArgument): string {
  const isOption = 'family' in rest;
  const remarks = [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...(max === undefined && (min ?? 0) <= 1 ? [] : [rangeText(min, max)]),
    ...(type === 'duration' ? ['like 90s, 5m or 14d'] : []),
    ...(isOption && many ? [whole ? 'may be repeated' : 'may be repeated or hold commas'] : []),
    ...(isOption && required ? ['required'] : []),
    ...('filteredHere' in rest ? ['filtered here: reads the whole list'] : []),
    ...(excludes === undefined ? [] : [`not with ${excludes.join(', ')}`]),
  ];
  return remarks.length === 0 ? summary : `${summary} (${remarks.join('; ')})`;
}

const familyTitles: readonly (readonly [Exclude<OptionFamily, 'always'>, string])[] = [
  ['list', 'LIST OPTIONS'],
  ['change', 'CONSENT'],
  ['effect', 'CEILINGS'],
  ['guarded', 'ONCE'],
  ['wait', 'WAITING'],
];

export const helpRow: Row = ['-h, --help', 'show help'];

/** What it needs and what it does that cannot be taken back, a sentence each. */
export function notesOf(
  command: AnyCommand,
  { scope, inferred }: Pick<TreeCommand, 'scope' | 'inferred'>,
): string[] {
  const effects = new Set(
    command.uses.map((operation) => operation.effect).filter((effect) => effect !== 'none'),
  );
  const few = inferred.length <= 4;
  const what = [...effects].map((effect) => effectNotes[effect]);
  return [
    ...(effects.size > 1 ? [dependsNote] : [scopeNotes[scope], ...what]),
    ...(effects.size === 1 ? ['It asks first; elsewhere than on a terminal it needs --yes.'] : []),
    ...(few ? inferred : []).map(
      ({ id, method, path }) =>
        `The path ${method} ${path} is inferred, not documented; \`outreach profiles route ${id} "<METHOD> <path>"\` sets another.`,
    ),
    ...(few ? [] : ['Some paths are inferred, not documented; `outreach api --list` tells which.']),
  ];
}

const scopeNotes: Readonly<Record<TreeCommand['scope'], string>> = {
  none: 'Works without a key.',
  read: 'Needs a key; a read-only one will do.',
  read_write: 'Needs a read-and-write key.',
};

const dependsNote =
  'What it needs and does depends on the call: some need a read-and-write key, and some spend credits, charge the saved card or send email. Those ask first; elsewhere than on a terminal they need --yes.';

const effectNotes: Readonly<Record<Effect, string>> = {
  none: '',
  spends: 'Spends credits.',
  buys: 'Buys: charges the saved card.',
  sends: 'Sends email.',
};

function exitRows({ exitCodes: own }: TreeCommand): Row[] {
  const special = exitCodes.filter(([code]) => own.includes(code) && !usualExitCodes.includes(code));
  const usual = own.filter((code) => usualExitCodes.includes(code)).join(', ');
  return [
    ...special.map(([code, meaning]): Row => [String(code), meaning]),
    [special.length === 0 ? 'usual' : 'also', `${usual}; see \`outreach help exit-codes\``],
  ];
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
