import { Failure } from '../../base/errors.ts';
import type { AnyCommand, Group, GroupEntry } from '../declare/command.ts';
import { kebab, type SharedOption, sharedOptions } from '../declare/shared-options.ts';
import { byWord } from './aliases.ts';
import { corrected } from './shell-words.ts';

/** What a line names, and the words that are left for it. */
export interface Found {
  readonly path: readonly string[];
  /** Absent at the root. */
  readonly node?: Group | AnyCommand;
  /** Options that stood before the verb come first. */
  readonly words: readonly string[];
  readonly help: boolean;
}

type Node = Group | AnyCommand | GroupEntry;

export const isGroup = (node: Group | AnyCommand): node is Group => 'commands' in node;

/**
 * Walks the tree along the words of the line, loading only the group that is named. Shared options may come
 * anywhere on the way. Throws `usage` for a word or an option that nothing is known by.
 */
export async function resolve(tree: readonly GroupEntry[], argv: readonly string[]): Promise<Found> {
  const end = argv.indexOf('--');
  const help = argv.slice(0, end < 0 ? argv.length : end).some((word) => word === '-h' || word === '--help');
  const path: string[] = [];
  const early: string[] = [];
  let children: readonly Node[] = tree;
  let node: Group | AnyCommand | undefined;
  let usual: AnyCommand | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (word === '-h' || word === '--help') continue;
    if (word.startsWith('-') && word !== '-') {
      const option = sharedOption(word);
      if (!option && !help && usual) return usualIn(path, usual, [...early, ...argv.slice(at)]);
      if (!option && !help) throw await unknownOption(argv, word, path);
      early.push(word);
      const value = argv[at + 1];
      if (option && takesValue(option) && !word.includes('=') && value !== undefined) {
        early.push(value);
        at++;
      }
      continue;
    }
    const child = byWord(children, word);
    if (!child) {
      const known = node && isGroup(node) ? node.impossible : undefined;
      throw impossible(word, path, known) ?? (await unknownCommand(argv, word, path, children));
    }
    path.push(child.name);
    node = 'load' in child ? await child.load() : child;
    if (!isGroup(node)) return { path, node, words: [...early, ...argv.slice(at + 1)], help };
    children = [...node.commands, ...(node.groups ?? [])];
    usual = node.usual;
  }
  if (usual && !help) return usualIn(path, usual, early);
  return { path, ...(node && { node }), words: early, help };
}

const usualIn = (path: readonly string[], node: AnyCommand, words: readonly string[]): Found => ({
  path: [...path, node.name],
  node,
  words,
  help: false,
});

const takesValue = ({ param }: SharedOption): boolean => param.type !== 'flag';

function sharedOption(word: string): SharedOption | undefined {
  const name = word.replace(/=.*$/s, '');
  return sharedOptions.find(
    ({ key, param }) =>
      name === `--${kebab(key)}` ||
      (param.short !== undefined && name === `-${param.short}`) ||
      (param.type === 'flag' && param.fallback === undefined && name === `--no-${kebab(key)}`),
  );
}

async function unknownOption(argv: readonly string[], word: string, path: readonly string[]) {
  const { optionMeant } = await import('./option-meant.ts');
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

async function unknownCommand(
  argv: readonly string[],
  word: string,
  path: readonly string[],
  children: readonly Node[],
) {
  const { closest } = await import('../../base/text/nearest.ts');
  const meant = closest(
    word,
    children.map(({ name }) => name),
  );
  const parent = ['outreach', ...path].join(' ');
  const hint = meant ? `Did you mean: ${corrected(argv, word, meant)}` : `See: ${parent} --help`;
  return new Failure('unknown_command', `unknown command '${word}' for '${parent}'`, { hint });
}
