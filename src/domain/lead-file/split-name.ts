interface NameParts {
  readonly firstName?: string;
  readonly middleName?: string;
  readonly lastName?: string;
}

/** What people write in front of names, and what a column of salutations holds. */
const salutations = new Set(
  `mr mrs ms miss mx dr prof professor herr frau herrn monsieur madame mme mlle sr sra srta senor senora sig
  dott ing dipl dhr mevr hr fr`.split(/\s+/),
);
const suffixes = new Set('jr sr ii iii iv phd mba md esq cpa msc bsc'.split(' '));
/** They belong to the last name, as in van der Berg. */
export const particles: ReadonlySet<string> = new Set(
  `'t ’t 's van von der den de del della di da do dos das du des la le los las lo ter ten te tot zu zum zur af av bin
  ibn al el`.split(/\s+/),
);
const familyFirst = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\s・]+$/u;

const bare = (word: string): string => word.replaceAll('.', '').toLowerCase();

/** `Mr`, `Dr.`, `Herr Dr.`: a way to address a person, not what that person does. */
export function isSalutation(text: string): boolean {
  const words = text
    .trim()
    .split(/[\s./-]+/)
    .filter(Boolean);
  // `M.` is Monsieur there, and an initial in front of a name.
  return words.length > 0 && words.every((word) => salutations.has(bare(word)) || word === 'M');
}

/** First word; last one with the particles before it; between, the middle name. `Last, First` by its comma. */
export function splitName(text: string): NameParts {
  const parts: string[][] = [];
  for (const part of text.split(',')) {
    const words = part.split(/\s+/).filter(Boolean);
    if (parts.length === 0 || words.some((word) => !suffixes.has(bare(word)))) parts.push(words);
  }
  const [before = [], after] = parts;
  const spoken = withoutSalutation(before);
  if (after && after.length > 0) {
    const given = withoutSalutation(after);
    return named(given[0], given.slice(1), spoken);
  }
  let end = spoken.length;
  while (end > 2 && suffixes.has(bare(spoken[end - 1] ?? ''))) end -= 1;
  const words = spoken.slice(0, end);
  if (words.length === 1 && spoken.length < before.length) return named(undefined, [], words);
  if (words.length > 1 && familyFirst.test(text))
    return named(words.at(-1), words.slice(1, -1), words.slice(0, 1));
  let last = words.length - 1;
  while (last > 1 && particles.has(bare(words[last - 1] ?? ''))) last -= 1;
  return named(words[0], words.slice(1, last), last < 1 ? [] : words.slice(last));
}

function named(firstName: string | undefined, middle: readonly string[], last: readonly string[]): NameParts {
  return {
    ...(firstName === undefined ? {} : { firstName }),
    ...(middle.length === 0 ? {} : { middleName: middle.join(' ') }),
    ...(last.length === 0 ? {} : { lastName: last.join(' ') }),
  };
}

/** Never the whole name: a word alone is one. */
function withoutSalutation(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !salutations.has(bare(word)));
  return from < 0 ? words : words.slice(from);
}
