import { describe, expect, it } from 'vitest';
import { asksInOneForm } from './lines.ts';
import { breaches, commands, errorOf, liveWorld } from './live.ts';
import { samples } from './samples.ts';
import type { Script } from './service.ts';

/** Whatever spends, buys or sends keeps to the ceilings on its line, and refuses what cannot be compared with them. */

interface Case {
  readonly words: string;
  readonly credits: number;
  readonly usd: number;
  /** Undefined where no call says how many. */
  readonly recipients: number | undefined;
  /** What the service answers otherwise than to the other lines. */
  readonly bodies?: Readonly<Record<string, unknown>>;
}

const bought = { credits: 2000, usd: 50, recipients: 0 };
const joins = { credits: 0, usd: 0, recipients: 1 };

/** Campaign 1 as a draft: one that runs is not resumed again. */
const draft = { 'campaigns.list': samples['campaigns.list'] };

/** With a credit at $0.025 (the outcomes report), a check at $0.004 and campaign 1 running. */
const cases: Readonly<Record<string, Case>> = {
  'leads add': { words: 'ana@lumen.example --campaign 1', ...joins },
  'leads import': { words: 'people.csv --campaign 1', ...joins },
  'leads move': { words: '1 1', ...joins },
  'campaigns sequence set': { words: '1 sequence.json', ...joins },
  'campaigns apply': { words: 'autumn.md --leads people.csv', ...joins },
  'campaigns resume': { words: '1', ...joins, bodies: draft },
  // 3 people at 2 credits, 2 checks each.
  'finder import': {
    words: '--campaign 1 --count 3 --job-title CEO --no-wait',
    credits: 6,
    usd: 0.174,
    recipients: 3,
  },
  'dfy orders create': {
    words: '--domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg --mailbox-usd 10',
    credits: 0,
    usd: 22,
    recipients: 0,
  },
  // 50 people at 2 credits, and the first month of the plan without the credits in it.
  'autopilot approve': { words: '1 --no-wait', credits: 100, usd: 61.5, recipients: 50 },
  'drafts send': { words: '1', ...joins },
  'credits buy': { words: '2000', ...bought },
  'verification jobs create': {
    words: 'ana@lumen.example kim@lumen.example --no-wait',
    credits: 0,
    // 2 checks each.
    usd: 0.016,
    recipients: 0,
  },
  'placement create': { words: '--sender 1', credits: 0, usd: 0, recipients: undefined },
  api: { words: 'POST /credits/purchase --field credits=2000', ...bought },
};

/** No call says what it costs, whatever is stated. */
const neverPriced: Readonly<Record<string, string>> = {
  'prospects source': '--campaign 1 --count 2',
  'dfy orders create': '--domain acme-mail.com --mailbox anna@acme-mail.com:Anna:Berg',
  api: 'POST /unheard/of --field count=5',
};

const answers = (bodies: Readonly<Record<string, unknown>>): Script => {
  const running = { id: 1, name: 'Autumn', flow: 'api', status: 'running', stats: {} };
  const campaigns = { campaigns: [running], total: 1, page: 1, limit: 20, hasMore: false };
  const all: Readonly<Record<string, unknown>> = { 'campaigns.list': campaigns, ...bodies };
  return (id) => (id in all ? { body: JSON.stringify(all[id]) } : undefined);
};

const flags = { credits: '--max-credits', usd: '--max-usd', recipients: '--max-recipients' } as const;
type Unit = keyof typeof flags;

async function tried(line: string, bodies: Readonly<Record<string, unknown>> = {}) {
  const { world, service } = await liveWorld();
  service.play(answers(bodies));
  const run = await world.outreach(`${line} --yes --json`);
  expect([line, breaches(run)]).toEqual([line, []]);
  return { exit: run.exit, code: run.exit === 0 ? null : errorOf(run).code, writes: service.writes(), run };
}

/** A change of a running campaign costs nothing and adds no one. */
const changes = ['campaigns update', 'campaigns schedule', 'campaigns senders attach', ...asksInOneForm];
const costly = commands.filter(
  ({ path, effect, consent }) => effect !== 'none' || (consent === 'when-running' && !changes.includes(path)),
);

it('covers every command that spends, buys or sends', () => {
  const covered = [...Object.keys(cases), ...Object.keys(neverPriced)];
  expect(costly.map(({ path }) => path).sort()).toEqual([...new Set(covered)].sort());
});

