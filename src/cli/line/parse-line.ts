import { Argument, Command as Commander, CommanderError, Option } from 'commander';
import { Failure } from '../../base/errors.ts';
import type { AnyCommand, Exclusion } from '../declare/command.ts';
import { type Globals, prettyWord } from '../declare/globals.ts';
import { isToggle, type Param } from '../declare/params.ts';
import { kebab, optionsOf, placeIn, sharedOptions } from '../declare/shared-options.ts';
import { ownWords, takesProgram } from './find-command.ts';
import type { Place } from './wrong-value.ts';

export interface Line {
  readonly globals: Globals;
  readonly values: Record<string, unknown>;
  /** How words were understood that are not what the service calls it. */
  readonly notes: readonly string[];
  /** What a person at a terminal is asked for; empty on most lines. */
  readonly missing: readonly {
    readonly key: string;
    readonly param: Param;
    readonly others: readonly string[];
  }[];
  /** What to throw where there is no person to ask. */
  readonly refusal?: Failure | undefined;
}

/** What was typed, for corrections that can be pasted. */
interface Typed {
  readonly path: readonly string[];
  readonly words: readonly string[];
  readonly argv: readonly string[];
}

/** Reads the words after a command's name into typed values. Throws `usage`, with the corrected line where one is near. */
export async function parseLine(command: AnyCommand, typed: Typed): Promise<Line> {
  const own = Object.entries<Param>(command.args ?? {});
  const shared = optionsOf(command);
  const { parser, refusal } = await parsed(command, { ...typed, words: withPlainJson(command, typed.words) });
  const given = parser.opts<Record<string, unknown>>();
  const positional = own.flatMap(([key, param]) => (param.place === 'argument' ? [key] : []));
  const notes: string[] = [];
  const placeOf = (key: string) => placeIn(command.args, key);
  const read = async (key: string, param: Param): Promise<unknown> => {
    const place = { label: placeOf(key), argv: typed.argv, note: (line: string) => void notes.push(line) };
    const raw = param.place === 'argument' ? parser.processedArgs[positional.indexOf(key)] : given[key];
    return (await convert(param, raw, place)) ?? param.fallback;
  };
  const values: Record<string, unknown> = {};
  for (const [key, param] of own) values[key] = await read(key, param);
  const replaced = Object.entries(values).filter(([key]) => key in noGlobals);
  const globals = { ...noGlobals, ...Object.fromEntries(replaced) } as Globals;
  for (const { key, param } of shared) Object.assign(globals, { [key]: await read(key, param) });
  refuseTogether([...usual, ...(command.excludes ?? [])], { ...globals, ...values }, placeOf);
  const missing: Line['missing'][number][] = [];
  for (const [key, param] of own) {
    const { asked, required, unless } = param;
    if (asked === undefined || isGiven(values[key])) continue;
    if (!required && !unless?.every((other) => !isGiven(values[other]))) continue;
    const others = own.flatMap(([other, one]) => (other !== key && one.asked === asked ? [other] : []));
    missing.push({ key, param, others });
  }
  return { globals, values, notes, missing, refusal };
}

/** How a document is indented is asked of the words themselves. */
function withPlainJson(command: AnyCommand, words: readonly string[]): readonly string[] {
  if (!words.includes(prettyWord)) return words;
  const own = ownWords(command, words);
  return [...own.map((word) => (word === prettyWord ? '--json' : word)), ...words.slice(own.length)];
}

/** The words, taken apart; `refusal` is for where no person can be asked for what is missing. Throws `usage`. */
async function parsed(command: AnyCommand, typed: Typed) {
  const strict = parserOf(command, false);
  const error = errorOf(strict, command, typed.words);
  if (error === undefined) return { parser: strict };
  const { usageFailure } = await import('./usage-failure.ts');
  const refusal = usageFailure(error, command, { ...typed, operands: strict.args });
  const lenient = parserOf(command, true);
  if (!refusal.is('missing_argument') || errorOf(lenient, command, typed.words)) throw refusal;
  return { parser: lenient, refusal };
}

function errorOf(
  parser: Commander,
  command: AnyCommand,
  words: readonly string[],
): CommanderError | undefined {
  // Commander takes any word for a value: `--once --dry-run` would not be a rehearsal.
  const bare = ownWords(command, words).find(
    (word, at) =>
      /^-[-\p{L}]/u.test(words[at + 1] ?? '') &&
      parser.options.some(({ long, required }) => required && long === word),
  );
  if (bare !== undefined) return new CommanderError(2, 'commander.optionMissingArgument', bare);
  try {
    parser.parse(words, { from: 'user' });
    return undefined;
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
}

function parserOf(command: AnyCommand, lenient: boolean): Commander {
  const parser = new Commander(command.name)
    .helpOption(false)
    .allowExcessArguments(false)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, outputError: () => {} })
    .passThroughOptions(takesProgram(command));
  for (const [key, declared] of Object.entries<Param>(command.args ?? {})) {
    const param = lenient && declared.asked ? { ...declared, required: false } : declared;
    if (param.place === 'argument') {
      const name = `${kebab(key)}${param.many ? '...' : ''}`;
      parser.addArgument(new Argument(param.required ? `<${name}>` : `[${name}]`, param.summary));
    } else addOption(parser, key, param);
  }
  for (const { key, param } of optionsOf(command)) addOption(parser, key, param);
  return parser;
}

const noGlobals = Object.fromEntries(
  sharedOptions.map(({ key, param }) => [key, param.type === 'flag' ? false : undefined]),
) as unknown as Globals;

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
  // Most lines give no value at all.
  const { readValue } = await import('./read-value.ts');
  if (!param.many) return readValue(param, String(raw), place);
  const words = (Array.isArray(raw) ? raw : [raw]).map(String);
  const split = param.place === 'option' && !param.whole;
  const parts = split
    ? words.flatMap((word) => word.trim().split(param.words ? /\s*,\s*|\s+/ : ',')).map((part) => part.trim())
    : words;
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
  for (const keys of exclusions) {
    const [one, ...others] = keys.map(String);
    const other = others.find((key) => isGiven(values[key]));
    if (one !== undefined && isGiven(values[one]) && other !== undefined)
      throw new Failure(
        'contradicting_options',
        `${placeOf(one)} and ${placeOf(other)} cannot be used together`,
      );
  }
}

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
