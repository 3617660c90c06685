import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { Failure } from '../contract/errors.ts';
import { grouped } from '../contract/grouped.ts';
import type { AnyCommand, Globals } from './command.ts';
import { commandLine, corrected } from './command-line.ts';
import { parseDuration } from './duration.ts';
import { kebab, optionsOf } from './options.ts';
import type { Param } from './params.ts';
import { closest } from './suggest.ts';
import { type Candidate, optionMeant } from './suggestions/option-meant.ts';

export interface Line {
  readonly globals: Globals;
  readonly values: Record<string, unknown>;
}

/** What was typed, for corrections that can be pasted. */
interface Typed {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly argv: readonly string[];
}

/** Reads the words after a command's name into typed values. Throws `usage`, with the corrected line where one is near. */
export function parseLine(command: AnyCommand, typed: Typed): Line {
  const own = Object.entries<Param>(command.args ?? {});
  const shared = optionsOf(command);
  const parser = new Commander(command.name)
    .helpOption(false)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} });
  for (const [key, param] of own)
    if (param.place === 'argument') parser.addArgument(argumentOf(key, param));
    else addOption(parser, key, param);
  for (const { key, param } of shared) addOption(parser, key, param);

  try {
    parser.parse(typed.words, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) throw usageFailure(error, parser, command, typed);
    throw error;
  }
  const given = parser.opts<Record<string, unknown>>();
  const positional = own.filter(([, param]) => param.place === 'argument').map(([key]) => key);
  const read = (key: string, param: Param): unknown => {
    if (param.place === 'argument')
      return convert(param, `<${kebab(key)}>`, parser.processedArgs[positional.indexOf(key)], typed);
    return convert(param, `--${kebab(key)}`, given[key], typed) ?? param.fallback;
  };
  const values = Object.fromEntries(own.map(([key, param]) => [key, read(key, param)]));
  const globals = { ...noGlobals, ...pick(values, Object.keys(noGlobals)) } as Globals;
  for (const { key, param } of shared) Object.assign(globals, { [key]: read(key, param) });
  refuseContradictions(globals);
  return { globals, values };
}

const noGlobals: Globals = {
  profile: undefined,
  json: false,
  ndjson: false,
  csv: false,
  fields: undefined,
  quiet: false,
  noColor: false,
  noInput: false,
  debug: false,
  timeout: undefined,
  dryRun: false,
  yes: false,
  maxCredits: undefined,
  maxUsd: undefined,
  maxRecipients: undefined,
  usdPerCredit: undefined,
  usdPerCheck: undefined,
  once: undefined,
  again: false,
  page: undefined,
  limit: undefined,
  all: false,
  wait: undefined,
  waitTimeout: undefined,
  interval: undefined,
};

const pick = (values: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => keys.includes(key)));

function argumentOf(key: string, { required, many, summary }: Param): Argument {
  const name = `${kebab(key)}${many ? '...' : ''}`;
  return new Argument(required ? `<${name}>` : `[${name}]`, summary);
}

function addOption(parser: Commander, key: string, param: Param): void {
  const long = `--${kebab(key)}`;
  const flags = param.short === undefined ? long : `-${param.short}, ${long}`;
  if (param.type === 'flag') {
    const option = new Option(flags, param.summary);
    // `--no-input` is a flag of its own: commander would take it for the contrary of `--input`.
    option.negate = false;
    parser.addOption(option);
    if (isToggle(param)) parser.addOption(new Option(`--no-${kebab(key)}`, param.summary));
    return;
  }
  const option = new Option(`${flags} <${param.hint ?? 'value'}>`, param.summary);
  if (param.many) option.argParser((value: string, before: string[] = []) => [...before, value]);
  if (param.required) option.makeOptionMandatory();
  parser.addOption(option);
}

/** Has a `--no-` of its own. */
const isToggle = ({ type, fallback }: Param): boolean => type === 'flag' && fallback === undefined;

function convert(param: Param, label: string, raw: unknown, typed: Typed): unknown {
  if (raw === undefined || typeof raw === 'boolean') return raw;
  if (!param.many) return convertOne(param, label, String(raw), typed);
  const words = (Array.isArray(raw) ? raw : [raw]).map(String);
  const split = param.place === 'option' && !param.whole;
  const parts = split ? words.flatMap((word) => word.split(',')).map((part) => part.trim()) : words;
  if (param.place === 'argument' && !param.required && parts.length === 0) return [];
  return parts.map((part) => convertOne(param, label, part, typed));
}

function convertOne(param: Param, label: string, word: string, typed: Typed): unknown {
  switch (param.type) {
    case 'integer':
    case 'number':
      return numberFrom(param, label, word);
    case 'duration': {
      const ms = parseDuration(word);
      if (ms === undefined) throw wrongValue(label, `a duration like 90s, 5m or 14d`, word);
      return ms;
    }
    case 'choice':
      return choiceFrom(param.choices ?? [], label, word, typed);
    default:
      return word;
  }
}

