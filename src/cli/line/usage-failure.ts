import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import { commandLine, corrected } from '../advice/shell-words.ts';
import type { AnyCommand } from '../declare/command.ts';
import { isToggle, type Param } from '../declare/params.ts';
import { kebab, optionsOf } from '../declare/shared-options.ts';
import { type Candidate, optionMeant } from './unknown-word.ts';

/** A line that the parser rejected. */
interface Rejected {
  readonly path: readonly string[];
  readonly argv: readonly string[];
  /** The words that are not options, as far as they were read. */
  readonly operands: readonly string[];
}

const codes: Readonly<Record<string, FailureCode>> = {
  'commander.excessArguments': 'excess_arguments',
  'commander.missingArgument': 'missing_argument',
  'commander.missingMandatoryOptionValue': 'missing_argument',
  'commander.optionMissingArgument': 'option_missing_argument',
  'commander.unknownOption': 'unknown_option',
};

/** What the parser found wrong with a line, and the line that was probably meant. */
export function usageFailure(
  error: Pick<Error, 'message'> & { readonly code: string },
  command: AnyCommand,
  { path, argv, operands }: Rejected,
): Failure {
  const message = error.message.replace(/^error: /, '');
  const code = codes[error.code] ?? 'usage';
  const help = `See: ${['outreach', ...path].join(' ')} --help`;
  const [example] = command.examples;
  const failure = (hint: string, text = message) => new Failure(code, text, { hint });
  if (error.code === 'commander.excessArguments') {
    if (` ${argv.join(' ')} `.includes(' --json pretty ')) return failure('Did you mean --json=pretty?');
    const line = quoted(argv, operands, command);
    if (line) return failure(`Quote what has several words: ${commandLine(line)}`);
  }
  if (error.code === 'commander.optionMissingArgument') {
    const name = /--[\w-]+/.exec(message)?.[0] ?? '';
    const end = name === '--fields' ? `See: ${['outreach', ...path].join(' ')} --fields help` : help;
    const joined = `If the value begins with a dash, join it with an equals sign: ${name}=<value>`;
    return failure(argv.at(-1) === name ? end : joined, `${name} needs a value`);
  }
  if (error.code !== 'commander.unknownOption') return failure(example ? `For example: ${example}` : help);
  const typo = /'(.*)'/s.exec(message)?.[1]?.replace(/=.*$/s, '') ?? '';
  const known = candidatesOf(command);
  const flag = known.find(({ name, param }) => name === typo && param.type === 'flag');
  if (flag && typo === '--json')
    return failure(
      '--json=pretty has the document indented in a pipe as well.',
      '--json takes no value but pretty',
    );
  if (flag) return failure('Give it for yes, leave it out for no.', `${typo} takes no value`);
  const meant = optionMeant(typo, argv, known);
  return failure(meant ? `Did you mean: ${corrected(argv, typo, meant)}` : help);
}

function candidatesOf(command: AnyCommand): Candidate[] {
  const own = Object.entries<Param>(command.args ?? {}).map(([key, param]) => ({ key, param }));
  const candidates: Candidate[] = [];
  for (const { key, param } of [...own, ...optionsOf(command)]) {
    if (param.place !== 'option') continue;
    candidates.push({ name: `--${kebab(key)}`, param });
    if (isToggle(param)) candidates.push({ name: `--no-${kebab(key)}`, param });
  }
  return candidates;
}

/** The line with the words of one name in quotes, where only one argument can be a name and they are adjacent. */
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
  if (words.every((word) => /^\d+$/.test(word))) return undefined;
  const at = argv.findIndex((_, start) => words.every((word, n) => argv[start + n] === word));
  return at < 0 ? undefined : [...argv.slice(0, at), words.join(' '), ...argv.slice(at + words.length)];
}
