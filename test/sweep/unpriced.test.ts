import { describe, expect, it } from 'vitest';
import { agent } from '../commands/approvals/agent.ts';
import { baseUrl, liveKey } from '../commands/live-service.ts';
import { markedPrices } from '../contract/marked-prices.ts';
import { breaches, errorOf, liveWorld } from './live.ts';
import { samples } from './samples.ts';
import { sliced, whole } from './slice.ts';

/**
 * A price that is no price is unknown: no ceiling allows it, whatever it is, the question says so, and the answer that
 * holds it stays readable. For every field that the contract marks as a price.
 */

/** As the service writes them, in JSON. */
const values = ['0', '-1', '-0.5', '1e-7', '1e7', '"NaN"', '1e400', '1e308', '"two"', 'null', '[]'] as const;

interface Priced {
  /** What it prices. */
  readonly line: string;
  /** Beside `--max-usd`. */
  readonly inCredits?: true;
  /** A question without a ceiling does not look it up. */
  readonly needsCeiling?: true;
}

interface Shown {
  /** A line that shows it, at a terminal. */
  readonly shows: string;
}

const importing = 'finder import --campaign 1 --count 3 --job-title CEO --no-wait';
const ordering = 'dfy orders create --domain acme-mail.com --domain get-acme.com';

const cases: Readonly<Record<string, readonly (Priced | Shown)[]>> = {
  'finder.filters creditsPerProspect': [
    { line: importing, inCredits: true },
    { line: 'finder import --campaign 1 --ref r1 --no-verify --no-wait', inCredits: true },
    { line: 'autopilot approve 1 --no-wait', inCredits: true },
    { shows: 'finder filters' },
    { line: 'prospects source --count 3', inCredits: true },
  ],
  'finder.search creditsPerProspect': [{ shows: 'finder search --job-title CEO' }],
  'finder.imports imports.creditsPerProspect': [{ shows: 'finder imports list' }],
  'finder.startImport creditsPerProspect': [],
  'finder.import creditsPerProspect': [{ shows: 'finder imports get 1' }],
  'dfy.checkDomain price': [{ shows: 'dfy domains check acme-mail.com' }],
  'dfy.checkDomains domains.price': [
    { line: ordering },
    { line: `${ordering} --mailbox anna@acme-mail.com:Anna:Berg --mailbox-usd 10` },
    { shows: 'dfy domains check acme-mail.com get-acme.com' },
    { shows: 'senders plan --emails 500 --by 60d --domains acme-mail.com,get-acme.com' },
  ],
  'credits.balance usdPerCredit': [{ line: 'credits buy 2000' }, { line: importing, needsCeiling: true }],
  'verification.rates usdPerCheck': [
    { line: 'verification jobs create ana@lumen.example --no-wait' },
    { line: importing, needsCeiling: true },
    { shows: 'verification rates' },
  ],
};

it('has every field that is marked as a price', () => {
  expect(Object.keys(cases).sort()).toEqual(markedPrices.map(({ path }) => path).sort());
});

const domain = samples['dfy.checkDomain'] as object;
/** What the service answers besides, so that this price alone decides. */
const around: Readonly<Record<string, object>> = {
  'credits.balance': { balance: 5_000_000, usdPerCredit: 0.01 },
  'report.outcomes': {
    ...(samples['report.outcomes'] as object),
    spend: { credits: 0, creditsUsd: 0, totalUsd: 0 },
  },
  'dfy.checkDomains': { domains: [{ ...domain }, { ...domain, domain: 'get-acme.com' }] },
};

/** The good answer with this value in the place of the price; of several records in the first alone. */
function withPrice(operation: string, field: string, value: string): string {
  const good: unknown = JSON.parse(JSON.stringify(around[operation] ?? samples[operation]));
  const names = field.split('.');
  let at = good as Record<string, unknown>;
  for (const name of names.slice(0, -1)) {
    const inner = at[name];
    at = (Array.isArray(inner) ? inner[0] : inner) as Record<string, unknown>;
  }
  at[names.at(-1) ?? ''] = '@price';
  return JSON.stringify(good).replace('"@price"', value);
}

async function worldWith(path: string, value: string) {
  const [operation = '', field = ''] = path.split(' ');
  const live = await liveWorld();
  live.service.play((id) => {
    if (id === operation) return { body: withPrice(operation, field, value) };
    return id in around ? { body: JSON.stringify(around[id]) } : undefined;
  });
  return live;
}

const unknown = /unknown|not known|does not say/i;
const nonsense = /-\$|\$0\.00(?!\d)|Infinity|NaN|\de\+/;

const priced = Object.entries(cases).flatMap(([path, each]) =>
  each.flatMap((one) => ('line' in one ? [{ path, ...one }] : [])),
);
const shown = Object.entries(cases).flatMap(([path, each]) =>
  each.flatMap((one) => ('shows' in one ? [{ path, line: one.shows }] : [])),
);

