import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { breaches, liveWorld } from './live.ts';
import { samples } from './samples.ts';

/**
 * What was charged is held against what was agreed to, for every call that has an effect: on stderr, in the document and
 * in the journal. Fewer people than asked for is no difference.
 */

type Bodies = Readonly<Record<string, object>>;

interface Case {
  readonly line: string;
  /** The same call without its command. */
  readonly raw?: string;
  /** As agreed: no word. */
  readonly good: Bodies;
  /** What is answered in its place, and the codes of what is said of that. */
  readonly bad: readonly (readonly [bodies: Bodies, codes: string, text: string])[];
}

const sample = (id: string) => samples[id] as object;
const finished = { ...sample('finder.import'), requested: 3, added: 3, creditsSpent: 6 };
const bought = sample('credits.purchase');
const { order } = sample('dfy.order') as { order: object };
const { run, plan } = sample('autopilot.run') as { run: object; plan: object };
const job = { ...sample('verification.job'), total: 2, checks: 4, costUsd: 0.016 };

const wallet = { 'credits.balance': { balance: 50_000, usdPerCredit: 0.02 } };
const importing = 'finder import --campaign 1 --count 3 --job-title CEO';
const inImport = (started: object, finished: object): Bodies => ({
  ...wallet,
  'finder.startImport': { ...sample('finder.startImport'), requested: 3, estimatedCredits: 6, ...started },
  'finder.import': { ...sample('finder.import'), ...finished },
});
const ordered = (of: object): Bodies => ({ 'dfy.createOrder': { order: { ...order, ...of } } });
const approved = (of: object, planned: object = {}): Bodies => ({
  'autopilot.approve': { run: { ...run, ...of }, plan: { ...plan, ...planned } },
});

const cases: Readonly<Record<string, Case>> = {
  'credits.purchase': {
    line: 'credits buy 2000 --max-usd 41',
    raw: 'api credits.purchase --field credits=2000 --max-usd 41',
    good: { ...wallet, 'credits.purchase': { ...bought, amountUsd: 39 } },
    bad: [
      [
        { ...wallet, 'credits.purchase': { ...bought, amountUsd: 40.5 } },
        'cost_more',
        'The service charged $40.50, more than the price of $40.00.',
      ],
      [
        { ...wallet, 'credits.purchase': { ...bought, amountUsd: 9999 } },
        'cost_more',
        'The service charged $9,999.00, more than the price of $40.00 and --max-usd $41.00.',
      ],
      [
        { ...wallet, 'credits.purchase': { ...bought, creditsPurchased: 10 } },
        'fewer_credits',
        'The service granted 10 credits, fewer than the 2,000 that were bought.',
      ],
    ],
  },
  'finder.startImport': {
    line: `${importing} --max-credits 10 --max-usd 1 --wait`,
    good: inImport({}, finished),
    bad: [
      [
        inImport(
          { requested: 5000, estimatedCredits: 10_000, creditsPerProspect: 200 },
          {
            ...finished,
            requested: 5000,
            added: 4500,
            creditsSpent: 9000,
          },
        ),
        'may_cost_more more_than_asked cost_more more_than_asked',
        'The service spent 9,000 credits, more than the 6 that were agreed to and --max-credits 10 and --max-usd $1.00.',
      ],
      [
        inImport({}, { ...finished, added: 1, creditsSpent: 6 }),
        'cost_more',
        'The service spent 6 credits for 1 person, more than 2 credits each.',
      ],
    ],
  },
  'prospects.source': {
    line: 'prospects source --count 3',
    raw: 'api prospects.source --field count=3',
    good: { 'prospects.source': { requested: 3, sourced: 2, creditsSpent: 4 } },
    bad: [
      [
        { 'prospects.source': { requested: 3000, sourced: 2, creditsSpent: 4 } },
        'more_than_asked',
        'The service takes it for 3,000 people, and 3 were asked for.',
      ],
      [
        { 'prospects.source': { requested: 3, sourced: 2000, creditsSpent: 4000 } },
        'more_than_asked',
        'The service added 2,000 people, and 3 were asked for.',
      ],
    ],
  },
  'dfy.createOrder': {
    line: 'dfy orders create --domain acme-mail.com --max-usd 20',
    good: ordered({ domains: [{ domainName: 'Acme-Mail.com' }], cost_breakdown: { totalUsd: 12 } }),
    bad: [
      [
        ordered({ domains: ['acme-mail.com'], cost_breakdown: { totalUsd: 99_999 } }),
        'cost_more',
        'The service charged $99,999.00, more than the price of $12.00 and --max-usd $20.00.',
      ],
      [
        ordered({ domains: ['acme-mail.com', 'other.com'] }),
        'not_as_asked',
        'The service names what was not asked for: other.com.',
      ],
      [
        ordered({ domains: [{ domainName: 'other.com' }] }),
        'not_as_asked not_as_asked',
        'The service does not name what was asked for: acme-mail.com.',
      ],
    ],
  },
  'autopilot.approve': {
    line: 'autopilot approve 1 --no-wait --max-usd 1000',
    good: { ...wallet, ...approved({}) },
    bad: [
      [
        { ...wallet, ...approved({ targetProspectCount: 5000 }) },
        'more_than_asked',
        'The service takes it for 5,000 people, and 50 were asked for.',
      ],
      [
        { ...wallet, ...approved({}, { firstMonthUsd: 6000 }) },
        'may_cost_more',
        'The service may charge $5,999.00, more than the price of $59.00 and --max-usd $1,000.00.',
      ],
    ],
  },
  'verification.createJob': {
    line: 'verification jobs create ana@lumen.example kim@lumen.example --max-usd 1 --wait',
    raw: 'api verification.createJob --field emails[]=ana@lumen.example --field emails[]=kim@lumen.example --max-usd 1',
    good: { 'verification.createJob': job, 'verification.job': job },
    bad: [
      [
        { 'verification.createJob': { ...job, total: 40 }, 'verification.job': job },
        'more_than_asked',
        'The service takes it for 40 addresses, and 2 were asked for.',
      ],
    ],
  },
  'placement.createTest': {
    line: 'placement create --sender 1',
    raw: 'api placement.createTest --field senderEmailIds[]=1',
    good: { 'placement.createTest': { id: 1, name: 'Autumn', senderEmailIds: [1] } },
    bad: [
      [
        { 'placement.createTest': { id: 1, name: 'Autumn', senderEmailIds: [1, 2, 3] } },
        'not_as_asked',
        'The service names what was not asked for: 2, 3.',
      ],
    ],
  },
};

