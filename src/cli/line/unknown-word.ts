import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { corrected } from '../advice/shell-words.ts';
import type { Group } from '../declare/command.ts';
import { kebab, sharedOptions } from '../declare/shared-options.ts';
import { optionMeant } from './option-meant.ts';

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
    : `Put options after the command. See: ${['outreach', ...path].join(' ')} --help`;
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

/** What a verb without its group means, where one group is the likely one. */
const verbs: Readonly<Record<string, string>> = {
  import: 'leads import',
  audit: 'leads audit',
  check: 'campaigns check',
  forecast: 'campaigns forecast',
  pause: 'campaigns pause',
  resume: 'campaigns resume',
  why: 'campaigns why',
  buy: 'credits buy',
};

export function unknownCommand(
  { argv, word, path }: Line,
  children: readonly { readonly name: string }[],
  known?: Group['impossible'],
): Failure {
  const refused = impossible(word, path, known);
  if (refused) return refused;
  const names = children.map(({ name }) => name);
  const meant = path.length === 0 ? (verbs[word] ?? closest(word, names)) : closest(word, names);
  const parent = ['outreach', ...path].join(' ');
  const hint = meant ? `Did you mean: ${corrected(argv, word, meant)}` : `See: ${parent} --help`;
  return new Failure('unknown_command', `unknown command '${word}' for '${parent}'`, { hint });
}
