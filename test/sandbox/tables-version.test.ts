import { expect, it } from 'vitest';
import { hashText } from '../../src/domain/seeded-random.ts';
import tables from '../../src/sandbox/tables.sql';
import { tablesVersion } from '../../src/sandbox/tables-version.ts';

it('is another one where a table has changed, and the same where only an index or a comment has', () => {
  const statements = tables
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement.startsWith('CREATE TABLE'));
  expect({ [tablesVersion]: hashText(statements.join(';')).toString(16) }).toEqual({
    '97e64a12': '177a9868',
  });
});
