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
  const typed = words.flatMap(stemsIn);
  const scores: number[] = Array(commands.length).fill(0);
  for (const stem of new Set(typed)) {
    if (emptyWords.has(stem)) continue;
    const stems = meanings(stem, known);
    const weights = texts.map((text) => weightIn(text, stems));
    const having = weights.filter((weight) => weight > 0).length;
    const rarity = Math.log(1 + commands.length / Math.max(1, having));
    for (const [at, weight] of weights.entries()) scores[at] = (scores[at] ?? 0) + weight * rarity;
  }
  const best = Math.max(0, ...scores);
  const found: { readonly command: C; readonly score: number; readonly isNamed: boolean }[] = [];
  for (const [at, command] of commands.entries()) {
    const score = scores[at] ?? 0;
    if (score <= best / 3) continue;
    const stems = stemsIn(command.path);
    const isNamed = stems.length > 1 && stems.every((stem) => typed.includes(stem));
    found.push({ command, score, isNamed });
  }
  found.sort((a, b) => Number(b.isNamed) - Number(a.isNamed) || b.score - a.score);
  return found.map(({ command }) => command);
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

/** The texts are sorted: the first that has one of them counts for the most. */
const weightIn = (texts: Texts, stems: readonly string[]): number =>
  texts.find(([, own]) => stems.some((stem) => own.has(stem)))?.[0] ?? 0;

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
