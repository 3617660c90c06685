import { foldHeader } from '../lead-file/lead-fields.ts';
import { type AddressVerdict, products, type Saying, verdictOfStatus } from './address-verdict.ts';

/** What makes a column of this name one of a product: the name, a word that others do not use, or the columns beside it. */
type Needs = 'name' | 'telling' | 'beside';

interface StatusColumn {
  readonly needs: Needs;
  readonly beside: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, Saying>;
}

const needs: Readonly<Record<string, Needs>> = { '?': 'telling', '!': 'beside' };

const columns = new Map<string, StatusColumn[]>();
for (const { columns: names, beside, words } of products)
  for (const name of names) {
    const bare = name.replace(/[?!]$/, '');
    columns.set(bare, [
      ...(columns.get(bare) ?? []),
      { needs: needs[name.slice(bare.length)] ?? 'name', beside, words },
    ]);
  }

/** Words of verifiers alone. */
const telling = new Set(
  'deliverable undeliverable catchall acceptall spamtrap donotmail disposable'.split(' '),
);

const worst: readonly AddressVerdict[] = ['invalid', 'risky', 'valid'];

/** The verdict that the custom variables of a lead give of its address: of several the worst. */
export function columnVerdictIn(variables: object): AddressVerdict | undefined {
  const found = new Set(sayingsIn(Object.entries(variables)));
  return worst.find((verdict) => found.has(verdict));
}

function sayingsIn(entries: readonly [key: string, value: unknown][]): Saying[] {
  const keys = entries.map(([key]) => foldHeader(key));
  return keys.flatMap((key, at) => {
    const word = foldHeader(String(entries[at]?.[1]));
    const saying = (columns.get(key) ?? []).flatMap((column) => {
      const isNamed =
        column.needs === 'name' ||
        (column.needs === 'telling' && telling.has(word)) ||
        keys.some((other) => column.beside.has(other));
      if (!isNamed) return [];
      const own = column.words.get(word);
      return own ?? (column.needs === 'name' ? verdictOfStatus(word) : undefined) ?? [];
    });
    return saying.slice(0, 1);
  });
}
