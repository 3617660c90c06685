import { dataTable } from '../../base/data-table.ts';
import { foldHeader } from './lead-fields.ts';
import table from './products.tsv';

/** By headers that no other product has together. The first that fits counts. */
const products = dataTable(table, ['product', 'headers']).map(({ product, headers }) => ({
  product,
  has: headers.split(' ').map((pattern) => new RegExp(pattern)),
}));

export function productOf(headers: readonly string[]): string | undefined {
  const folded = headers.map(foldHeader);
  return products.find(({ has }) => has.every((pattern) => folded.some((header) => pattern.test(header))))
    ?.product;
}
