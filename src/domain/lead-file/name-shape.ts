import { particles } from './split-name.ts';

export const nameFields = ['firstName', 'middleName', 'lastName'] as const;

const letter = /\p{L}/gu;
/** So many letters in capitals are no initials. */
const fewestCapitals = 3;

/** What names do not have: a formula, an address, a link or a number is none. */
const foreign = /[\p{N}=@+*/\\<>{}[\]_#%&$|:;!?"]/u;

/** A name whose letters are all capitals, or all small ones; `JP`, `a` and names without case are neither. */
export function hasOneCase(name: string): boolean {
  if (foreign.test(name)) return false;
  const letters = name.match(letter)?.join('') ?? '';
  const [upper, lower] = [letters.toUpperCase(), letters.toLowerCase()];
  if (upper === lower) return false;
  if (letters === upper) return letters.length >= fewestCapitals && !name.includes('.');
  return letters === lower && letters.length > 1 && !particles.has(name.trim());
}

/** `JÜRGEN` as `Jürgen`, `VON DER BERG` as `von der Berg`, `O'NEIL-MCDONALD` as `O'Neil-McDonald`; others as they are. */
export function namedInCase(name: string, isLast = false): string {
  if (!hasOneCase(name)) return name;
  const locale = /[İı]/.test(name) ? 'tr' : 'und';
  const words = name.toLocaleLowerCase(locale).split(/(\s+)/);
  const capital = (_: string, before: string, first: string) => before + first.toLocaleUpperCase(locale);
  let cased = '';
  for (const [at, word] of words.entries())
    if (isLast && at < words.length - 1 && particles.has(word)) cased += word;
    else if (at > 0 && /^i{2,3}$|^iv$/.test(word)) cased += word.toUpperCase();
    else
      cased += word
        .replace(/(^|[-.])(\p{L})/gu, capital)
        .replace(/((?:^|-)[DLO]['’])(\p{L})/gu, capital)
        .replace(/((?:^|-)Mc)(\p{L})(?=\p{L}{2})/gu, capital);
  return cased;
}
