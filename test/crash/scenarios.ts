import type { Database } from '../../src/local/database.ts';

/** A command whose repeat could hurt, and how one sees at the service how often it took effect. */
export interface Scenario {
  readonly operation: string;
  /** What the person types; # is the number that `fill` finds. */
  readonly line: string;
  readonly fill?: string;
  /** Lines that lead up to it; `+14d` lets that time pass. */
  readonly before: readonly string[];
  /** Rows of the sandbox that the call makes: counted before and after. */
  readonly effects: string;
  /** The command writes a remark into the journal once it is done. */
  readonly remarks?: true;
  /** It takes the service a while after the call until they are there. */
  readonly slow?: true;
  /** The service shows afterwards whether it worked. */
  readonly evident: boolean;
}

export const files: Readonly<Record<string, string>> = {
  'secret.txt': 'a-secret-of-ours',
  'session.txt': Buffer.from('session').toString('base64'),
  'sequence.json': JSON.stringify([
    { subject: 'A question', body: 'Hi {firstName}', followUpAfter: 0 },
    { subject: 'Again', body: 'And now?', followUpAfter: 3 },
  ]),
  'steps.json': JSON.stringify([
    { order: 1, subject: 'Hello {firstName}', body: 'Do you have a minute?' },
    { order: 2, body: 'And now?', delayDays: 3, useSameThread: true },
  ]),
};

const people = Array.from({ length: 12 }, (_, at) => `p${at}@lumen${at}.example`);

const campaign = [
  'campaigns create Autumn',
  ...people.map((address) => `leads add ${address} --first-name Ana --campaign 1`),
  'campaigns sequence set 1 steps.json',
  'campaigns schedule 1 --days mon-fri --from 08:00 --to 18:00',
  'campaigns senders attach 1 1 2',
];

const ledger = (operation: string) => `SELECT count(*) AS n FROM ledger WHERE operation = '${operation}'`;
const rows = (table: string) => `SELECT count(*) AS n FROM ${table}`;

/** Every operation that is guarded. An equal effect of the day before is in the world already, where there can be one. */
export const scenarios: readonly Scenario[] = [
  {
    operation: 'credits.purchase',
    line: 'credits buy 2000 --yes',
    before: ['credits buy 2000 --yes', '+1d'],
    effects: ledger('credits.purchase'),
    evident: true,
  },
  {
    operation: 'finder.startImport',
    line: 'finder import --campaign 1 --count 3 --job-title CEO --yes --no-wait',
    before: [
      'campaigns create Autumn',
      'finder import --campaign 1 --count 3 --job-title CEO --yes --no-wait',
      '+1d',
    ],
    effects: rows('finder_import'),
    remarks: true,
    evident: true,
  },
  {
    operation: 'prospects.source',
    line: 'prospects source --count 2 --yes',
    before: ['icps create Leaders --title CEO --primary', 'prospects source --count 2 --yes', '+1d'],
    effects: ledger('prospects.source'),
    evident: true,
  },
  {
    operation: 'dfy.createOrder',
    line: 'dfy orders create --domain acme-mail.com --forward-to acme.com --yes --no-wait',
    before: ['dfy orders create --domain other-mail.com --forward-to acme.com --yes --no-wait', '+1d'],
    effects: rows('dfy_order'),
    evident: true,
  },
  {
    operation: 'autopilot.start',
    line: 'autopilot start acme.com --target-prospects 5 --no-wait',
    before: [],
    effects: rows('autopilot_run'),
    evident: true,
  },
  {
    operation: 'autopilot.approve',
    line: 'autopilot approve 1 --yes --no-wait',
    before: ['autopilot start acme.com --target-prospects 5 --no-wait', '+1d'],
    effects: ledger('autopilot.approve'),
    evident: true,
  },
  {
    operation: 'campaigns.create',
    line: 'campaigns create Autumn',
    before: ['campaigns create Autumn', '+1d'],
    effects: rows('campaign'),
    evident: true,
  },
  {
    operation: 'campaigns.resume',
    line: 'campaigns resume 1 --yes',
    before: campaign,
    effects: ledger('campaigns.resume'),
    evident: true,
  },
  {
    operation: 'copilot.launch',
    line: 'copilot launch Autumn --sequence sequence.json',
    before: ['copilot launch Autumn --sequence sequence.json', '+1d'],
    effects: rows('campaign'),
    evident: true,
  },
  {
    operation: 'drafts.send',
    line: 'drafts send # --yes',
    fill: 'SELECT max(id) AS n FROM draft',
    before: [
      ...campaign,
      'finder import --campaign 1 --count 100 --job-title CEO --yes --no-wait',
      '+1d',
      'campaigns resume 1 --yes',
      '+21d',
    ],
    effects: ledger('drafts.send'),
    evident: true,
  },
  {
    operation: 'icps.create',
    line: 'icps create Leaders --title CEO',
    before: ['icps create Leaders --title CEO', '+1d'],
    effects: rows('icp'),
    evident: true,
  },
  {
    operation: 'webhooks.create',
    line: 'webhooks create --url https://hooks.acme.com/in --type EmailReply',
    before: ['webhooks create --url https://hooks.acme.com/in --type EmailReply', '+1d'],
    effects: rows('webhook'),
    evident: true,
  },
  {
    operation: 'workspaces.create',
    line: 'workspaces create Client',
    before: ['workspaces create Client', '+1d'],
    effects: rows('workspace'),
    evident: true,
  },
  {
    operation: 'workspaces.createKey',
    line: 'workspaces key create 2',
    before: ['workspaces create Client', '+1d'],
    effects: rows('api_key'),
    evident: false,
  },
  {
    operation: 'imports.instantly',
    line: 'imports instantly start --key-file secret.txt',
    before: [],
    // Every campaign of the other tool once for each time.
    effects: 'SELECT coalesce(max(n), 0) AS n FROM (SELECT count(*) AS n FROM campaign GROUP BY name)',
    slow: true,
    evident: false,
  },
  {
    operation: 'senders.connect',
    line: 'senders connect kim@lumen-post.com --imap imap.lumen-post.com --smtp smtp.lumen-post.com --password-file secret.txt',
    before: [],
    effects: rows('sender'),
    evident: true,
  },
  {
    operation: 'placement.createTest',
    line: 'placement create --sender 1 --yes',
    before: ['placement create --sender 1 --yes', '+1d'],
    effects: rows('placement_test'),
    evident: true,
  },
  {
    operation: 'verification.createJob',
    line: 'verification jobs create ana@lumen.example --yes --no-wait',
    before: ['verification jobs create ana@lumen.example --yes --no-wait', '+1d'],
    effects: rows('verification_job'),
    evident: true,
  },
];

const number = (database: Database, query: string): number =>
  database.prepare(query).get<{ n: number }>()?.n ?? 0;

export const count = (database: Database, { effects }: Scenario): number => number(database, effects);

/** Is there a call that the service has, and that took no effect yet? */
export const isOnItsWay = (database: Database): boolean =>
  number(database, 'SELECT count(*) AS n FROM late_call') > 0;

export const lineOf = (database: Database, { line, fill }: Scenario): string =>
  fill === undefined ? line : line.replace('#', String(number(database, fill)));
