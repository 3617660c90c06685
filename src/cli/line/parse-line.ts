import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { Failure } from '../../base/errors.ts';
import type { AnyCommand, Exclusion } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import { isToggle, type Param } from '../declare/params.ts';
import { kebab, optionsOf, sharedOptions } from '../declare/shared-options.ts';
import { readValue } from './read-value.ts';
import type { Place } from './wrong-value.ts';

export interface Line {
  readonly globals: Globals;
  readonly values: Record<string, unknown>;
  /** How words were understood that are not what the service calls it. */
  readonly notes: readonly string[];
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
  const notes: string[] = [];
  const placeOf = (key: string) => (positional.includes(key) ? `<${kebab(key)}>` : `--${kebab(key)}`);
  const read = async (key: string, param: Param): Promise<unknown> => {
    const place = { label: placeOf(key), argv: typed.argv, note: (line: string) => void notes.push(line) };
    const raw = param.place === 'argument' ? parser.processedArgs[positional.indexOf(key)] : given[key];
    return (await convert(param, raw, place)) ?? param.fallback;
  };
  const values: Record<string, unknown> = {};
  for (const [key, param] of own) values[key] = await read(key, param);
  const globals = { ...noGlobals, ...pick(values, Object.keys(noGlobals)) } as Globals;
  for (const { key, param } of shared) Object.assign(globals, { [key]: await read(key, param) });
  refuseTogether([...usual, ...(command.excludes ?? [])], { ...globals, ...values }, placeOf);
  return { globals, values, notes };
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

async function convert(param: Param, raw: unknown, place: Place): Promise<unknown> {
  if (raw === undefined || typeof raw === 'boolean') return raw;
  if (!param.many) return readValue(param, String(raw), place);
  const words = (Array.isArray(raw) ? raw : [raw]).map(String);
  const split = param.place === 'option' && !param.whole;
  const parts = split ? words.flatMap((word) => word.split(',')).map((part) => part.trim()) : words;
  const values: unknown[] = [];
  for (const part of parts) values.push(await readValue(param, part, place));
  return values;
}

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