describe.each(sliced(priced, values, 3))(
  '$line, by $path',
  ({ path, line, inCredits, needsCeiling, modes }) => {
    it('passes no ceiling of the line', async () => {
      for (const value of modes)
        for (const ceiling of ['--max-usd 1000000', ...(inCredits ? ['--max-credits 100000000'] : [])]) {
          const { world, service } = await worldWith(path, value);
          const run = await world.outreach(`${line} ${ceiling} --yes --json`);
          expect([value, ceiling, run.exit, errorOf(run).code, service.writes()]).toEqual([
            value,
            ceiling,
            3,
            'price_unknown',
            0,
          ]);
          expect([value, breaches(run)]).toEqual([value, []]);
          // What a credit or a check costs in dollars says nothing of credits.
          if (ceiling.startsWith('--max-credits')) expect(errorOf(run).hint).not.toContain('usd');
        }
    });

    it('passes no ceiling of the profile, for a command or a day', async () => {
      for (const value of whole ? modes : modes.slice(0, 1))
        for (const ceiling of ['--max-usd 1000000', '--max-usd-per-day 1000000']) {
          const { world, service } = await worldWith(path, value);
          await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
          expect((await world.outreach(`profiles set prod ${ceiling}`)).exit).toBe(0);
          const before = service.writes();
          const run = await world.outreach(`${line} --yes --json`);
          expect([value, ceiling, run.exit, errorOf(run).code]).toEqual([value, ceiling, 3, 'price_unknown']);
          expect(service.writes()).toBe(before);
        }
    });

    if (!needsCeiling)
      it('is unknown in the question, in what an agent asks for, and never $0.00', async () => {
        for (const value of modes) {
          const asking = await worldWith(path, value);
          const run = await asking.world.outreach(`${line} --json`);
          const { code, details } = errorOf(run);
          const facts = details.facts.join(' ');
          expect([value, run.exit, code]).toEqual([value, 3, 'confirmation_required']);
          expect([value, facts]).toEqual([value, expect.stringMatching(unknown)]);
          expect([value, facts]).toEqual([value, expect.not.stringMatching(nonsense)]);
          for (const figure of ['credits', 'usd'])
            expect([value, figure, details[figure] ?? 1]).toEqual([value, figure, expect.any(Number)]);
          const agents = await worldWith(path, value);
          expect((await agents.world.outreach(`${line} --json`, { agent })).exit).toBe(3);
          const [approval] = (await agents.world.outreach('approvals list --json')).json().items;
          expect([value, approval.facts.join(' ')]).toEqual([value, expect.stringMatching(unknown)]);
          expect([value, approval.price.usd]).toEqual([value, null]);
        }
      });
  },
);

describe.each(sliced(shown, values, 3))('outreach $line, by $path', ({ path, line, modes }) => {
  it('stays readable, and shows no figure that is not one', async () => {
    for (const value of modes) {
      const { world } = await worldWith(path, value);
      const run = await world.outreach(line, { tty: true });
      expect([value, run.exit, run.err.includes('Error')]).toEqual([value, 0, false]);
      expect([value, run.out + run.err]).toEqual([value, expect.not.stringMatching(nonsense)]);
      const script = await world.outreach(`${line} --json`);
      expect([value, script.exit, breaches(script)]).toEqual([value, 0, []]);
    }
  });
});

it('is in no budget: a person is asked, who sees that it is unknown', async () => {
  for (const value of values) {
    const { world, service } = await worldWith('finder.filters creditsPerProspect', value);
    const added = await world.outreach(
      'budgets add --credits 100000 --usd 1000 --until 3h --commands "finder import"',
      {
        tty: true,
        typing: async (keyboard) => {
          await keyboard.sees('Type y or n:');
          keyboard.type('y\r');
        },
      },
    );
    expect([value, added.exit]).toEqual([value, 0]);
    const run = await world.outreach(`${importing} --json`, { agent });
    expect([value, run.exit, errorOf(run).code, service.writes()]).toEqual([
      value,
      3,
      'approval_required',
      0,
    ]);
    const [budget] = (await world.outreach('budgets list --json')).json().items;
    expect([value, budget.creditsUsed]).toEqual([value, 0]);
  }
});

it('of an import that is not over leaves open what a day has cost', async () => {
  for (const value of values) {
    const { world, service } = await liveWorld();
    const open = { importId: 1, status: 'running', requested: 20, createdAt: '2026-03-02T08:00:00Z' };
    const imports = JSON.stringify({ imports: [{ ...open, creditsPerProspect: '@price' }] });
    service.play((id) => {
      if (id === 'finder.imports') return { body: imports.replace('"@price"', value) };
      return id === 'credits.transactions' ? { body: '{"transactions": [], "total": 0}' } : undefined;
    });
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-credits-per-day 1000000');
    const run = await world.outreach(`${importing} --yes --json`);
    expect([value, run.exit, errorOf(run).code]).toEqual([value, 3, 'daily_ceiling_exceeded']);
    expect(errorOf(run).message).toContain('import 1 is not over and does not say what it may cost');
  }
});

describe('a total that is no amount', () => {
  const { run, plan } = samples['autopilot.run'] as { run: object; plan: object };
  it.each([
    [{ firstMonthUsd: 0 }],
    [{ firstMonthUsd: -60 }],
    [{ firstMonthUsd: 60, creditsUsd: -1000 }],
    [{ firstMonthUsd: 60, creditsUsd: 0 }],
    [{ firstMonthUsd: 60, setupUsd: -1 }],
    [{ firstMonthUsd: 60, setupUsd: 61 }],
    [{ firstMonthUsd: 1e308 }],
  ])('of a plan passes no ceiling: %j', async (wrong) => {
    const body = JSON.stringify({ run, plan: { ...plan, ...wrong } });
    const live = await liveWorld();
    live.service.play((id) => (id === 'autopilot.run' ? { body } : undefined));
    const line = 'autopilot approve 1 --no-wait';
    const end = await live.world.outreach(`${line} --max-usd 1000000 --yes --json`);
    expect([end.exit, errorOf(end).code, live.service.writes()]).toEqual([3, 'price_unknown', 0]);
    const { message } = errorOf(await live.world.outreach(`${line} --json`));
    expect(message).not.toMatch(nonsense);
  });
});
