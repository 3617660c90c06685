import { dataTable } from '../../../base/data-table.ts';
import { words } from '../../../base/text/words.ts';
import industryTable from './industries.tsv';
import technologyTable from './technologies.tsv';

/** `words` is what its companies put behind their name, `keywords` what it is about, for searches. */
export const industries = dataTable(industryTable, ['name', 'words', 'keywords']).map(
  ({ name, words, keywords }) => ({ name, words: words.split(', '), keywords }),
);

export const technologies: readonly string[] = dataTable(technologyTable, ['name']).map(({ name }) => name);

export const companySizes = words('1-10 11-50 51-200 201-500 501-1000 1001-5000 5001-10000 10001+');

export const revenues: readonly string[] =
  'Under $1M, $1M-$10M, $10M-$50M, $50M-$100M, $100M-$500M, $500M-$1B, Over $1B'.split(', ');

/** By size band: how many companies in parts, and how many of their people the database knows at least and at most. */
export const sizeProfiles: readonly { weight: number; least: number; most: number; revenue: number }[] = [
  { weight: 22, least: 4, most: 9, revenue: 0 },
  { weight: 26, least: 10, most: 20, revenue: 1 },
  { weight: 20, least: 16, most: 30, revenue: 1 },
  { weight: 12, least: 20, most: 40, revenue: 2 },
  { weight: 8, least: 26, most: 50, revenue: 3 },
  { weight: 6, least: 30, most: 60, revenue: 4 },
  { weight: 3, least: 36, most: 76, revenue: 5 },
  { weight: 3, least: 40, most: 100, revenue: 5 },
];
