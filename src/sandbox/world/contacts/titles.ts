import { dataTable } from '../../../base/data-table.ts';
import { words } from '../../../base/text/words.ts';
import table from './job-titles.tsv';

/** What people do. Seniorities and functions are the lookup's own lists. */
export const seniorities = words('Founder C-Level VP Director Head Manager Senior Specialist Entry');
type Seniority = (typeof seniorities)[number];

/** Per job function: its chief officer, what its leaders lead, and the titles of everybody else by seniority. */
const ladders = dataTable(table, words('jobFunction chief chiefAlso areas manager senior specialist entry'));
export const jobFunctions = ['Executive', ...ladders.map(({ jobFunction }) => jobFunction)];

interface Title {
  readonly title: string;
  /** Index into `seniorities`. */
  readonly seniority: number;
  /** Index into `jobFunctions`. */
  readonly jobFunction: number;
  /** What else a search may call it. */
  readonly also: string;
}

const seniority = (name: Seniority): number => seniorities.indexOf(name);

/** The person at the top of a company. */
export const leaders: readonly Title[] = [
  ['Founder & CEO', 'Founder', 'co-founder chief executive officer owner'],
  ['Co-Founder', 'Founder', 'founder owner'],
  ['Owner', 'Founder', 'founder proprietor'],
  ['Chief Executive Officer', 'C-Level', 'ceo'],
  ['Managing Director', 'C-Level', 'md ceo geschäftsführer'],
].map(([title = '', rank = '', also = '']) => ({
  title,
  seniority: seniority(rank as Seniority),
  jobFunction: jobFunctions.indexOf('Executive'),
  also,
}));

function titlesOf(ladder: (typeof ladders)[number]): Title[] {
  const department = jobFunctions.indexOf(ladder.jobFunction);
  const step = (rank: Seniority, names: string, also = '', prefix = ''): Title[] =>
    names.split(', ').map((name) => ({
      title: `${prefix}${name}`,
      seniority: seniority(rank),
      jobFunction: department,
      also,
    }));
  return [
    ...step('C-Level', ladder.chief, ladder.chiefAlso),
    ...step('VP', ladder.areas, 'vice president', 'VP of '),
    ...step('Director', ladder.areas, '', 'Director of '),
    ...step('Head', ladder.areas, 'lead', 'Head of '),
    ...step('Manager', ladder.manager),
    ...step('Senior', ladder.senior),
    ...step('Specialist', ladder.specialist),
    ...step('Entry', ladder.entry),
  ];
}

export const titles: readonly Title[] = [...leaders, ...ladders.flatMap(titlesOf)];

/** How many people of a company have each seniority, in parts; leaders come apart. */
export const seniorityWeights: readonly number[] = [0, 5, 7, 11, 14, 24, 15, 18, 6];

const large = new Set(
  words('Sales Marketing Engineering Operations').map((name) => jobFunctions.indexOf(name)),
);

/** Within a seniority: departments that every company has are larger, and the plain title is the common one. */
export const titleWeights: readonly number[] = titles.map(({ title, jobFunction }, index) => {
  const name = jobFunctions[jobFunction] ?? '';
  const plain = title === `Head of ${name}` || title === `Director of ${name}` || title === `VP of ${name}`;
  return index < leaders.length ? 0 : (large.has(jobFunction) ? 3 : 1) * (plain ? 5 : 1);
});
