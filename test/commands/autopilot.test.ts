import { describe, expect, it } from 'vitest';
import { grouped } from '../../src/base/counted.ts';
import { planLines } from '../../src/commands/autopilot/plan-view.ts';
import type { Transport, WireAnswer } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld } from '../world.ts';

const minute = 60_000;
const json = (status: number, body: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function atGate(world: TestWorld, options = '--target-prospects 20'): Promise<void> {
  const { exit } = await world.outreach(`autopilot start acme.com ${options}`);
  expect(exit).toBe(0);
}

const posts = (world: TestWorld): string[] => world.requests.filter((request) => request.startsWith('POST'));
const status = async (world: TestWorld): Promise<string> =>
  (await world.outreach('autopilot get 1 --json')).json().status;

describe('autopilot plan', () => {
  it('shows what a budget buys, with its notes', async () => {
    const world = await newWorld();
    const { exit, out } = await world.outreach('autopilot plan --budget-usd 500 --json');
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ mailboxes: 20, firstMonthUsd: 490, feasible: true });
    const tty = await newWorld({ tty: true });
    const shown = (await tty.outreach('autopilot plan --budget-usd 500')).out;
    expect(shown).toContain('about $490.00');
    expect(shown).toContain('up to 20 on 10 domains');
    expect(shown).toContain('not a promise');
  });

  it('names no other figure as a cost where the service leaves a cost out', () => {
    const plan = { firstMonthUsd: 490, recurringUsd: 290, mailboxes: 20, domains: 10 };
    expect(planLines(plan, 3)).toEqual([
      expect.stringContaining('First month: about'),
      expect.stringContaining('Each month: '),
    ]);
  });

  it.each(['', '--budget-usd 0', '--budget-usd 100 --max-mailboxes -1'])('refuses %j', async (options) => {
    const world = await newWorld();
    expect((await world.outreach(`autopilot plan ${options}`)).exit).toBe(2);
    expect(world.requests).toEqual([]);
  });
});

describe('autopilot start', () => {
  it('shows the plan, waits for the gate and says how to go on', async () => {
    const world = await newWorld();
    const { exit, err, out } = await world.outreach('autopilot start acme.com --budget-usd 500');
    expect(exit).toBe(0);
    expect(err.indexOf('about $490.00')).toBeGreaterThan(-1);
    expect(err.indexOf('about $490.00')).toBeLessThan(err.indexOf('Run 1 has started'));
    expect(err).toContain('outreach autopilot approve 1');
    expect(out).toContain('awaiting_approval');
    expect(posts(world)).toEqual(['POST /autopilot/plan', 'POST /autopilot/runs']);
  });

  it('gives the run with its plan, without wrapper', async () => {
    const world = await newWorld();
    const run = await world.outreach('autopilot start acme.com --budget-usd 500 --no-wait --json');
    expect(run.json()).toMatchObject({ id: 1, status: 'pending', plan: { firstMonthUsd: 490 } });
    expect(run.err).toBe('');
    const list = (await world.outreach('autopilot list --json')).json();
    expect(list).toMatchObject({ total: 1, items: [{ id: 1, website: 'acme.com' }] });
  });

  it('refuses a budget that buys nothing before it starts', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('autopilot start acme.com --budget-usd 5 --json');
    expect(exit).toBe(2);
    expect(JSON.parse(err).error).toMatchObject({ code: 'plan_not_feasible' });
    expect(posts(world)).toEqual(['POST /autopilot/plan']);
  });

  it('tells what is missing where credits do not cover the first batch', async () => {
    const world = await newWorld();
    const { exit, err } = await world.outreach('autopilot start acme.com --target-prospects 4000 --json');
    expect(exit).toBe(10);
    expect(JSON.parse(err).error).toMatchObject({
      code: 'insufficient_credits',
      details: { have: 5000, need: 8000 },
    });
    expect(err).toContain('outreach credits buy 3000');
  });

  it('says what to do where one awaits approval', async () => {
    const world = await newWorld();
    await atGate(world);
    const { exit, err } = await world.outreach('autopilot start acme.com --json');
    expect(exit).toBe(9);
    expect(err).toContain('outreach autopilot list');
  });

  it('ends with 16 where the run fails on the way', async () => {
    const world = await newWorld();
    const run = await world.outreach('autopilot start parked.acme.com --json');
    expect(run.exit).toBe(16);
    expect(run.json()).toMatchObject({ status: 'failed', lastError: 'website_placeholder' });
    expect(JSON.parse(run.err).error).toMatchObject({ code: 'website_placeholder', outcome: 'done' });
  });

  it('prints the request in a dry run, and asks for no plan', async () => {
    const world = await newWorld();
    const run = await world.outreach('autopilot start acme.com --budget-usd 500 --dry-run --json');
    expect(run.json()).toMatchObject({
      path: '/autopilot/runs',
      body: { website: 'acme.com', budgetUsd: 500 },
    });
    expect(world.requests).toEqual([]);
  });
});

