import type { NameKind } from '../declare/name-kinds.ts';
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
export type Place = KnownPlace | NamesPlace;

interface KnownPlace {
  readonly kind: 'words' | 'list' | 'file' | 'folder' | 'commands' | 'text';
  readonly words: readonly Word[];
}

/**
 * What only the program knows. A script asks for it when Tab is pressed there, with standard input from the null device and
 * standard error to it:
 *
 *     outreach __names <of> <path> <profile> <current>
 *
 * Always four words after `__names`, which may be empty: the kind; the path of the command as one word (`campaigns get`); the
 * value of `--profile` on the line; and what is typed so far of the value, without quotes, behind the last comma where the
 * place is a list.
 *
 * It prints up to 500 lines `word<TAB>meaning` in UTF-8, in the order to show them; the meaning may be empty, and neither
 * part holds a control character. Words are not quoted, and may hold spaces, quotes, `$` and `:`. Not all of them begin with
 * what was typed: the shell chooses. It ends with 0 within 300 ms, prints nothing on standard error, and never asks anything.
 */
interface NamesPlace {
  readonly kind: 'names';
  readonly of: NameKind;
  /** Several with commas between. */
  readonly isList: boolean;
  /** Offered as well, before those that the program knows. */
  readonly words: readonly Word[];
}

/** How a script completes a place: `words` also where it has to ask for some, of the kind `of`. */
export function answerOf(place: Place): {
  kind: Exclude<Place['kind'], 'list' | 'names'>;
  of: string;
  many: boolean;
} {
  if (place.kind === 'names') return { kind: 'words', of: place.of, many: place.isList };
  if (place.kind === 'list') return { kind: 'words', of: '', many: true };
  return { kind: place.kind, of: '', many: false };
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

const days = ['mon-fri', 'daily', 'weekend', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(
  (text): Word => ({ text, about: '' }),
);

function placeOf(param: TreeArgument | TreeOption): Place {
  const { type, many, whole, choices, offers, hint, names } = param;
  if (type === 'file' || type === 'folder') return { kind: type, words: [] };
  if (type === 'days') return { kind: 'list', words: days };
  const words = (choices ?? offers ?? []).map((text): Word => ({ text, about: '' }));
  if (hint !== undefined && /\bcommand\b/.test(hint)) return { kind: 'commands', words };
  if (names !== undefined)
    return { kind: 'names', of: names, isList: many && !whole && 'family' in param, words };
  if (words.length === 0) return { kind: 'text', words };
  return { kind: many && 'family' in param ? 'list' : 'words', words };
}