function numberFrom({ type, min, max, exact }: Param, label: string, word: string): number | bigint {
  const whole = type === 'integer';
  const form = whole ? /^[+-]?\d+$/ : /^[+-]?\d+(\.\d+)?$/;
  const value = exact && /^\d{16,20}$/.test(word) ? exactly(word) : Number(word);
  if (!form.test(word) || (typeof value === 'number' && whole && !Number.isSafeInteger(value)))
    throw wrongValue(label, whole ? 'a whole number' : 'a number', word);
  if ((min !== undefined && value < min) || (max !== undefined && value > max))
    throw wrongValue(label, rangeText(min, max), word);
  return value;
}

function exactly(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : BigInt(digits);
}

function rangeText(min?: number, max?: number): string {
  if (min === undefined) return `${grouped(max ?? 0)} or less`;
  return max === undefined ? `${grouped(min)} or more` : `${grouped(min)} to ${grouped(max)}`;
}

function choiceFrom(choices: readonly string[], label: string, word: string, typed: Typed): string {
  if (choices.includes(word)) return word;
  const meant = closest(word, choices);
  const failure = wrongValue(label, `one of ${choices.join(', ')}`, word);
  if (meant === undefined) throw failure;
  const line = typed.argv.map((part) =>
    part.split(/[,=]/).includes(word) ? part.replace(word, meant) : part,
  );
  throw new Failure('usage', failure.message, {
    code: failure.code,
    hint: `Did you mean: ${commandLine(line)}`,
  });
}

const wrongValue = (label: string, wanted: string, word: string) =>
  new Failure('usage', `${label} must be ${wanted}, not '${word}'`, { code: 'invalid_value' });

function refuseContradictions(globals: Globals): void {
  const formats = (['json', 'ndjson', 'csv'] as const).filter((key) => globals[key]);
  if (formats.length > 1) throw contradiction(formats.map((key) => `--${key}`));
  if (globals.all && globals.limit !== undefined) throw contradiction(['--all', '--limit']);
  if (globals.all && globals.page !== undefined) throw contradiction(['--all', '--page']);
}

const contradiction = (options: readonly string[]) =>
  new Failure('usage', `${options.join(' and ')} cannot stand together`, { code: 'contradicting_options' });

function usageFailure(
  error: CommanderError,
  parser: Commander,
  command: AnyCommand,
  { path, argv }: Typed,
): Failure {
  const message = error.message.replace(/^error: /, '');
  const code = kebab(error.code.replace('commander.', '')).replaceAll('-', '_');
  const help = `See: ${['outreach', ...path].join(' ')} --help`;
  const [example] = command.examples;
  const failure = (hint: string, text = message) => new Failure('usage', text, { code, hint });
  if (error.code === 'commander.excessArguments') {
    const line = quoted(argv, parser.args, command);
    if (line) return failure(`Quote what has several words: ${commandLine(line)}`);
  }
  if (error.code !== 'commander.unknownOption') return failure(example ? `For example: ${example}` : help);
  const typo = /'(.*)'/s.exec(message)?.[1]?.replace(/=.*$/s, '') ?? '';
  const known = candidatesOf(command);
  const flag = known.find(({ name, param }) => name === typo && param.type === 'flag');
  if (flag) return failure('Write it for yes, and leave it out for no.', `${typo} takes no value`);
  const meant = optionMeant(typo, argv, known);
  return failure(meant ? `Did you mean: ${corrected(argv, typo, meant)}` : help);
}

function candidatesOf(command: AnyCommand): Candidate[] {
  const own = Object.entries<Param>(command.args ?? {}).map(([key, param]) => ({ key, param }));
  return [...own, ...optionsOf(command)]
    .filter(({ param }) => param.place === 'option')
    .flatMap(({ key, param }) => [
      { name: `--${kebab(key)}`, param },
      ...(isToggle(param) ? [{ name: `--no-${kebab(key)}`, param }] : []),
    ]);
}

/** The line with the words of one name in quotes, where only one argument can be a name and they stand together. */
function quoted(
  argv: readonly string[],
  given: readonly string[],
  command: AnyCommand,
): string[] | undefined {
  const places = Object.values<Param>(command.args ?? {}).filter(({ place }) => place === 'argument');
  const names = places.filter(({ type }) => type === 'text');
  const [name] = names;
  if (!name || names.length > 1) return undefined;
  const from = places.indexOf(name);
  const words = given.slice(from, from + 1 + given.length - places.length);
  const at = argv.findIndex((_, start) => words.every((word, n) => argv[start + n] === word));
  return at < 0 ? undefined : [...argv.slice(0, at), words.join(' '), ...argv.slice(at + words.length)];
}
