/** What people do. Seniorities and functions are the lookup's own lists. */
export const seniorities = [
  'Founder',
  'C-Level',
  'VP',
  'Director',
  'Head',
  'Manager',
  'Senior',
  'Specialist',
  'Entry',
] as const;
export const jobFunctions = [
  'Executive',
  'Sales',
  'Marketing',
  'Engineering',
  'Product',
  'Design',
  'Operations',
  'Finance',
  'Human Resources',
  'Information Technology',
  'Customer Success',
  'Legal',
  'Procurement',
  'Data',
] as const;

export interface Title {
  readonly title: string;
  /** Index into `seniorities`. */
  readonly seniority: number;
  /** Index into `jobFunctions`. */
  readonly jobFunction: number;
  /** What else a search may call it. */
  readonly also: string;
}

const seniority = (name: (typeof seniorities)[number]): number => seniorities.indexOf(name);
const jobFunction = (name: (typeof jobFunctions)[number]): number => jobFunctions.indexOf(name);

/** The person at the top of a company. */
export const leaders: readonly Title[] = [
  ['Founder & CEO', 'Founder', 'co-founder chief executive officer owner'],
  ['Co-Founder', 'Founder', 'founder owner'],
  ['Owner', 'Founder', 'founder proprietor'],
  ['Chief Executive Officer', 'C-Level', 'ceo'],
  ['Managing Director', 'C-Level', 'md ceo geschäftsführer'],
].map(([title = '', rank = '', also = '']) => ({
  title,
  seniority: seniority(rank as (typeof seniorities)[number]),
  jobFunction: jobFunction('Executive'),
  also,
}));

/** One function: its chief officer, its name in titles of leading people, and the titles of the others by seniority. */
interface Ladder {
  readonly of: (typeof jobFunctions)[number];
  readonly chief: readonly [title: string, also: string];
  readonly areas: readonly string[];
  readonly manager: readonly string[];
  readonly senior: readonly string[];
  readonly specialist: readonly string[];
  readonly entry: readonly string[];
}

