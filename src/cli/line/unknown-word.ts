import { dataTable } from '../../base/data-table.ts';
import { parseDuration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { parseMoment } from '../../domain/moment.ts';
import { corrected } from '../advice/shell-words.ts';
import type { Group } from '../declare/command.ts';
import type { Param } from '../declare/params.ts';
import { kebab, sharedOptions } from '../declare/shared-options.ts';
import loneVerbs from './lone-verbs.tsv';
import { typedNumber } from './typed-number.ts';

/** What was typed, the word that nothing is known by, and the words before it that are. */
interface Line {
  readonly argv: readonly string[];
  readonly word: string;
  readonly path: readonly string[];
}

export function unknownOption({ argv, word, path }: Line): Failure {
  const name = word.replace(/=.*$/s, '');
  const candidates = sharedOptions.map(({ key, param }) => ({ name: `--${kebab(key)}`, param }));
  const meant = optionMeant(name, argv, candidates);
  const hint = meant
    ? `Did you mean: ${corrected(argv, name, meant)}`
    : `Options of a command go after its name. See: ${['outreach', ...path].join(' ')} --help`;
  return new Failure('unknown_option', `unknown option '${name}'`, { hint });
}

function impossible(word: string, path: readonly string[], known: Group['impossible'] = []) {
  const found = known.find(({ words }) => words.includes(word));
  if (found === undefined) return undefined;
  const typed = ['outreach', ...path, word].join(' ');
  return new Failure('unknown_command', `no command '${typed}': this service cannot ${found.what}`, {
    hint: found.instead,
  });
}

export function unknownCommand(
  { argv, word, path }: Line,
  children: readonly { readonly name: string }[],
  known?: Group['impossible'],
): Failure {
  const refused = impossible(word, path, known);
  if (refused) return refused;
  const names = children.map(({ name }) => name);
  // A verb without its group means what one group is likely to.
  const verbs = path.length === 0 ? dataTable(loneVerbs, ['verb', 'command']) : [];
  const meant = verbs.find(({ verb }) => verb === word)?.command ?? closest(word, names);
  const parent = ['outreach', ...path].join(' ');
  const hint = meant ? `Did you mean: ${corrected(argv, word, meant)}` : `See: ${parent} --help`;
  return new Failure('unknown_command', `unknown command '${word}' for '${parent}'`, { hint });
}

export interface Candidate {
  /** `--job-title`. */
  readonly name: string;
  readonly param: Pick<Param, 'type' | 'choices' | 'many'>;
}

/**
 * The option that was probably meant by a word of the line that is none. Never one that says yes where the word says no,
 * or the other way round, and never one that cannot take the value behind it: a correction is pasted as it is.
 */
export function optionMeant(
  typed: string,
  argv: readonly string[],
  candidates: readonly Candidate[],
): string | undefined {
  const value = valueBehind(typed, argv);
  const possible: string[] = [];
  for (const { name, param } of candidates)
    if (name !== typed && agrees(name, typed) && takes(param, value)) possible.push(name);
  const word = typed.replace(/^-+/, '');
  // `--title` where there is `--job-title`: of all that hold the word, the one that adds the least.
  const [holding, next] = possible
    .filter((name) => word.length > 3 && name.slice(2).split('-').includes(word))
    .sort((a, b) => a.length - b.length);
  return holding && holding.length !== next?.length ? holding : closest(typed, possible);
}

/** For what begins with `no`, `--nojson` as well, only names that begin with it. */
const agrees = (name: string, typed: string): boolean =>
  saysNo(name) === saysNo(typed) && (!/^-*no/.test(typed) || /^-*no/.test(name));

/** `--no-yes`, and `--noyes` or `--not-yes` as well. */
const saysNo = (name: string): boolean => /^-*no(n|t)?(-|(yes|color|colour|input|wait)$)/.test(name);

interface Value {
  readonly text: string;
  /** Behind an equals sign: it can be nothing but the value of this option. */
  readonly attached: boolean;
}

function valueBehind(name: string, argv: readonly string[]): Value | undefined {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
  const word = argv[at] ?? '';
  if (word.startsWith(`${name}=`)) return { text: word.slice(name.length + 1), attached: true };
  const next = argv[at + 1];
  return next === undefined || /^-./.test(next) ? undefined : { text: next, attached: false };
}

function takes({ type, choices = [], many }: Candidate['param'], value: Value | undefined): boolean {
  if (type === 'flag') return !value?.attached;
  if (value === undefined) return true;
  const each = many ? value.text.split(',') : [value.text];
  return each.every((text) => {
    if (type === 'duration') return parseDuration(text) !== undefined;
    if (type === 'integer' || type === 'number') {
      const digits = typedNumber(text);
      return digits !== undefined && (type === 'number' || /^[+-]?\d+$/.test(digits));
    }
    if (type === 'moment') return parseMoment(text, { use: 'since', now: 0, utc: true }) !== undefined;
    return type !== 'choice' || choices.includes(text.trim());
  });
}
