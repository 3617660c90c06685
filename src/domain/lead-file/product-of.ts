import { dataTable } from '../../base/data-table.ts';
import { foldHeader } from './lead-fields.ts';
import table from './products.tsv';

/** By headers that no other product has together. The first that fits counts. */
const products = dataTable(table, ['product', 'headers']);

export function productOf(headers: readonly string[]): string | undefined {
  const folded = headers.map(foldHeader);
  for (const { product, headers: patterns } of products) {
    const wanted = patterns.split(' ').map((pattern) => new RegExp(pattern));
    if (wanted.every((pattern) => folded.some((header) => pattern.test(header)))) return product;
  }
  return undefined;
}
