import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, minute, startOfDay, weekday } from '../../src/domain/window.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../silence.ts';
import { newWorld, type TestWorld } from '../world.ts';

const people = (count: number, from = 0): string =>
  [
    'email,firstName',
    ...Array.from({ length: count }, (_, index) => `p${from + index}@firm${from + index}.example,Ana`),
  ].join('\n');

/** A world without answers; its clock begins on Monday, 2 March 2026, at 08:00 UTC. */
async function quietWorld(): Promise<TestWorld> {
  const world = await newWorld();
  setAnswerProfile(world.sandbox.state, silence);
  return world;
}

interface Plan {
  readonly leads?: number;
  readonly delays?: readonly number[];
  readonly senders?: readonly number[];
  readonly options?: string;
  readonly schedule?: string;
}

async function running(world: TestWorld, id: number, plan: Plan = {}): Promise<void> {
  const { leads = 20, delays = [0, 3], senders = [1], options = '', schedule = '--days mon-fri' } = plan;
  const file = join(world.home, 'copy.md');
  writeFileSync(
    file,
    delays
      .map((delay, step) =>
        step === 0 && delay === 0
          ? '--- step ---\nSubject: Hello\n\nHello {firstName}'
          : `--- step delay=${delay}d thread ---\n${step === 0 ? 'Subject: Hello\n' : ''}\nAgain {firstName}`,
      )
      .join('\n\n'),
  );
  await done(world, `campaigns create C${id} ${options}`);
  if (leads > 0) await done(world, `leads import - --campaign ${id}`, people(leads, id * 1000));
  await done(world, `campaigns sequence set ${id} ${file}`);
  if (senders.length > 0) await done(world, `campaigns senders attach ${id} ${senders.join(' ')}`);
  await done(world, `campaigns schedule ${id} ${schedule}`);
  await done(world, `api POST /campaigns/${id}/resume --yes`);
}

async function done(world: TestWorld, line: string, stdin = ''): Promise<void> {
  // A change of a running campaign asks.
  const agreed = /^campaigns (?:schedule|update)/.test(line) ? `${line} --yes` : line;
  const { exit, err } = await world.outreach(agreed, { stdin });
  expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
}

interface Cause {
  readonly cause: string;
  readonly binding: boolean;
  readonly message: string;
  readonly command: string | null;
}

async function whyOf(world: TestWorld, id = 1) {
  const { exit, json } = await world.outreach(`campaigns why ${id} --json`);
  const { sends, causes } = json<{ sends: boolean | null; causes: Cause[] }>();
  expect(exit).toBe(sends === false ? 16 : 0);
  return { sends, causes, first: causes[0] };
}

const sent = (world: TestWorld, id = 1): number =>
  world.database
    .prepare('SELECT count(*) AS n FROM email WHERE campaign_id = ? AND sent_at IS NOT NULL')
    .get<{ n: number }>(id)?.n ?? 0;

const to = (world: TestWorld, when: string) => done(world, `sandbox clock set "${when}"`);

describe('a campaign whose follow-ups are removed after all first emails', () => {
  const oneStep = '--- step ---\nSubject: Hello\n\nHello {firstName}';

  it('says that no email waits, as the forecast does, and asks about no one who gets an email', async () => {
    const world = await quietWorld();
    await running(world, 1, { leads: 5 });
    await to(world, '2026-03-03 18:00');
    const asked = await world.outreach('campaigns sequence set 1 - --json', { stdin: oneStep });
    expect(asked.failure).toMatchObject({ code: 'confirmation_required', extra: { recipients: 0 } });
    expect(asked.failure?.extra.facts).toContain('No lead gets what changes: emails are only removed');
    expect((await world.outreach('campaigns sequence set 1 - --yes', { stdin: oneStep })).exit).toBe(0);
    const { sends, first } = await whyOf(world);
    const { err } = await world.outreach('campaigns forecast 1');
    const reason = 'everyone was contacted, and no email waits';
    expect({ sends, says: first?.message.includes(reason), forecast: err.includes(reason) }).toEqual({
      sends: false,
      says: true,
      forecast: true,
    });
  });

  it('asks about no one where it is completed', async () => {
    const world = await quietWorld();
    await running(world, 1, { leads: 5, delays: [0] });
    await to(world, '2026-03-09 18:00');
    const more = `${oneStep}\n\n--- step delay=3d thread ---\n\nAgain {firstName}`;
    const { failure } = await world.outreach('campaigns sequence set 1 - --json', { stdin: more });
    expect(failure).toMatchObject({ code: 'confirmation_required', extra: { recipients: 0 } });
    expect(failure?.extra.facts).toContain(
      'No lead gets what changes: it is completed, and has sent everything',
    );
  });
});