describe('autopilot approve', () => {
  it('shows plan, dollars, credits, domains and mailboxes, and sends nothing without consent', async () => {
    const world = await newWorld();
    await atGate(world, '--budget-usd 500');
    const { audit } = (await world.outreach('autopilot get 1 --json')).json();
    const matches = Number(/^(\d+) people match/.exec(audit.at(-1).message)?.[1]);
    expect(matches).toBeLessThan(2000);
    const { exit, err } = await world.outreach('autopilot approve 1 --json');
    expect(exit).toBe(3);
    const { error } = JSON.parse(err);
    expect(error).toMatchObject({
      code: 'confirmation_required',
      details: { credits: 4000, usd: 490, recipients: 2000 },
    });
    const facts = error.details.facts.join('\n');
    expect(facts).toContain('Up to 4,000 credits ($40.00). Balance: 5,000 → ');
    expect(facts).toContain(`${grouped(matches)} people match its profile`);
    expect(facts).toContain('Buys nothing: 5 mailboxes are connected.\n');
    expect(facts).toContain('are bought only if no mailbox is connected');
    expect(facts).not.toContain('In all');
    expect(facts).toContain('Emails up to 2,000 people.');
    expect(await status(world)).toBe('awaiting_approval');
  });

  it('holds ceilings against its own number of people: more may match than an estimate says', async () => {
    const world = await newWorld({
      between: (next) => async (request, signal) =>
        request.path.endsWith('/audience/size')
          ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"audienceSize":1}' }
          : next(request, signal),
    });
    await atGate(world, '--target-prospects 1200');
    for (const ceiling of ['--max-credits 2399', '--max-recipients 1199'])
      expect((await world.outreach(`autopilot approve 1 --yes ${ceiling}`)).exit).toBe(3);
    const dryRun = await world.outreach('autopilot approve 1 --dry-run --json');
    expect(dryRun.json().facts.join('\n')).toMatch(/Up to 2,400 credits.*1 person matches/s);
    expect(await status(world)).toBe('awaiting_approval');
    expect((await world.outreach('autopilot approve 1 --yes --max-credits 2400 --no-wait')).exit).toBe(0);
  });

  it('asks for what it buys where no mailbox is connected, and stays within the budget in all', async () => {
    const world = await newWorld({ tty: true, columns: 200, stdin: 'n\n' });
    world.database.prepare('UPDATE sender SET is_connected = 0').run();
    await atGate(world, '--budget-usd 500');
    const { err } = await world.outreach('autopilot approve 1');
    expect(err).toMatch(
      /\? Spend up to \S+ credits, pay at most \$450\.00 for up to 20 mailboxes on 10 domains and email up to \S+ people\?/,
    );
    const [, inAll] = /In all: at most \$([\d.]+)\.\n/.exec(err) ?? [];
    expect(Number(inAll)).toBeGreaterThan(450);
    expect(Number(inAll)).toBeLessThanOrEqual(490);
    await world.outreach('autopilot approve 1 --yes --no-wait');
    await world.sandbox.advance(86_400_000);
    expect(world.ledger.of('autopilot.approve')[0]?.usd).toBeGreaterThan(0);
    expect(world.ledger.of('autopilot.approve')[0]?.usd).toBeLessThanOrEqual(450);
  });

  it('leaves in the journal amounts that are at most so much', async () => {
    const world = await newWorld();
    await atGate(world, '--budget-usd 300');
    const journal = async () => (await world.outreach('journal list --json')).json();
    expect((await world.outreach('autopilot approve 1 --yes --no-wait')).exit).toBe(0);
    const early = await journal();
    expect(early.items[0]).toMatchObject({ operation: 'autopilot.approve', atMost: true });
    expect(early.today.sums).toEqual({ credits: 'at most', usd: 'at most' });
    const { err } = await world.outreach('journal list');
    expect(err).toMatch(/At most these amounts: \d/);
    expect(err).toMatch(/Today: at most \S+ credits, at most \$/);
  });

  it('runs the line that people type', async () => {
    const world = await newWorld();
    expect((await world.outreach('autopilot start acme.com --budget-usd 500')).exit).toBe(0);
    const run = await world.outreach('autopilot approve 1 --yes --json');
    expect(run.exit).toBe(0);
    expect(run.json()).toMatchObject({ id: 1, status: 'running' });
    const { items } = (await world.outreach('campaigns list --json')).json();
    expect(items).toMatchObject([{ id: run.json().campaignId, status: 'running' }]);
    const { balance } = (await world.outreach('credits balance --json')).json();
    expect(balance).toBeLessThan(5000);
  });

  it.each(['--max-credits 39', '--max-usd 10 --budget'])('keeps to %s', async (ceiling) => {
    const world = await newWorld();
    const budget = ceiling.endsWith('--budget') ? '--budget-usd 100 --target-prospects 20' : undefined;
    await atGate(world, budget);
    const { exit, err } = await world.outreach(
      `autopilot approve 1 ${ceiling.replace(' --budget', '')} --yes`,
    );
    expect(exit).toBe(3);
    expect(err).toContain('ceiling');
    expect(await status(world)).toBe('awaiting_approval');
  });

  it.each([
    ['run', (body: { run: object }) => Object.assign(body.run, { targetProspectCount: 21 })],
    ['plan', (body: { plan: object }) => Object.assign(body.plan, { domains: 9 })],
  ])('refuses with 7 where the %s changed since it was shown', async (_part, alter) => {
    let reads = 0;
    const between =
      (next: Transport): Transport =>
      async (request, signal) => {
        const answer = await next(request, signal);
        if (request.method !== 'GET' || request.path !== '/autopilot/runs/1' || ++reads !== 3) return answer;
        const body = JSON.parse(answer.body);
        alter(body);
        return { ...answer, body: JSON.stringify(body) };
      };
    const world = await newWorld({ between });
    expect((await world.outreach('autopilot start acme.com --budget-usd 100 --no-wait')).exit).toBe(0);
    world.clock.advance(minute);
    expect(await status(world)).toBe('awaiting_approval');
    const { exit, err } = await world.outreach('autopilot approve 1 --yes --json');
    expect(exit).toBe(7);
    expect(JSON.parse(err).error).toMatchObject({ code: 'run_changed', outcome: 'none' });
    expect(posts(world)).not.toContain('POST /autopilot/runs/1/approve');
  });

  it.each(['auto', 'draft'])(
    'says of replies handled by %s whether a person reads the answers',
    async (mode) => {
      const world = await newWorld();
      await atGate(world, `--target-prospects 20 --reply-mode ${mode}`);
      const { err } = await world.outreach('autopilot approve 1 --json');
      expect(err.includes('no person reads them first')).toBe(mode === 'auto');
    },
  );

  it('refuses what does not await approval, before and after', async () => {
    const world = await newWorld();
    await world.outreach('autopilot start acme.com --no-wait');
    const early = await world.outreach('autopilot approve 1 --yes --json');
    expect(early.exit).toBe(7);
    expect(JSON.parse(early.err).error.hint).toContain('outreach autopilot watch 1');
    expect((await world.outreach('autopilot watch 1')).exit).toBe(0);
    expect((await world.outreach('autopilot approve 1 --yes --no-wait')).exit).toBe(0);
    expect((await world.outreach('autopilot approve 1 --yes')).exit).toBe(7);
    expect((await world.outreach('autopilot approve 9 --yes')).exit).toBe(6);
    expect(posts(world).filter((request) => request.endsWith('/approve'))).toHaveLength(1);
  });

  it('never repeats an approval whose answer was lost', async () => {
    let sent = 0;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const answer = await next(request, signal);
        if (!request.path.endsWith('/approve')) return answer;
        sent++;
        return json(500, { error: 'boom' });
      },
    });
    await atGate(world);
    const { exit, err } = await world.outreach('autopilot approve 1 --yes');
    expect(exit).toBe(0);
    expect(err).toMatch(/Approved at \S+ by user/);
    expect(sent).toBe(1);
  });
});

