import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dataTable } from '../../src/base/data-table.ts';

const source = resolve(import.meta.dirname, '../../src');
const tables = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.tsv'),
);

describe('a table of data', () => {
  it('is read by its columns, with line breaks where it says so', () => {
    expect(dataTable('name\ttext\nana\tHi,\\n\\nbye\nzoe\t\n', ['name', 'text'])).toEqual([
      { name: 'ana', text: 'Hi,\n\nbye' },
      { name: 'zoe', text: '' },
    ]);
  });

  it('is refused where its columns are others', () => {
    expect(() => dataTable('text\tname\n', ['name', 'text'])).toThrow('other columns: text\tname');
  });

  it.each(tables)('%s has as many cells in every line as in its first', (name) => {
    const [header = '', ...lines] = readFileSync(join(source, name), 'utf8').replace(/\n$/, '').split('\n');
    const wanted = header.split('\t').length;
    expect(lines.filter((line) => line.split('\t').length !== wanted)).toEqual([]);
  });
});
