import { distance } from 'fastest-levenshtein';

/** The word of `known` that was probably meant by `typed`, if one is near enough. */
export function closest(typed: string, known: readonly string[]): string | undefined {
  const word = typed.toLowerCase();
  const ranked = known
    .map((name) => ({ name, away: away(word, name.toLowerCase()) }))
    .filter(({ name, away }) => away <= Math.min(3, (Math.min(word.length, name.length) * 2) / 3))
    .sort((a, b) => a.away - b.away);
  return ranked[0]?.name;
}

/** A beginning counts as one mistake: `camp` means `campaigns`. */
function away(word: string, name: string): number {
  if (word.length >= 3 && name.startsWith(word)) return Math.min(1, distance(word, name));
  return distance(word, name);
}
