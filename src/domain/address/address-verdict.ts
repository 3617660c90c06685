import { dataTable } from '../../base/data-table.ts';
import { foldHeader } from '../lead-file/lead-fields.ts';
import table from './status-column.tsv';

/** Whether an address takes email, as far as a verifier knows. */
export type AddressVerdict = 'invalid' | 'risky' | 'valid';

export interface KnownVerdict {
  readonly verdict: AddressVerdict;
  /** A verification job of the account, or a column of a file. */
  readonly source: 'job' | 'column';
}

/** What a word of a product says of a person; `other` is a word without a verdict. */
export type Saying = AddressVerdict | 'out' | 'other';

const sayings = ['out', 'invalid', 'risky', 'valid', 'other'] as const;

/** `columns`: folded headers; `status?` is used by others too, and `disposable!` says something only beside others. */
export const products = dataTable(table, ['product', 'columns', 'beside', ...sayings, 'source']).map(
  (row) => ({
    columns: wordsOf(row.columns, ' '),
    beside: new Set(wordsOf(row.beside, ' ')),
    words: new Map<string, Saying>(
      sayings.flatMap((saying) =>
        wordsOf(row[saying], ',').map((word) => [foldHeader(word), saying] as const),
      ),
    ),
  }),
);

function wordsOf(text: string, between: string): string[] {
  return text
    .split(between)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Words of other verifiers, and of jobs. */
const others: Readonly<Record<AddressVerdict, string>> = {
  invalid: 'invalid undeliverable bounce bounced hardbounce bad rejected spamtrap abuse donotmail disposable',
  risky: 'risky catchall acceptall unknown unverifiable unverified',
  valid: 'valid deliverable verified ok safe good',
};

const verdicts = new Map<string, AddressVerdict>([
  ...products.flatMap(({ columns, words }) =>
    columns.every((name) => name.endsWith('!'))
      ? []
      : [...words].flatMap(([word, saying]) =>
          saying === 'out' || saying === 'other' ? [] : [[word, saying] as const],
        ),
  ),
  ...(['invalid', 'risky', 'valid'] as const).flatMap((verdict) =>
    others[verdict].split(' ').map((word) => [word, verdict] as const),
  ),
]);

/** What a verifier's word for an address means, in any spelling: `catch-all`, `Catch All`, `catchAll`. */
export const verdictOfStatus = (status: string): AddressVerdict | undefined =>
  verdicts.get(foldHeader(status));
