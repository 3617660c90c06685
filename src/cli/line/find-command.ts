import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../advice/advise.ts';
import type { AnyCommand, Group, GroupEntry } from '../declare/command.ts';
import type { Param } from '../declare/params.ts';
import { kebab, type SharedOption, sharedOptions } from '../declare/shared-options.ts';
import { byWord } from './aliases.ts';

/** What a line names, and the words that are left for it. */
export interface Found {
  readonly path: readonly string[];
  /** Absent at the root. */
  readonly node?: Group | AnyCommand;
  /** Options that stood before the verb come first. */
  readonly words: readonly string[];
  readonly help: boolean;
}

const asksForHelp = (word: string): boolean => word === '-h' || word === '--help';

type Node = Group | AnyCommand | GroupEntry;

export const isGroup = (node: Group | AnyCommand): node is Group => 'commands' in node;

/**
 * Walks the tree along the words of the line, loading only the group that is named. Shared options may come
 * anywhere on the way. Throws `usage` for a word or an option that nothing is known by.
 */
export async function resolve(tree: readonly GroupEntry[], argv: readonly string[]): Promise<Found> {
  const end = argv.indexOf('--');
  const help = argv.slice(0, end < 0 ? argv.length : end).some(asksForHelp);
  const path: string[] = [];
  const early: string[] = [];
  let children: readonly Node[] = tree;
  let node: Group | AnyCommand | undefined;
  let usual: AnyCommand | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    if (asksForHelp(word)) continue;
    if (word.startsWith('-') && word !== '-') {
      const option = sharedOption(word);
      if (!option && !help && usual) return usualIn(path, usual, [...early, ...argv.slice(at)]);
      if (!option && !help) throw (await import('./unknown-word.ts')).unknownOption({ argv, word, path });
      early.push(word);
      const value = argv[at + 1];
      if (option && option.param.type !== 'flag' && !word.includes('=') && value !== undefined) {
        early.push(value);
        at++;
      }
      continue;
    }
    const child = byWord(children, word);
    if (!child) {
      const known = node && isGroup(node) ? node.impossible : undefined;
      throw (await import('./unknown-word.ts')).unknownCommand({ argv, word, path }, children, known);
    }
    path.push(child.name);
    node = 'load' in child ? await child.load(argv[at + 1]) : child;
    if (!isGroup(node)) {
      const words = argv.slice(at + 1);
      const isAsked = [...argv.slice(0, at), ...ownWords(node, words)].some(asksForHelp);
      return { path, node, words: [...early, ...words], help: isAsked };
    }
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

/** Does it run another program, whose words are its own? */
export const takesProgram = ({ args = {} }: AnyCommand): boolean =>
  Object.values<Param>(args).some(({ program }) => program === true);

/** Does the line ask which fields there are? */
export const asksForFields = (command: AnyCommand, words: readonly string[]): boolean =>
  ownWords(command, words).some(
    (word, at) => word === '--fields=help' || (word === '--fields' && words[at + 1] === 'help'),
  );

/** The words that are for this program: not what follows `--`, nor what follows the name of another program. */
export function ownWords(command: AnyCommand, words: readonly string[]): readonly string[] {
  const isValue = (option = '') => {
    const [, own] =
      Object.entries<Param>(command.args ?? {}).find(([key]) => option === `--${kebab(key)}`) ?? [];
    const { type = 'flag' } = own ?? sharedOption(option)?.param ?? {};
    return type !== 'flag' && !option.includes('=');
  };
  const end = words.findIndex(
    (word, at) =>
      word === '--' || (takesProgram(command) && !word.startsWith('-') && !isValue(words[at - 1])),
  );
  return end < 0 ? words : words.slice(0, end);
}

function sharedOption(word: string): SharedOption | undefined {
  const name = word.replace(/=.*$/s, '');
  return sharedOptions.find(
    ({ key, param }) =>
      name === `--${kebab(key)}` ||
      (param.short !== undefined && name === `-${param.short}`) ||
      (param.type === 'flag' && param.fallback === undefined && name === `--no-${kebab(key)}`),
  );
}

const keyLike = /run_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}/;

/** No argument may be a key: other users of the machine see it in the list of processes, and the shell keeps it. */
export function refuseKeys(argv: readonly string[]): void {
  if (!argv.some((word) => keyLike.test(word))) return;
  throw new Failure(
    'key_as_argument',
    'never pass keys as arguments; this one is now in your shell history, so rotate it',
    { hint: say`Use: ${advise('login')} (hidden prompt), --key-stdin, --key-file, or OUTREACH_API_KEY.` },
  );
}
