import type { NameKind } from '../declare/name-kinds.ts';
import {
  globalOptions,
  type Tree,
  type TreeNode,
  type TreeOption,
  type TreeParam,
} from '../describe/tree.ts';

/** A word to offer, and what it means. */
export interface Word {
  readonly text: string;
  readonly about: string;
}

/** What may be typed at a place. */
export interface Place {
  /** Words, a file or folder, the words of a command of ours (`commands`), or text that nothing is known about. */
  readonly kind: 'words' | 'file' | 'folder' | 'commands' | 'text';
  /**
   * Of words: which of them only the program knows, if any. A script asks for them when Tab is pressed there, with standard
   * input from the null device and standard error to it:
   *
   *     outreach __names <of> <path> <profile> <current>
   *
   * Always four words after `__names`, which may be empty: the kind; the path of the command as one word (`campaigns get`);
   * the value of `--profile` on the line; and what is typed so far of the value, without quotes, behind the last comma where
   * there may be several.
   *
   * It prints up to 500 lines `word<TAB>meaning` in UTF-8, in the order to show them; the meaning may be empty, and neither
   * part holds a control character. Words are not quoted, and may hold spaces, quotes, `$` and `:`. Not all of them begin
   * with what was typed: the shell chooses. It ends with 0 within 300 ms, prints nothing on standard error, and never asks
   * anything.
   */
  readonly of: NameKind | '';
  /** Several with commas between. */
  readonly many: boolean;
  /** Offered before those that the program knows. */
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
interface Spot {
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

/** All that the completion of a shell offers; of names, whom it asks. */
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

const dayWords = ['mon-fri', 'daily', 'weekend', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

function placeOf(param: TreeParam | TreeOption): Place {
  const { type, many, whole, choices, offers, hint, names = '' } = param;
  const offered = type === 'days' ? dayWords : (choices ?? offers ?? []);
  const words = offered.map((text): Word => ({ text, about: '' }));
  const place = { of: '', many: false, words } as const;
  if (type === 'file' || type === 'folder') return { ...place, kind: type };
  if (hint !== undefined && /\bcommand\b/.test(hint)) return { ...place, kind: 'commands' };
  if (words.length === 0 && names === '') return { ...place, kind: 'text' };
  const isList = type === 'days' || (many && !whole && 'family' in param);
  return { kind: 'words', of: names, many: isList, words };
}
