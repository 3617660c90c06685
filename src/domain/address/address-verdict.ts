import { dataTable } from '../../base/data-table.ts';
import { foldHeader } from '../lead-file/lead-fields.ts';
import table from './status-column.tsv';

/** Whether an address takes email, as far as a verifier knows; the worst first. */
export const verdicts = ['invalid', 'risky', 'valid'] as const;
export type AddressVerdict = (typeof verdicts)[number];

export interface KnownVerdict {
  readonly verdict: AddressVerdict;
  readonly source: 'job' | 'column';
}

/** What a product says of a person: of the address, that the person wants no email, or something else. */
const sayings = ['out', ...verdicts, 'other'] as const;
type Word = (typeof sayings)[number];
/** `doubtful`: something other than a plain yes in a column of opt-outs. The person gets no email, and is not blocked. */
export type Saying = Word | 'doubtful';

/** A row of the table. The word `*` is anything that is not a no. */
interface ProductWords {
  readonly product: string;
  /**
   * Folded: `status?` is a name that others use too, `disposable!` says something only beside other columns, and in
   * `stage*` each word counts by itself, as in `tags#` each of several words of a cell.
   */
  readonly columns: readonly string[];
  readonly beside: ReadonlySet<string>;
  /** `dnc?` among those for `out` is doubtful. */
  readonly words: ReadonlyMap<string, Saying>;
}

export const products: ProductWords[] = [];
for (const row of dataTable(table, ['product', 'columns', 'beside', ...sayings, 'source'])) {
  const words = new Map<string, Saying>();
  for (const saying of sayings)
    for (const word of partsOf(row[saying], ', '))
      words.set(isCode(word) ? word : foldHeader(word), word.endsWith('?') ? 'doubtful' : saying);
  const beside = new Set(partsOf(row.beside, ' '));
  products.push({ product: row.product, columns: partsOf(row.columns, ' '), beside, words });
}

function isCode(word: string): boolean {
  return /^(?:\*|-?\d+)$/.test(word);
}

function partsOf(text: string, between: string): string[] {
  return text === '' ? [] : text.split(between);
}

const isVerdict = (saying: Saying): saying is AddressVerdict =>
  (verdicts as readonly Saying[]).includes(saying);
const isAnswer = (word: string): boolean => /^(?:true|yes|no|false)$/.test(word) || isCode(word);

const verdictOf = new Map<string, AddressVerdict>();
for (const { words } of products)
  for (const [word, saying] of words)
    if (isVerdict(saying) && !isAnswer(word) && !verdictOf.has(word)) verdictOf.set(word, saying);

/** What a verifier's word for an address means, in any spelling: `catch-all`, `Catch All`, `catchAll`. */
export const verdictOfStatus = (status: string): AddressVerdict | undefined =>
  verdictOf.get(foldHeader(status));