describe('campaigns why', () => {
  it('has the promised shape', async () => {
    const world = await quietWorld();
    await done(world, 'campaigns create C1');
    const { json } = await world.outreach('campaigns why 1 --json');
    expect(json()).toEqual({
      campaignId: 1,
      sends: false,
      causes: [
        {
          cause: 'draft',
          binding: true,
          message:
            'it is a draft and was never started; to see whether it can start: outreach campaigns check 1',
          command: null,
        },
        ...['no-steps', 'no-leads', 'none-attached'].map((cause) => ({
          cause,
          binding: false,
          message: expect.stringMatching(/; to .*: outreach /),
          command: null,
        })),
        {
          cause: 'no-day',
          binding: false,
          message: 'the schedule names no day to send on',
          command: 'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
        },
      ],
    });
  });

  /** Each line: what is so, what is done at which time, and the cause that binds with its command. */
  const table: [
    is: string,
    plan: Plan,
    at: string,
    lines: string[],
    sends: boolean | null,
    cause: string,
    command: string | null,
  ][] = [
    ['before it opens', {}, 'mon 08:30', [], false, 'window', null],
    ['on a weekend', { leads: 300 }, '2026-03-07 12:00', [], false, 'window', null],
    ['on a closed day, after its hours', { leads: 300 }, '2026-03-08 17:39', [], false, 'window', null],
    [
      'closed, with its limit reached',
      { leads: 300, options: '--daily-limit 5' },
      'mon 18:00',
      [],
      false,
      'window',
      null,
    ],
    [
      'in build-up, with a limit as low',
      { leads: 200 },
      'mon 10:00',
      ['senders update 1 --build-up --daily-limit 50 --max-limit 50'],
      true,
      'mailbox-limit',
      null,
    ],
    ['paused', {}, 'mon 10:00', ['campaigns pause 1'], false, 'paused', null],
    ['sending', {}, 'mon 10:00', [], true, 'few-left', null],
    ['sending many', { leads: 200 }, 'mon 10:00', [], true, 'mailbox-limit', null],
    [
      'in build-up',
      { leads: 200 },
      'mon 10:00',
      [
        'senders update 1 --build-up',
        'api PUT /sender-emails/1 --field currentDailyLimit=200 --field maximumSendingsLimitPerDay=200',
      ],
      true,
      'build-up',
      null,
    ],
    [
      'bound by the gap',
      { leads: 200 },
      'mon 10:00',
      ['senders update 1 --daily-limit 200 --max-limit 200'],
      true,
      'gap',
      null,
    ],
    [
      'hours shorter than the gap',
      { leads: 200 },
      'mon 10:00',
      ['campaigns schedule 1 --from 10:00 --to 10:03'],
      false,
      'gap',
      'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    ],
    ['its limit reached', { options: '--daily-limit 5' }, 'mon 12:00', [], false, 'campaign-limit', null],
    ['its limit not reached', { options: '--daily-limit 9' }, 'mon 09:20', [], true, 'campaign-limit', null],
    [
      'its limit the same as those of its mailboxes',
      { leads: 200, options: '--daily-limit 50' },
      'mon 09:20',
      [],
      true,
      'campaign-limit',
      null,
    ],
    [
      'the limit per mailbox reached',
      { options: '--sender-limit 3' },
      'mon 12:00',
      [],
      false,
      'sender-limit',
      null,
    ],
    [
      'a mailbox limit reached',
      { leads: 100 },
      'mon 12:00',
      ['senders update 1 --daily-limit 5'],
      false,
      'mailbox-limit',
      null,
    ],
    [
      'limits of 0',
      {},
      'mon 12:00',
      ['senders update 1 --daily-limit 0'],
      false,
      'mailbox-limit',
      'outreach senders update 1 --daily-limit 10',
    ],
    ['held back', {}, 'mon 12:00', ['campaigns update 1 --min-health 100'], false, 'held-back', null],
    [
      'held back without a score',
      {},
      'mon 12:00',
      ['senders warmup set 1 --no-enabled', 'campaigns update 1 --min-health 1'],
      false,
      'held-back',
      null,
    ],
    ['nothing due', { leads: 5 }, 'tue 12:00', [], false, 'nothing-due', null],
    [
      'nothing due before the window opens',
      { leads: 5, delays: [0, 9] },
      '2026-03-07 12:00',
      [],
      false,
      'nothing-due',
      null,
    ],
    ['a follow-up due', { leads: 5 }, 'thu 09:00', [], true, 'few-left', null],
    ['all done', { leads: 2, delays: [0] }, 'tue 12:00', [], false, 'completed', null],
    ['a first step with a delay', { delays: [2, 3] }, 'mon 12:00', [], false, 'nothing-due', null],
    ['a first step whose delay may be over', { delays: [2, 3] }, 'wed 09:30', [], null, 'not-known', null],
  ];

  it.each(table)('%s', async (_, plan, at, lines, sends, cause, command) => {
    const world = await quietWorld();
    await running(world, 1, plan);
    await to(world, at);
    for (const line of lines) await done(world, line);
    const found = await whyOf(world);
    expect({ sends: found.sends, first: found.first }).toMatchObject({ sends, first: { cause, command } });
    expect(found.causes.filter(({ binding }) => binding).length).toBe(sends === null ? 0 : 1);
  });

  it('does not know which mailbox sent more than a limit that was lowered since', async () => {
    const world = await quietWorld();
    await running(world, 1, { leads: 100, senders: [1, 2] });
    await to(world, 'mon 11:00');
    await done(world, 'campaigns update 1 --sender-limit 3 --yes');
    expect((await whyOf(world)).sends).toBeNull();
    await to(world, 'tue 12:00');
    expect(await whyOf(world)).toMatchObject({ sends: false, first: { cause: 'sender-limit' } });
  });

  it('names the zone wherever it shows an hour', async () => {
    const world = await quietWorld();
    await running(world, 1);
    const { first } = await whyOf(world);
    expect(first?.message).toBe(
      'closed until Mon 2 Mar 09:00 UTC: it sends Mon-Fri, 09:00 to 17:00 UTC (assumed: the service does not name the zone)',
    );
  });

  it('shows other running campaigns on the same mailboxes', async () => {
    const world = await quietWorld();
    await running(world, 1, { leads: 100 });
    await running(world, 2, { leads: 100 });
    await to(world, 'mon 10:00');
    const { sends, causes } = await whyOf(world);
    expect(sends).toBe(true);
    expect(causes.find(({ cause }) => cause === 'other-campaigns')).toMatchObject({
      message: expect.stringMatching(
        /^campaign 2 "C2" sends from 1 of its 1 mailbox as well: \d today \(UTC\)$/,
      ),
      command: null,
    });
  });

  it('does not know whether a mailbox has room that another campaign has used as well', async () => {
    const world = await quietWorld();
    for (const id of [1, 2]) await done(world, `senders update ${id} --daily-limit 5`);
    await running(world, 1, { leads: 100, senders: [1, 2] });
    await to(world, 'mon 12:00');
    await done(world, 'campaigns pause 1');
    await running(world, 2, { senders: [1] });
    expect(await whyOf(world, 2)).toMatchObject({
      sends: null,
      first: { cause: 'not-known', binding: false },
    });
    expect(sent(world, 2)).toBe(0);
  });

  it('counts the delay of the first step as the forecast does: from the start', async () => {
    const world = await quietWorld();
    await to(world, '2026-03-05 08:00');
    await done(world, 'campaigns create C1');
    await done(world, 'leads import - --campaign 1', people(10));
    const copy = '--- step delay=5d ---\nSubject: Hello\n\nHello {firstName}\n';
    await done(world, 'campaigns sequence set 1 -', copy);
    await done(world, 'campaigns senders attach 1 1');
    await done(world, 'campaigns schedule 1 --days mon-fri');
    await to(world, '2026-03-09 08:00');
    await done(world, 'api POST /campaigns/1/resume --yes');
    await done(world, 'sandbox clock advance 3h');
    const { firstDay } = (await world.outreach('campaigns forecast 1 --json')).json();
    expect(firstDay).toBe('2026-03-16');
    expect((await whyOf(world)).first).toMatchObject({
      cause: 'nothing-due',
      message: expect.stringContaining('is due on Mon 16 Mar at the earliest'),
    });
  });

  it('shows disconnected mailboxes, all or some', async () => {
    const world = await quietWorld();
    await running(world, 1, { senders: [1, 2] });
    await to(world, 'mon 10:00');
    world.database.prepare('UPDATE sender SET is_connected = 0 WHERE id = 2').run();
    expect((await whyOf(world)).causes).toContainEqual({
      cause: 'disconnected',
      binding: false,
      message: expect.stringMatching(
        /^1 of 2 mailboxes is disconnected: tom.hale@northwind-mail.example; to connect it again: /,
      ),
      command: null,
    });
    world.database.prepare('UPDATE sender SET is_connected = 0').run();
    expect((await whyOf(world)).first).toMatchObject({ cause: 'disconnected', binding: true });
  });

  it('says what it cannot read, and does not take it for sending', async () => {
    for (const part of ['campaigns.get', 'campaigns.getSchedule', 'campaigns.stats']) {
      const world = await newWorld({ faults: [{ operation: part, kind: 'status:404', phase: 'before' }] });
      await running(world, 1);
      await to(world, 'mon 10:00');
      const { sends, first } = await whyOf(world);
      expect({ part, sends, first }).toMatchObject({
        sends: null,
        first: {
          cause: 'not-known',
          binding: false,
          message: expect.stringMatching(/^(?:can't tell|not known:) /u),
        },
      });
    }
  });
});

describe('campaigns why beside what the sandbox sends', () => {
  const campaign = fc.record({
    leads: fc.constantFrom(3, 40, 150),
    delays: fc.constantFrom([0], [0, 1], [0, 3], [0, 2, 4], [0, 0, 1], [3, 2]),
    senders: fc.constantFrom([1], [2], [1, 2], [2, 3, 5]),
    options: fc.constantFrom(
      '',
      '--daily-limit 6',
      '--sender-limit 4',
      '--sender-limit 8 --sender-variation 60',
      '--min-health 95',
    ),
    schedule: fc.constantFrom(
      '--days mon-fri',
      '--days mon,wed --from 10:00 --to 13:00',
      '--days daily --from 09:00 --to 11:00 --min-gap 2 --max-gap 20',
    ),
  });
  const world = fc.record({
    campaigns: fc.array(campaign, { minLength: 1, maxLength: 2 }),
    limits: fc.array(fc.constantFrom(3, 20, 50, 50), { minLength: 3, maxLength: 3 }),
    looks: fc.array(
      fc.record({
        days: fc.constantFrom(0, 0, 1),
        minutes: fc.integer({ min: 9 * 60 + 10, max: 12 * 60 + 50 }),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  });
  const windowEnd = (schedule: string): number => Number(/--to (\d\d)/.exec(schedule)?.[1] ?? 17);

  it('sends what it says, and nothing while it says so', { tags: 'slow', timeout: 120_000 }, async () => {
    const seen: (boolean | null)[] = [];
    await fc.assert(
      fc.asyncProperty(world, async ({ campaigns, limits, looks }) => {
        const world = await quietWorld();
        for (const [index, limit] of limits.entries())
          await done(world, `senders update ${index + 1} --daily-limit ${limit}`);
        for (const [index, plan] of campaigns.entries()) await running(world, index + 1, plan);
        for (const { days, minutes } of looks) {
          const now = world.sandbox.state.now();
          let then = startOfDay(now) + days * day + minutes * minute;
          while (then <= now || (days === 0 && weekday(then) % 6 === 0)) then += day;
          await done(world, `sandbox clock advance ${Math.floor((then - now) / minute)}m`);
          const [before, first] = [sent(world), await whyOf(world)];
          seen.push(first.sends);
          if (first.sends === false) {
            await done(world, 'sandbox clock advance 20m');
            const second = await whyOf(world);
            if (second.sends === false && second.first?.cause === first.first?.cause)
              expect({ first: first.causes, sent: sent(world) }).toEqual({
                first: first.causes,
                sent: before,
              });
          } else if (first.sends) {
            const at = world.sandbox.state.now();
            const end = startOfDay(at) + windowEnd(campaigns[0]?.schedule ?? '') * 60 * minute;
            await done(world, `sandbox clock advance ${Math.ceil((end - at) / minute)}m`);
            expect({ ...first, sent: sent(world) > before }).toEqual({ ...first, sent: true });
          }
        }
      }),
      { numRuns: 12, seed: 14 },
    );
    const share = (value: boolean | null) => seen.filter((one) => one === value).length / seen.length;
    expect(share(true)).toBeGreaterThan(0.1);
    expect(share(false)).toBeGreaterThan(0.1);
    expect(share(null)).toBeLessThan(0.2);
  });
});

it('says that no mailbox of the workspace reaches the minimum, and the best score there is', async () => {
  const world = await newWorld();
  await world.outreach('campaigns create Trial');
  await world.outreach('campaigns senders attach 1 1');
  await world.outreach('campaigns update 1 --min-health 100');
  const scores = (await world.outreach('senders list --connected --json')).json().items;
  const best = Math.max(...scores.map(({ healthScore }: { healthScore: number | null }) => healthScore ?? 0));
  const told = `; no mailbox of the workspace reaches it: the best has ${best}`;
  const causes = (await world.outreach('campaigns why 1 --json')).json().causes;
  expect(causes.find(({ cause }: { cause: string }) => cause === 'held-back')).toMatchObject({
    message: expect.stringContaining(told),
    command: null,
  });
  const { problems } = (await world.outreach('campaigns check 1 --json')).json();
  expect(problems.find(({ rule }: { rule: string }) => rule === 'all-held-back').message).toContain(told);
});

describe('campaigns why without a name', () => {
  interface Listed {
    items: { profile: string; campaignId: number; name: string; sends: boolean | null; causes: Cause[] }[];
    total: number;
  }

  it('looks at every campaign that runs, and ends with 16 where one sends nothing', {
    tags: 'slow',
  }, async () => {
    const world = await quietWorld();
    await running(world, 1);
    await running(world, 2, { schedule: '--days sat' });
    await done(world, 'campaigns create Draft');
    await to(world, '2026-03-02T10:00:00Z');
    const { exit, failure, json } = await world.outreach('campaigns why --json');
    const { items, total } = json<Listed>();
    expect({ exit, code: failure?.code, total }).toEqual({ exit: 16, code: 'sends_nothing', total: 2 });
    expect(items.map(({ profile, campaignId, name, sends }) => [profile, campaignId, name, sends])).toEqual([
      ['sandbox', 2, 'C2', false],
      ['sandbox', 1, 'C1', true],
    ]);
    expect(items[0]?.causes).toEqual((await whyOf(world, 2)).causes);
    const all = await world.outreach('campaigns why --all-profiles --json');
    expect({
      exit: all.exit,
      items: all.json<Listed>().items.map((one) => [one.profile, one.campaignId]),
    }).toEqual({
      exit: 16,
      items: [
        ['sandbox', 2],
        ['sandbox', 1],
      ],
    });
    await done(world, 'campaigns pause 2');
    expect((await world.outreach('campaigns why')).exit).toBe(0);
    const lines = await world.outreach('campaigns why --ndjson');
    expect(lines.out.trim().split('\n')).toHaveLength(1);
  });

  it('has a row for a profile that cannot be read, and ends with 15', async () => {
    const world = await newWorld();
    const live = { OUTREACH_API_KEY: 'run_k1_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' };
    const elsewhere = await newWorld({ env: { ...live, OUTREACH_BASE_URL: 'https://api.acme.example/r' } });
    const { exit, json } = await elsewhere.outreach('campaigns why --all-profiles --json');
    const { items } = json<{ items: { profile: string | null; error: { code: string } | null }[] }>();
    expect({ exit, errors: items.map(({ profile, error }) => [profile, error !== null]) }).toEqual({
      exit: 15,
      errors: [[null, true]],
    });
    expect((await world.outreach('campaigns why --json')).json()).toEqual({ items: [], total: 0 });
  });
});

it('fails where nothing but the list of campaigns can be read', async () => {
  const parts = ['get', 'sequence', 'getSchedule', 'health', 'stats'].map((name) => `campaigns.${name}`);
  let isBroken = false;
  const world = await newWorld({
    between: (next) => async (request, signal) =>
      isBroken && request.path !== '/campaigns'
        ? { status: 500, headers: { 'content-type': 'application/json' }, body: '{"error":"Broken"}' }
        : next(request, signal),
  });
  await running(world, 1);
  isBroken = true;
  const broken = await world.outreach('campaigns why 1 --json');
  expect([broken.exit, broken.out, broken.failure?.status]).toEqual([11, '', 500]);
  const faults = parts.map((operation) => ({ operation, kind: 'status:404', phase: 'before' }) as const);
  const without = await newWorld({ faults });
  await without.outreach('campaigns create C1');
  expect((await without.outreach('campaigns why 1 --json')).json().causes).not.toEqual([]);
});
