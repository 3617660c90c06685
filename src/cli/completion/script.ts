import type { Tree } from '../describe/tree.ts';
import bash from './outreach.bash';
import fish from './outreach.fish';
import powershell from './outreach.ps1';
import zsh from './outreach.zsh';
import { type OfferedOption, offersOf, type Place, type Word } from './words.ts';

/** Keys that have the same answer: one branch of a script. */
interface Branch {
  readonly keys: readonly string[];
  readonly answer: string;
}

/** How a shell writes what its script is made of. */
interface Dialect {
  /** The script, with the names of tables between `@@`. */
  readonly template: string;
  /** What is offered, with its meaning where the shell shows that. */
  word(text: string, about: string): string;
  /** An answer of these words. */
  list(words: readonly string[]): string;
  /** The words that are added to any answer; the same unless given. */
  everywhere?(words: readonly string[]): string;
  /** How to complete a place first: the kind, whose names, and whether commas part several. Then the words. */
  place(how: Place, words: readonly string[]): string;
  branches(all: readonly Branch[]): string;
  /** What begins each line of branches within another one. */
  readonly inner: string;
}

const single = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

const posix = {
  list: (words) => `list=(${words.join(' ')})`,
  everywhere: (words) => words.join(' '),
  place: ({ kind, of, many }, words) =>
    [
      ...[`kind=${kind}`, ...(of ? [`of=${of}`] : []), ...(many ? ['many=1'] : [])],
      ...(words.length > 0 ? [`list=(${words.join(' ')})`] : []),
    ].join(' '),
  inner: '    ',
} satisfies Partial<Dialect>;

const fishWord = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const fishList = (words: readonly string[]) => `string join \\n -- ${words.join(' ')}`;
const shellWord = (text: string) => `'${text.replaceAll("'", "''")}'`;
const array = (items: readonly string[]) => `@(${items.join(', ')})`;

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

const dialects: Readonly<Record<Shell, Dialect>> = {
  // From bash 3.2 on, with and without the bash-completion package. It cuts words at `=` and `:`: they are put together again.
  bash: {
    ...posix,
    template: bash,
    word: (text) => (/^[\w@%+:,./-]+$/.test(text) ? text : single(text)),
    branches: (all) =>
      all
        .map(({ keys, answer }) => `    ${keys.map((key) => `'${key}'`).join('|')}) ${answer} ;;`)
        .join('\n'),
  },
  // Good as a file `_outreach` in fpath and for `source <(outreach completion zsh)`.
  zsh: {
    ...posix,
    template: zsh,
    // `_describe` cuts at the first colon that is not escaped.
    word(text, about) {
      const word = text.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
      return single(about === '' ? word : `${word}:${about}`);
    },
    branches: (all) =>
      all.map(({ keys, answer }) => `    (${keys.map(single).join('|')}) ${answer} ;;`).join('\n'),
  },
  fish: {
    template: fish,
    // fish shows what follows the tab beside the word.
    word: (text, about) => (about === '' ? fishWord(text) : `${fishWord(text)}\\t${fishWord(about)}`),
    list: fishList,
    place: ({ kind, of, many }, words) => fishList([kind, of || "''", many ? '1' : "''", ...words]),
    branches: (all) =>
      all
        .map(({ keys, answer }) => {
          // A star in a case of fish is a wildcard, also in quotes.
          const words = keys.map((key) => fishWord(key.replace(/\*$/, 'more'))).join(' ');
          return `        case ${words}\n            ${answer}`;
        })
        .join('\n'),
    inner: '        ',
  },
  // For Windows PowerShell 5.1 and PowerShell 7. Where nothing is offered, PowerShell offers files by itself.
  powershell: {
    template: powershell,
    word: (text, about) => shellWord(about === '' ? text : `${text}\t${about}`),
    list: array,
    place: ({ kind, of, many }, words) => array([...[kind, of, many ? '1' : ''].map(shellWord), ...words]),
    branches(all) {
      const lines: string[] = [];
      for (const { keys, answer } of all)
        for (const key of keys) lines.push(`        ${shellWord(key)} = ${answer}`);
      return `@{\n${lines.join('\n')}\n    }`;
    },
    inner: '',
  },
};

/** The whole completion of a shell as a script. It runs the program for names alone, see `Place`. */
export function completionScript(shell: Shell, tree: Tree): string {
  const { template, ...dialect } = dialects[shell];
  const tables = tablesOf(tree, dialect);
  return template.replaceAll(/@@(\w+)@@/g, (hole, name: string) => tables[name] ?? hole);
}

/** The tables that every script asks. Keys that nothing is known about have no branch. */
function tablesOf(tree: Tree, dialect: Omit<Dialect, 'template'>): Readonly<Record<string, string>> {
  const { word, list, everywhere: added = list, place, branches, inner } = dialect;
  const { spots, everywhere } = offersOf(tree);
  const wordsIn = (words: readonly Word[]) => words.map(({ text, about }) => word(text, about));
  const optionsIn = (options: readonly OfferedOption[]) =>
    options.flatMap(({ names, about }) => names.map((name) => word(name, about)));
  const placed = (at: Place) => place(at, wordsIn(at.words));
  const valuesOf = (options: readonly OfferedOption[], path = '') =>
    options.flatMap(({ names, value }) =>
      value === undefined ? [] : names.map((name) => [`${path}${name}`, placed(value)] as const),
    );
  const commands: Entry[] = [];
  const options: Entry[] = [];
  const values: Entry[] = [];
  const places: Entry[] = [];
  for (const { path, endless, ...spot } of spots) {
    if (spot.commands.length > 0) commands.push([path, list(wordsIn(spot.commands))]);
    if (spot.options.length > 0) options.push([path, list(optionsIn(spot.options))]);
    values.push(...valuesOf(spot.options, `${path} `));
    for (const [index, at] of spot.places.entries()) {
      const place = endless && index === spot.places.length - 1 ? '*' : index;
      if (at.kind !== 'text') places.push([`${path} ${place}`, placed(at)]);
    }
  }
  const cases = (entries: readonly Entry[]) => branches(merged(entries));
  return {
    /** Path → subcommands. */
    commands: cases(commands),
    /** Path → own options. */
    options: cases(options),
    everywhere: added(optionsIn(everywhere)),
    /** `path --option` → what its value is. */
    values: cases(values),
    everywhereValues: cases(valuesOf(everywhere)).replaceAll(/^/gm, inner),
    /** `path 0`, `path 1`, `path *` → what the argument is. */
    places: cases(places),
  };
}

type Entry = readonly [key: string, answer: string];

/** What has the same answer together, in the order of the first. */
function merged(entries: readonly Entry[]): Branch[] {
  const found = new Map<string, string[]>();
  for (const [key, answer] of entries) found.set(answer, [...(found.get(answer) ?? []), key]);
  return [...found].map(([answer, keys]) => ({ keys, answer }));
}
