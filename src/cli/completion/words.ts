import {
  globalOptions,
  type Tree,
  type TreeArgument,
  type TreeNode,
  type TreeOption,
} from '../describe/tree.ts';

/** A word to offer, and what it means. */
export interface Word {
  readonly text: string;
  readonly about: string;
}

/**
 * What may be typed at a place: `words` (and `list`, several of them with commas between), a `file` or `folder`, the words of a
 * command of ours (`commands`), or `text` that nothing is known about.
 */
export interface Place {
  readonly kind: 'words' | 'list' | 'file' | 'folder' | 'commands' | 'text';
  readonly words: readonly Word[];
}

export interface OfferedOption {
  /** `--quiet`, `-q`. */
  readonly names: readonly string[];
  readonly about: string;
  /** Absent for a flag. */
  readonly value?: Place;
}

/** What can be typed after the words of `path`. */
export interface Spot {
  readonly path: string;
  readonly commands: readonly Word[];
  /** Without those of every spot. */
  readonly options: readonly OfferedOption[];
  /** One for each argument; the last one goes on for ever where `endless`. */
  readonly places: readonly Place[];
  readonly endless: boolean;
}

export interface Offers {
  readonly everywhere: readonly OfferedOption[];
  readonly spots: readonly Spot[];
}

/** All that the completion of a shell offers: known beforehand, so that pressing Tab makes no call. */
export function offersOf(tree: Tree): Offers {
  const root: Spot = {
    path: '',
    commands: tree.commands.map(wordOf),
    options: [{ names: ['--version', '-v'], about: 'show the version' }],
    places: [],
    endless: false,
  };
  return {
    everywhere: [...globalOptions().flatMap(offered), { names: ['--help', '-h'], about: 'show help' }],
    spots: [root, ...tree.commands.flatMap(spotsOf)],
  };
}

function spotsOf(node: TreeNode): Spot[] {
  if ('commands' in node) {
    const { path, commands } = node;
    const spot = { path, commands: commands.map(wordOf), options: [], places: [], endless: false };
    return [spot, ...commands.flatMap(spotsOf)];
  }
  const { path, arguments: args, options } = node;
  const endless = args.at(-1)?.many ?? false;
  return [{ path, commands: [], options: options.flatMap(offered), places: args.map(placeOf), endless }];
}

const wordOf = ({ name, summary }: TreeNode): Word => ({ text: name, about: summary });

function offered(option: TreeOption): OfferedOption[] {
  const { name, short, summary, negatable, type } = option;
  const names = [name, ...(short === undefined ? [] : [short])];
  const flag = { names, about: summary };
  if (type !== 'flag') return [{ ...flag, value: placeOf(option) }];
  return negatable ? [flag, { names: [name.replace('--', '--no-')], about: summary }] : [flag];
}

function placeOf(param: TreeArgument | TreeOption): Place {
  const { type, many, choices, offers, hint } = param;
  if (type === 'file' || type === 'folder') return { kind: type, words: [] };
  const words = (choices ?? offers ?? []).map((text): Word => ({ text, about: '' }));
  if (hint !== undefined && /\bcommand\b/.test(hint)) return { kind: 'commands', words };
  if (words.length === 0) return { kind: 'text', words };
  return { kind: many && 'family' in param ? 'list' : 'words', words };
}