describe.each(costly)('outreach $path', ({ path, options, effect, consent }) => {
  const names = options.map(({ name }) => name);
  const units = (Object.keys(flags) as Unit[]).filter((unit) => names.includes(flags[unit]));

  it('has the ceilings that follow from what it does', () => {
    expect([path, units.includes('usd'), units.includes('credits')]).toEqual([
      path,
      effect !== 'none',
      effect !== 'none',
    ]);
    if (effect === 'sends' || consent === 'when-running') expect(units).toContain('recipients');
  });

  const known = cases[path];
  // What `api` sends is up to its line.
  if (known !== undefined && effect === 'sends' && path !== 'api')
    it('is not counted as sending to nobody', () => {
      expect(known.recipients).not.toBe(0);
    });
  if (known !== undefined)
    it.each(units)('keeps to a ceiling of %s: at it passes, below it is refused', async (unit) => {
      const price = known[unit];
      if (price === undefined) {
        for (const most of [0, 1_000_000]) {
          const end = await tried(`${path} ${known.words} ${flags[unit]} ${most}`, known.bodies);
          expect([end.exit, end.code, end.writes]).toEqual([3, 'recipients_unknown', 0]);
        }
        return;
      }
      const at = await tried(`${path} ${known.words} ${flags[unit]} ${price}`, known.bodies);
      expect([unit, at.exit, at.code, at.writes]).toEqual([unit, 0, null, 1]);
      if (price === 0) return;
      const less = unit === 'usd' ? Number((price - 0.001).toFixed(6)) : price - 1;
      const below = await tried(`${path} ${known.words} ${flags[unit]} ${less}`, known.bodies);
      expect([unit, below.exit, below.code, below.writes]).toEqual([unit, 3, 'ceiling_exceeded', 0]);
      expect(errorOf(below.run).details[unit]).toBeCloseTo(price, 9);
      const [ceiling, amount] = errorOf(below.run).message.match(/\d[\d,.]*/g) ?? [];
      expect([unit, amount]).not.toEqual([unit, ceiling]);
    });

  const unpriced = neverPriced[path];
  if (unpriced !== undefined)
    it('is refused under a ceiling where no call tells the price', async () => {
      const stated = ['--usd-per-credit', '--usd-per-check'].filter((name) => names.includes(name));
      const line = `${path} ${unpriced} --max-usd 1000000 ${stated.map((name) => `${name} 0.01`).join(' ')}`;
      expect(await tried(line)).toMatchObject({ exit: 3, code: 'price_unknown', writes: 0 });
    });
});

describe('a price that the service does not tell', () => {
  const silent = {
    'report.outcomes': { ...(samples['report.outcomes'] as object), spend: { credits: 0, creditsUsd: 0 } },
    'verification.rates': {},
  };

  it.each([
    ['credits buy', '2000', ['--usd-per-credit']],
    ['api', 'POST /credits/purchase --field credits=2000', ['--usd-per-credit']],
    [
      'finder import',
      '--campaign 1 --count 3 --job-title CEO --no-wait',
      ['--usd-per-credit', '--usd-per-check'],
    ],
    ['finder import', '--campaign 1 --count 3 --job-title CEO --no-verify --no-wait', ['--usd-per-credit']],
    ['autopilot approve', '1 --no-wait', ['--usd-per-credit']],
    ['verification jobs create', 'ana@lumen.example --no-wait', ['--usd-per-check']],
  ])('refuses %s %s, and is stated with the options of the hint', async (path, words, options) => {
    const line = `${path} ${words} --max-usd 1000`;
    const refused = await tried(line, silent);
    expect(refused).toMatchObject({ exit: 3, code: 'price_unknown', writes: 0 });
    for (const option of ['--usd-per-credit', '--usd-per-check'])
      expect([option, errorOf(refused.run).hint?.includes(`${option} <n>`)]).toEqual([
        option,
        options.includes(option),
      ]);
    const stated = options.map((option) => `${option} 0.02`).join(' ');
    expect(await tried(`${line} ${stated}`, silent)).toMatchObject({ exit: 0, writes: 1 });
    const over = `${path} ${words} --max-usd 0.01 ${stated}`;
    expect(await tried(over, silent)).toMatchObject({ exit: 3, code: 'ceiling_exceeded', writes: 0 });
  });

  it('never outweighs what the service does tell', async () => {
    const line = 'credits buy 2000 --max-usd 49 --usd-per-credit 0.001';
    expect(await tried(line)).toMatchObject({ exit: 3, code: 'ceiling_exceeded', writes: 0 });
  });

  it('does not matter where no ceiling in dollars is stated, and takes no reads', async () => {
    const { world, service } = await liveWorld();
    service.play(answers(silent));
    expect(
      (await world.outreach('finder import --campaign 1 --count 3 --job-title CEO --no-wait --yes')).exit,
    ).toBe(0);
    expect(service.seen).not.toContain('report.outcomes');
    expect(service.seen).not.toContain('verification.rates');
  });
});

describe('a number of people that is not known', () => {
  const draft = { id: 1, leadId: 1, subject: 'Re: Hello', body: 'Thursday?' };
  it.each<[string, Readonly<Record<string, unknown>>]>([
    ['drafts send 1', { 'drafts.list': { drafts: [draft], total: 1, page: 1, limit: 20, hasMore: false } }],
    ['prospects source --campaign 1', {}],
    ['api POST /campaigns/1/resume', {}],
    ['api POST /reply-drafts/1/send', {}],
    ['api placement.createTest --field senderEmailIds[]=1', {}],
    ['api POST /unheard/of', {}],
  ])('is refused under --max-recipients: %s', async (line, bodies) => {
    const end = await tried(`${line} --max-recipients 1000`, bodies);
    expect(end).toMatchObject({ exit: 3, code: 'recipients_unknown', writes: 0 });
  });

  it.each([
    [
      'POST /leads --field leads[].email=ana@lumen.example --field leads[].email=kim@lumen.example --field campaignId=1',
      2,
    ],
    ['leads.move --param id=1 --field targetCampaignId=1', 1],
  ])('is in the request of api %s', async (words, people) => {
    expect(await tried(`api ${words} --max-recipients ${people - 1}`)).toMatchObject({
      exit: 3,
      code: 'ceiling_exceeded',
      writes: 0,
    });
    expect(await tried(`api ${words} --max-recipients ${people}`)).toMatchObject({ exit: 0, writes: 1 });
  });
});
