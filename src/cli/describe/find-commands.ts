import { dataTable } from '../../base/data-table.ts';
import { misspelt } from '../../base/text/nearest.ts';
import type { TreeCommand } from './tree.ts';
import wordsOfPeople from './words-of-people.tsv';

type Findable = Pick<TreeCommand, 'path' | 'summary'> &
  Partial<Pick<TreeCommand, 'about' | 'aliases' | 'arguments' | 'options'>>;

/**
 * The commands that have to do with these words, the best first. A word counts for more where fewer commands have it, and in
 * a name more than in a text. Words that a person has for a thing or a deed count as ours do. Without a word that any
 * command has: none. Those whose whole path is among the words come first.
 */
export function findCommands<C extends Findable>(commands: readonly C[], words: readonly string[]): C[] {
  const texts = commands.map(textsOf);
  const known = [...new Set(texts.flatMap((text) => text.flatMap(([, stems]) => [...stems])))];
  const wanted = [...new Set(words.flatMap(stemsIn))].flatMap((stem) =>
    emptyWords.has(stem) ? [] : [meanings(stem, known)],
  );
  const weights = texts.map((text) => wanted.map((stems) => weightIn(text, stems)));
  const rarity = wanted.map((_, at) => {
    const having = weights.filter((row) => (row[at] ?? 0) > 0).length;
    return Math.log(1 + commands.length / Math.max(1, having));
  });
  const scored = commands.map((command, at) => ({
    command,
    score: (weights[at] ?? []).reduce((sum, weight, word) => sum + weight * (rarity[word] ?? 0), 0),
  }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const typed = words.flatMap(stemsIn);
  const isNamed = ({ path }: C) => {
    const stems = stemsIn(path);
    return stems.length > 1 && stems.every((stem) => typed.includes(stem));
  };
  return scored
    .filter(({ score }) => score > best / 3)
    .sort((a, b) => Number(isNamed(b.command)) - Number(isNamed(a.command)) || b.score - a.score)
    .map(({ command }) => command);
}

/** What a command has words in, and what a word counts for there. */
const textsOf = ({ path, summary, about = '', aliases = [], ...rest }: Findable) =>
  [
    [8, stemSet([path, ...aliases].join(' '))],
    [5, stemSet(summary)],
    [2, stemSet([...(rest.arguments ?? []), ...(rest.options ?? [])].flatMap(namesOf).join(' '))],
    [1, stemSet(about)],
  ] as const;

/** Those that other commands have as well say nothing of this one. */
const namesOf = (param: TreeCommand['options'][number] | TreeCommand['arguments'][number]): string[] =>
  'family' in param && param.family !== 'own' ? [] : [param.name, param.summary, ...(param.choices ?? [])];

type Texts = ReturnType<typeof textsOf>;

const weightIn = (texts: Texts, stems: readonly string[]): number =>
  Math.max(0, ...texts.map(([weight, own]) => (stems.some((stem) => own.has(stem)) ? weight : 0)));

const stemSet = (text: string): ReadonlySet<string> => new Set(stemsIn(text));

const stemsIn = (text: string): string[] => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemOf);

/** `mailboxes` and `mailbox`, `replies` and `reply`, `importing` and `import` are one word. */
function stemOf(word: string): string {
  const one = word
    .replace(/ies$/, 'y')
    .replace(/(x|ch|sh|ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');
  const verb = one.length > 5 ? one.replace(/(ing|ed)$/, '') : one;
  return verb.replace(/([b-df-hj-np-tv-z])\1$/, '$1').replace(/e$/, '');
}

/** The word itself, ours for the same, and where no command has any of them the one that it may be a slip of. */
function meanings(stem: string, known: readonly string[]): readonly string[] {
  const stems = [stem, ...(ours.get(stem) ?? [])];
  if (stems.some((one) => known.includes(one))) return stems;
  return [misspelt(stem, known) ?? stem];
}

const emptyWords = stemSet(
  'a an and are be by can do for from how i in is it me my of on or the them to what which with',
);

/** Words of people, and ours for the same thing or deed. */
const ours: ReadonlyMap<string, readonly string[]> = new Map(
  dataTable(wordsOfPeople, ['theirs', 'ours']).flatMap((row) =>
    stemsIn(row.theirs).map((stem) => [stem, stemsIn(row.ours)] as const),
  ),
);