describe('autopilot watch, get and kill', () => {
  const kills = ({ requests }: TestWorld) => requests.filter((request) => request.endsWith('/kill'));

  it('names the run and asks at a terminal before it kills it', async () => {
    const world = await newWorld({ tty: true, stdin: 'n\n' });
    await atGate(world);
    const { exit, err } = await world.outreach('autopilot kill 1');
    expect(exit).toBe(3);
    expect(err).toContain('Autopilot run 1 for acme.com is awaiting approval');
    expect(err).toContain('? Kill run 1 for acme.com?');
    expect(err).not.toContain('is paused with it');
    expect(kills(world)).toEqual([]);
    expect((await world.outreach('autopilot kill 1 --yes')).exit).toBe(0);
    const again = await world.outreach('autopilot kill 1');
    expect([again.exit, again.err]).toEqual([0, expect.not.stringContaining('?')]);
  });

  it('names the campaign that a kill pauses, once the run has launched it', async () => {
    const world = await newWorld({ tty: true, stdin: 'n\n' });
    await atGate(world);
    await world.outreach('autopilot approve 1 --yes --no-wait');
    await world.outreach('autopilot watch 1 --until running');
    const { campaignId } = (await world.outreach('autopilot get 1 --json')).json();
    const { err } = await world.outreach('autopilot kill 1');
    expect(err).toContain(`Its campaign ${campaignId} is paused with it.`);
  });

  it.each(['', '--json', '--no-input'])('kills at once where no person answers: %s', async (flag) => {
    const world = await newWorld({ tty: flag !== '' });
    await atGate(world);
    expect((await world.outreach(`autopilot kill 1 ${flag}`)).exit).toBe(0);
    expect(kills(world)).toHaveLength(1);
  });

  it('ends at a status that was named, and with 16 where the run was killed', async () => {
    const world = await newWorld();
    await atGate(world);
    await world.outreach('autopilot approve 1 --yes --no-wait');
    const until = await world.outreach('autopilot watch 1 --until provisioning_infrastructure --json');
    expect(['provisioning_infrastructure', 'running']).toContain(until.json().status);
    expect((await world.outreach('autopilot watch 1 --until running')).exit).toBe(0);
    const running = await world.outreach('autopilot watch 1 --wait-timeout 1m');
    expect(running.exit).toBe(8);
    expect(running.err).toContain('outreach autopilot watch 1');
    await world.outreach('autopilot kill 1 --reason "wrong audience"');
    const killed = await world.outreach('autopilot watch 1 --json');
    expect(killed.exit).toBe(16);
    expect(JSON.parse(killed.err).error).toMatchObject({ code: 'killed' });
    expect(JSON.parse(killed.err).error.message).toMatch(/^Run 1 was killed: wrong audience/);
  });

  it('cuts a long reason, and shows it in the audit trail', async () => {
    const world = await newWorld();
    await world.outreach('autopilot start acme.com --no-wait');
    const run = await world.outreach([
      'autopilot',
      'kill',
      '1',
      '--reason',
      ` ${'é'.repeat(250)} `,
      '--json',
    ]);
    expect(run.exit).toBe(0);
    expect(run.err).toContain('200 characters');
    expect(run.json().audit.at(-1).message).toBe(`Killed: ${'é'.repeat(200)}`);
    const { out } = await (await newWorld()).outreach('autopilot list');
    expect(out).toBe('');
  });

  it('shows the audit trail to a person', async () => {
    const world = await newWorld({ tty: true, columns: 120 });
    await world.outreach('autopilot start acme.com --budget-usd 100');
    const { out } = await world.outreach('autopilot get 1');
    expect(out).toContain('Started for acme.com');
    expect(out).toContain('people match the profile');
    expect(out).toContain('about $');
  });

  it('takes the halted run bare, too', async () => {
    const between =
      (next: Transport): Transport =>
      async (request, signal) =>
        request.path.endsWith('/kill')
          ? json(200, { id: 1, status: 'running', killSwitch: true })
          : next(request, signal);
    const world = await newWorld({ between });
    expect((await world.outreach('autopilot kill 1 --json')).json()).toEqual({
      id: 1,
      status: 'running',
      killSwitch: true,
    });
  });
});

it.each([
  [2600, 'outreach credits buy 1000'],
  [4000, 'outreach credits buy 3000'],
  [50_000, 'outreach credits buy 10000'],
])('%i prospects for 5,000 credits suggest a purchase that can be made: %s', async (count, hint) => {
  const world = await newWorld();
  const { exit, err } = await world.outreach(`autopilot start acme.com --target-prospects ${count} --yes`);
  expect(exit).toBe(10);
  expect(err.trimEnd()).toMatch(new RegExp(`${hint}$`));
});
