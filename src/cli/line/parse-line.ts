import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { parseDuration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import type { AnyCommand, Exclusion } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { isToggle, type Param, rangeText } from '../declare/params.ts';
import { kebab, optionsOf, sharedOptions } from '../declare/shared-options.ts';
import { commandLine } from './shell-words.ts';
import { closest } from './suggest.ts';

export interface Line {
  readonly globals: Globals;
  readonly values: Record<string, unknown>;
}

/** What was typed, for corrections that can be pasted. */
export interface Typed {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly argv: readonly string[];
}

/** Reads the words after a command's name into typed values. Throws `usage`, with the corrected line where one is near. */
export async function parseLine(command: AnyCommand, typed: Typed): Promise<Line> {
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
    if (!(error instanceof CommanderError)) throw error;
    const { usageFailure } = await import('./usage-failure.ts');
    throw usageFailure(error, command, { ...typed, operands: parser.args });
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
  const placeOf = (key: string) => (positional.includes(key) ? `<${kebab(key)}>` : `--${kebab(key)}`);
  refuseTogether([...usual, ...(command.excludes ?? [])], { ...globals, ...values }, placeOf);
  return { globals, values };
}

const noGlobals = Object.fromEntries(
  sharedOptions.map(({ key, param }) => [key, param.type === 'flag' ? false : undefined]),
) as unknown as Globals;

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
      if (ms === 0 && param.min !== 0) throw wrongValue(label, 'above 0', word);
      return ms;
    }
    case 'choice':
      return choiceFrom(param.choices ?? [], label, word, typed);
    case 'file':
      if (word === '') throw wrongValue(label, 'a path', word);
      return word;
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

function choiceFrom(choices: readonly string[], label: string, word: string, typed: Typed): string {
  if (choices.includes(word)) return word;
  const meant = closest(word, choices);
  const failure = wrongValue(label, `one of ${choices.join(', ')}`, word);
  if (meant === undefined) throw failure;
  const line = typed.argv.map((part) =>
    part.split(/[,=]/).includes(word) ? part.replace(word, meant) : part,
  );
  throw failure.with({ hint: `Did you mean: ${commandLine(line)}` });
}

const wrongValue = (label: string, wanted: string, word: string) =>
  new Failure('invalid_value', `${label} must be ${wanted}, not '${word}'`);

const usual: readonly Exclusion<never>[] = [
  ['json', 'ndjson', 'csv'],
  ['ndjson', 'csv'],
  ['all', 'limit', 'page'],
];

function refuseTogether(
  exclusions: readonly (readonly PropertyKey[])[],
  values: Readonly<Record<string, unknown>>,
  placeOf: (key: string) => string,
): void {
  const isGiven = (key: string) =>
    ![undefined, false].includes(values[key] as false) && !isEmpty(values[key]);
  for (const [one, ...others] of exclusions.map((keys) => keys.map(String))) {
    const other = others.find(isGiven);
    if (one !== undefined && isGiven(one) && other !== undefined)
      throw new Failure(
        'contradicting_options',
        `${placeOf(one)} and ${placeOf(other)} cannot be used together`,
      );
  }
}

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