const ladders: readonly Ladder[] = [
  {
    of: 'Sales',
    chief: ['Chief Revenue Officer', 'cro'],
    areas: ['Sales', 'Business Development', 'Partnerships', 'Revenue Operations'],
    manager: ['Sales Manager', 'Regional Sales Manager', 'Account Manager'],
    senior: ['Senior Account Executive', 'Key Account Manager'],
    specialist: ['Account Executive', 'Business Development Representative'],
    entry: ['Sales Development Representative'],
  },
  {
    of: 'Marketing',
    chief: ['Chief Marketing Officer', 'cmo'],
    areas: ['Marketing', 'Growth', 'Demand Generation', 'Brand', 'Communications'],
    manager: ['Marketing Manager', 'Product Marketing Manager', 'Content Marketing Manager'],
    senior: ['Senior Marketing Manager', 'Senior SEO Specialist'],
    specialist: ['Marketing Specialist', 'Performance Marketer', 'Copywriter'],
    entry: ['Marketing Assistant'],
  },
  {
    of: 'Engineering',
    chief: ['Chief Technology Officer', 'cto'],
    areas: ['Engineering', 'Software Development', 'Quality', 'Platform'],
    manager: ['Engineering Manager', 'Development Manager'],
    senior: ['Senior Software Engineer', 'Principal Engineer', 'Staff Engineer'],
    specialist: ['Software Engineer', 'DevOps Engineer', 'QA Engineer', 'Mechanical Engineer'],
    entry: ['Junior Software Engineer'],
  },
  {
    of: 'Product',
    chief: ['Chief Product Officer', 'cpo'],
    areas: ['Product', 'Product Management', 'Innovation'],
    manager: ['Product Manager', 'Product Owner'],
    senior: ['Senior Product Manager'],
    specialist: ['Product Analyst'],
    entry: ['Associate Product Manager'],
  },
  {
    of: 'Design',
    chief: ['Chief Design Officer', 'cdo'],
    areas: ['Design', 'User Experience'],
    manager: ['Design Manager'],
    senior: ['Senior Product Designer'],
    specialist: ['UX Designer', 'Graphic Designer'],
    entry: ['Junior Designer'],
  },
  {
    of: 'Operations',
    chief: ['Chief Operating Officer', 'coo'],
    areas: ['Operations', 'Supply Chain', 'Logistics', 'Facilities'],
    manager: ['Operations Manager', 'Plant Manager', 'Project Manager'],
    senior: ['Senior Project Manager'],
    specialist: ['Operations Analyst', 'Logistics Coordinator'],
    entry: ['Operations Assistant'],
  },
  {
    of: 'Finance',
    chief: ['Chief Financial Officer', 'cfo'],
    areas: ['Finance', 'Accounting', 'Treasury', 'Controlling'],
    manager: ['Finance Manager', 'Controller'],
    senior: ['Senior Accountant', 'Senior Financial Analyst'],
    specialist: ['Accountant', 'Financial Analyst'],
    entry: ['Junior Accountant'],
  },
  {
    of: 'Human Resources',
    chief: ['Chief People Officer', 'chro cpo'],
    areas: ['Human Resources', 'People', 'Talent Acquisition'],
    manager: ['HR Manager', 'Talent Acquisition Manager', 'Office Manager'],
    senior: ['Senior HR Business Partner'],
    specialist: ['Recruiter', 'HR Generalist'],
    entry: ['HR Assistant'],
  },
  {
    of: 'Information Technology',
    chief: ['Chief Information Officer', 'cio'],
    areas: ['IT', 'Information Security', 'Infrastructure'],
    manager: ['IT Manager', 'Security Manager'],
    senior: ['Senior Systems Administrator', 'Security Architect'],
    specialist: ['Systems Administrator', 'Network Engineer'],
    entry: ['IT Support Technician'],
  },
  {
    of: 'Customer Success',
    chief: ['Chief Customer Officer', 'cco'],
    areas: ['Customer Success', 'Customer Support', 'Client Services'],
    manager: ['Customer Success Manager', 'Support Manager'],
    senior: ['Senior Customer Success Manager'],
    specialist: ['Customer Support Specialist', 'Implementation Consultant'],
    entry: ['Customer Service Representative'],
  },
  {
    of: 'Legal',
    chief: ['General Counsel', 'chief legal officer'],
    areas: ['Legal', 'Compliance'],
    manager: ['Compliance Manager'],
    senior: ['Senior Legal Counsel'],
    specialist: ['Legal Counsel', 'Data Protection Officer'],
    entry: ['Paralegal'],
  },
  {
    of: 'Procurement',
    chief: ['Chief Procurement Officer', 'cpo'],
    areas: ['Procurement', 'Sourcing'],
    manager: ['Purchasing Manager', 'Category Manager'],
    senior: ['Senior Buyer'],
    specialist: ['Buyer'],
    entry: ['Purchasing Assistant'],
  },
  {
    of: 'Data',
    chief: ['Chief Data Officer', 'cdo'],
    areas: ['Data', 'Analytics', 'Business Intelligence'],
    manager: ['Analytics Manager'],
    senior: ['Senior Data Scientist', 'Senior Data Engineer'],
    specialist: ['Data Scientist', 'Data Analyst', 'Data Engineer'],
    entry: ['Junior Data Analyst'],
  },
];

function climb({ of, chief, areas, manager, senior, specialist, entry }: Ladder): Title[] {
  const step = (rank: (typeof seniorities)[number], titles: readonly string[], also = ''): Title[] =>
    titles.map((title) => ({ title, seniority: seniority(rank), jobFunction: jobFunction(of), also }));
  return [
    ...step('C-Level', [chief[0]], chief[1]),
    ...step(
      'VP',
      areas.map((area) => `VP of ${area}`),
      'vice president',
    ),
    ...step(
      'Director',
      areas.map((area) => `Director of ${area}`),
    ),
    ...step(
      'Head',
      areas.map((area) => `Head of ${area}`),
      'lead',
    ),
    ...step('Manager', manager),
    ...step('Senior', senior),
    ...step('Specialist', specialist),
    ...step('Entry', entry),
  ];
}

export const titles: readonly Title[] = [...leaders, ...ladders.flatMap(climb)];

/** How many people of a company stand at each seniority, in parts; leaders come apart. */
export const seniorityWeights: readonly number[] = [0, 5, 7, 11, 14, 24, 15, 18, 6];

const large = new Set(
  ['Sales', 'Marketing', 'Engineering', 'Operations'].map((name) => jobFunctions.indexOf(name as 'Sales')),
);

/** Within a seniority: departments that every company has are larger, and the plain title is the common one. */
export const titleWeights: readonly number[] = titles.map(({ title, jobFunction }, index) => {
  const name = jobFunctions[jobFunction] ?? '';
  const plain = title === `Head of ${name}` || title === `Director of ${name}` || title === `VP of ${name}`;
  return index < leaders.length ? 0 : (large.has(jobFunction) ? 3 : 1) * (plain ? 5 : 1);
});
