import { distance } from 'fastest-levenshtein';

/** The word of `known` that was probably meant by `typed`, if one is near enough. */
export const closest = (typed: string, known: readonly string[]): string | undefined => near(typed, known)[0];

/** Up to three of `known` that are like `typed`: written nearly the same, else with such a word in them. */
export function nearest(typed: string, known: readonly string[]): readonly string[] {
  const word = typed.toLowerCase().trim();
  const isLike = (part: string) => part.length > 3 && near(word, [part]).length > 0;
  const holding = known.filter(
    (name) =>
      word.length > 2 && (name.toLowerCase().includes(word) || name.split(/[^\p{L}\p{N}]+/u).some(isLike)),
  );
  return [...new Set([...near(typed, known), ...holding])].slice(0, 3);
}

/** Up to three of `known` that begin with `typed`, in any case; else those that are like it. */
export function likely(typed: string, known: readonly string[]): readonly string[] {
  const word = typed.toLowerCase().trim();
  const begun = known.filter((name) => word !== '' && name.toLowerCase().startsWith(word));
  return begun.length > 0 ? [...new Set(begun)].slice(0, 3) : nearest(typed, known);
}

/** They look alike, and one is never a slip for the other. */
const opposites: readonly (readonly string[])[] = [
  ['attach', 'detach'],
  ['pause', 'resume'],
  ['enable', 'disable'],
  ['enabled', 'disabled'],
  ['add', 'remove'],
  ['connect', 'disconnect'],
  ['import', 'export'],
];

const areOpposites = (one: string, other: string): boolean =>
  one !== other && opposites.some((pair) => pair.includes(one) && pair.includes(other));

function near(typed: string, known: readonly string[]): string[] {
  const word = typed.toLowerCase();
  const found: { readonly name: string; readonly steps: number }[] = [];
  for (const name of known) {
    if (areOpposites(word.replace(/^-+/, ''), name.toLowerCase().replace(/^-+/, ''))) continue;
    const steps = away(word, name.toLowerCase());
    // As many mistakes as a word of that length may have: `status` is two from `start`, and means something else.
    const most = Math.min(3, Math.max(1, Math.floor(Math.min(word.length, name.length) / 3)));
    if (steps <= most) found.push({ name, steps });
  }
  return found.sort((a, b) => a.steps - b.steps).map(({ name }) => name);
}

/** A beginning counts as one mistake, as two letters do that changed places: `camp` means `campaigns`, `lits` `list`. */
function away(word: string, name: string): number {
  if (word.length >= 3 && name.startsWith(word)) return Math.min(1, distance(word, name));
  return swapped(word, name) ? 1 : distance(word, name);
}

const swapped = (word: string, name: string): boolean =>
  distance(word, name) === 2 && [...word].sort().join('') === [...name].sort().join('');

/** One letter off, two in a long word, or letters swapped. Stricter than `closest`: words that may be meant as typed. */
export function misspelt(typed: string, known: readonly string[]): string | undefined {
  if (typed.length < 4) return undefined;
  return known.find((name) => {
    const away = distance(typed, name);
    if (swapped(typed, name)) return true;
    return typed.length >= 5 && name.length >= 5 && away <= (typed.length >= 8 ? 2 : 1);
  });
}
