import { expect, it } from 'vitest';
import { hashText } from '../../src/domain/seeded-random.ts';
import tables from '../../src/sandbox/tables.sql';
import { tablesVersion } from '../../src/sandbox/tables-version.ts';

it('is the hash of the tables', () => {
  expect(tablesVersion).toBe(hashText(tables).toString(16));
});