/** What is told only when it is over. */
const later: readonly (readonly [line: string, bodies: Bodies, text: string])[] = [
  [
    'verification jobs create ana@lumen.example --max-usd 1 --wait',
    {
      'verification.createJob': { id: 1 },
      'verification.job': { ...job, total: 1, checks: 400, costUsd: 1.6 },
    },
    'The service charged $1.60, more than the price of $0.008 and --max-usd $1.00.',
  ],
  [
    'dfy orders create --domain acme-mail.com --wait',
    { 'dfy.order': { order: { ...order, cost_breakdown: { total: 120 } } } },
    'The service charged $120.00, more than the price of $12.00.',
  ],
  [
    'autopilot approve 1 --wait',
    {
      'autopilot.approve': {
        run: { ...run, status: 'sourcing_prospects', approvedAt: '2026-03-02T08:00:00Z' },
        plan,
      },
    },
    'The service takes it for 9,000 people, and 50 were asked for.',
  ],
];

async function tried(line: string, bodies: Bodies, format = '--json') {
  const { world, service } = await liveWorld();
  let isApproved = false;
  service.play((id) => {
    isApproved ||= id === 'autopilot.approve';
    if (id === 'autopilot.run' && isApproved)
      return {
        body: JSON.stringify({ run: { ...run, status: 'running', targetProspectCount: 9000 }, plan }),
      };
    return id in bodies ? { body: JSON.stringify(bodies[id]) } : undefined;
  });
  const ended = await world.outreach(`${line} --yes ${format}`);
  return { world, run: ended, writes: service.writes() };
}

const toldOnStderr = (err: string): string[] =>
  err
    .split('\n')
    .filter((line) => line.startsWith('{"warning":'))
    .map((line) => JSON.parse(line).warning);

it('covers every call whose answer tells what it cost or brought', () => {
  const telling = operations.filter(({ tells }) => typeof tells === 'object').map(({ id }) => id);
  expect(Object.keys(cases).sort()).toEqual(telling.sort());
  // Every other effect says that its answer tells nothing.
  const silent = operations.filter(({ effect, tells }) => effect !== 'none' && typeof tells !== 'object');
  expect(silent.map(({ id, tells }) => `${id} ${tells}`)).toEqual([
    'campaigns.resume nothing',
    'drafts.send nothing',
  ]);
});

describe.each(Object.entries(cases))('%s', (_, { line, raw, good, bad }) => {
  it.each([line, ...(raw ? [raw] : [])])('says nothing where it is as agreed: %s', async (words) => {
    const { run, writes, world } = await tried(words, good);
    expect([run.exit, writes, toldOnStderr(run.err)]).toEqual([0, 1, []]);
    expect(run.json()).not.toHaveProperty('warnings');
    expect((await world.outreach('journal show 1 --json')).out).not.toContain('The service');
  });

  it('says what it is not, on stderr, in the document and in the journal', async () => {
    for (const [bodies, codes, text] of bad)
      for (const words of [line, ...(raw ? [raw] : [])]) {
        const { run, writes, world } = await tried(words, bodies);
        expect([words, run.exit, writes]).toEqual([words, 0, 1]);
        const { warnings = [] } = run.json() as { warnings?: { code: string; message: string }[] };
        // A raw call has no price of its own.
        if (words === line) expect(warnings.map(({ code }) => code).join(' ')).toBe(codes);
        if (words === line) expect(warnings.map(({ message }) => message)).toContain(text);
        else expect(warnings.length).toBeGreaterThan(0);
        const told = warnings.map(({ message }) => message);
        expect(toldOnStderr(run.err)).toEqual(told);
        expect(breaches(run)).toEqual([]);
        const { steps } = (await world.outreach('journal show 1 --json')).json();
        const journal = steps.map(({ what }: { what: string }) => what).join('\n');
        for (const message of told) expect(journal).toContain(message);
      }
  });

  it('leaves other formats as they are', async () => {
    const [bodies = {}, , text = ''] = bad[0] ?? [];
    for (const format of ['--ndjson', '--csv', '']) {
      const { run } = await tried(line, bodies, format);
      expect([format, run.exit, run.out.includes('warnings')]).toEqual([format, 0, false]);
      expect([format, run.err]).toEqual([format, expect.stringContaining(text.slice(0, 40))]);
    }
    const quiet = await tried(line, bodies, '--json -q');
    expect([quiet.run.err, quiet.run.json().warnings.length]).toEqual(['', expect.any(Number)]);
  });
});

describe('what is told only when it is over', () => {
  it.each(later)('is held against it by the line that waits: %s', async (line, bodies, text) => {
    const { run, world } = await tried(line, bodies);
    expect(toldOnStderr(run.err)).toContain(text);
    expect(run.json().warnings.map(({ message }: { message: string }) => message)).toContain(text);
    const { steps } = (await world.outreach('journal show 1 --json')).json();
    expect(steps.map(({ what }: { what: string }) => what).join('\n')).toContain(text);
  });

  it('is in the document of an import that failed', async () => {
    const bodies = inImport({}, { ...finished, status: 'failed', lastError: 'internal', creditsSpent: 900 });
    const { run } = await tried(`${importing} --wait`, bodies);
    expect(run.exit).not.toBe(0);
    expect(run.json().warnings).toEqual([
      { code: 'cost_more', message: 'The service spent 900 credits, more than the 6 that were agreed to.' },
    ]);
  });
});

it('is said again where the same line gives what was done before', async () => {
  const { world, service } = await liveWorld();
  const bodies: Bodies = { ...wallet, 'credits.purchase': { ...bought, amountUsd: 9999 } };
  service.play((id) => (id in bodies ? { body: JSON.stringify(bodies[id]) } : undefined));
  const line = 'credits buy 2000 --once october --yes --json';
  const first = (await world.outreach(line)).json();
  expect(first.warnings).toHaveLength(1);
  expect((await world.outreach(line)).json()).toEqual(first);
  expect(service.writes()).toBe(1);
});

it('is said of a call through an agent as well', { tags: 'slow' }, async () => {
  const { world, service } = await liveWorld();
  const bodies: Bodies = { ...wallet, 'credits.purchase': { ...bought, creditsPurchased: 10 } };
  service.play((id) => (id in bodies ? { body: JSON.stringify(bodies[id]) } : undefined));
  const { call } = await import('../commands/mcp-serve/session.ts');
  const { answered } = await import('../commands/approvals/agent.ts');
  const args = { amount: 2000 };
  const { approvalRequired } = await call(world, '--tools effects', 'credits_buy', args);
  expect((await answered(world, approvalRequired.code)).exit).toBe(0);
  expect(await call(world, '--tools effects', 'credits_buy', args)).toMatchObject({
    warnings: [{ code: 'fewer_credits' }],
  });
});
