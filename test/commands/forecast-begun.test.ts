import { expect, it } from 'vitest';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../silence.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

interface Setup extends WorldOptions {
  readonly people: number;
  /** Of each mailbox that it has. */
  readonly limits: readonly number[];
  readonly delays: readonly number[];
  /** Unless said, people never answer. */
  readonly answers?: Parameters<typeof setAnswerProfile>[1];
  /** Not started. */
  readonly isDraft?: boolean;
}

/** A campaign started on a Monday at 08:00, before its hours. */
async function started({ people, limits, delays, answers, isDraft, ...options }: Setup): Promise<TestWorld> {
  const world = await newWorld(options);
  setAnswerProfile(world.sandbox.state, answers ?? silence);
  await done(world, 'campaigns create Autumn');
  await setSteps(world, delays);
  await done(world, 'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00');
  for (const [index, limit] of limits.entries())
    await done(
      world,
      `senders update ${index + 1} --daily-limit ${limit} --max-limit ${limit} --no-build-up --yes`,
    );
  await done(world, `campaigns senders attach 1 ${limits.map((_, index) => index + 1).join(' ')}`);
  await done(world, 'leads import - --campaign 1', rows(people));
  if (!isDraft) await done(world, 'api POST /campaigns/1/resume --yes');
  return world;
}

function setSteps(world: TestWorld, delays: readonly number[]): Promise<void> {
  const steps = delays.map((delay) => `--- step delay=${delay}d ---\nSubject: Hello\n\nHello {firstName}\n`);
  return done(world, 'campaigns sequence set 1 - --yes', steps.join('\n'));
}

const rows = (people: number, from = 0): string =>
  [
    'email,firstName',
    ...Array.from({ length: people }, (_, index) => `p${from + index}@co${from + index}.example,Ana`),
  ].join('\n');

async function done(world: TestWorld, line: string, stdin = ''): Promise<void> {
  const { exit, err } = await world.outreach(line, { stdin });
  expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
}

const forecast = async (world: TestWorld, more = '') =>
  (await world.outreach(`campaigns forecast 1 --no-answers --json ${more}`)).json();

/** The days on which it has sent after `days` more days, and how much. */
async function sent(world: TestWorld, days = 0): Promise<Record<string, number>> {
  if (days > 0) await done(world, `sandbox clock advance ${days}d`);
  const { daily } = (await world.outreach('campaigns stats 1 --json')).json();
  return Object.fromEntries(daily.map((each: { date: string; sent: number }) => [each.date, each.sent]));
}

it('gives a small mailbox no more conversations than it can have begun', async () => {
  const world = await started({ people: 60, limits: [50, 50, 5], delays: [0, 3] });
  await done(world, 'sandbox clock advance 12h');
  const made = await forecast(world);
  const days = [made.lastDayEarly, made.lastDay, made.lastDayLate];
  expect(days).toEqual(['2026-03-05', '2026-03-05', '2026-03-05']);
  const what = made.unknown.map((each: { what: string }) => each.what);
  expect(what).toContain('conversations');
  expect(await sent(world, 30)).toEqual({ '2026-03-02': 60, '2026-03-05': 60 });
});

it('counts no follow-up of a step that is through: who got no next one has replied or bounced', {
  tags: 'slow',
}, async () => {
  const answers = { reply: 0.1, invalidAddresses: 0.05, replyHours: [6, 24] } as const;
  const world = await started({ people: 80, limits: [30, 30, 30], delays: [0, 3, 4], answers });
  for (const hours of [84, 24, 24, 24]) {
    await done(world, `sandbox clock advance ${hours}h`);
    const made = (await world.outreach('campaigns forecast 1 --json')).json();
    const { steps, emailCounts } = (await world.outreach('campaigns stats 1 --json')).json();
    expect(steps[0].sent - steps[1].sent).toBeGreaterThan(5);
    expect({ days: made.days.length, emails: made.emails }).toEqual({
      days: 1,
      emails: emailCounts.followUp,
    });
    expect([made.lastDayEarly, made.lastDay, made.lastDayLate]).toEqual(Array(3).fill('2026-03-09'));
    const { profiles } = (await world.outreach('status --json')).json();
    expect(profiles[0].campaigns[0].ends).toBe('2026-03-09');
  }
  expect(Object.keys(await sent(world, 30)).at(-1)).toBe('2026-03-09');
});

it('lets no new mailbox send follow-ups that wait', async () => {
  const world = await started({ people: 60, limits: [20, 20, 20], delays: [0, 1] });
  await done(world, 'sandbox clock advance 12h');
  for (const id of [1, 2, 3]) await done(world, `senders update ${id} --daily-limit 6 --yes`);
  const [now, more] = [await forecast(world), await forecast(world, '--add-senders 5')];
  expect(now.days.every(({ first }: { first: number }) => first === 0)).toBe(true);
  expect([now.lastDay, more.lastDay]).toEqual(['2026-03-06', '2026-03-06']);
  const changes: string[] = now.whatIf.map(({ change }: { change: string }) => change);
  expect(changes.filter((change) => change.includes('more mailbox'))).toEqual([]);
  expect(Object.keys(await sent(world, 30)).at(-1)).toBe(now.lastDay);
});

it('waits for the first step as long as its delay says, in forecast, why and check', async () => {
  const world = await started({ people: 10, limits: [40], delays: [5, 3] });
  const { firstDay, lastDay, unknown } = await forecast(world);
  // Due on Saturday.
  expect({ firstDay, lastDay }).toEqual({ firstDay: '2026-03-09', lastDay: '2026-03-12' });
  expect(unknown).toContainEqual({ what: 'first emails', why: expect.stringContaining('waits 5 days') });
  const { exit, json } = await world.outreach('campaigns why 1 --json');
  const { sends, causes } = json();
  expect({ exit, sends, first: causes[0] }).toMatchObject({
    exit: 16,
    sends: false,
    first: {
      cause: 'nothing-due',
      message: expect.stringMatching(/Mon 9 Mar .*the first step waits 5 days/),
      command: null,
    },
  });
  expect(JSON.stringify(causes)).not.toContain('leads import');
  const { problems } = (await world.outreach('campaigns check 1 --json')).json();
  expect(problems).toContainEqual(
    expect.objectContaining({
      rule: 'first-step-delayed',
      severity: 'warn',
      message: expect.stringContaining('5 days'),
    }),
  );
  expect(Object.keys(await sent(world, 30))).toEqual([firstDay, lastDay]);
});

it('promises the first day of the forecast where it asks to start', async () => {
  const draft = await started({ people: 10, limits: [40], delays: [5, 3], tty: true, isDraft: true });
  const question = async (world: TestWorld) =>
    (await world.outreach('campaigns resume 1 --dry-run --accept no-opt-out=x --accept no-postal-address=x'))
      .err;
  expect((await forecast(draft)).firstDay).toBe('2026-03-09');
  expect(await question(draft)).toContain('first on Mon 9 Mar 09:00 UTC');
  await done(draft, 'api POST /campaigns/1/resume --yes');
  await done(draft, 'campaigns pause 1');
  expect(await question(draft)).toContain('first on Mon 9 Mar 09:00 UTC');
});

it('says no more of leads where the delay of the first step may be over', async () => {
  const world = await started({ people: 10, limits: [40], delays: [5, 3] });
  await done(world, 'sandbox clock advance 98h');
  // As if it had been there for long before it was started.
  world.database.exec(`UPDATE campaign SET created_at = created_at - ${30 * 86_400_000}`);
  const { sends, causes } = (await world.outreach('campaigns why 1 --json')).json();
  expect({ sends, message: causes[0].message }).toEqual({
    sends: null,
    message: expect.stringMatching(/the first step waits 5 days: until Sat 7 Mar/),
  });
  expect(JSON.stringify(causes)).not.toContain('few-left');
});

it('counts every email of a campaign that takes more than three years', { tags: 'slow' }, async () => {
  const world = await started({ people: 3000, limits: [3], delays: [0, 1], tty: false });
  const { exit, json } = await world.outreach('campaigns forecast 1 --json');
  expect({ exit, ...json() }).toMatchObject({ exit: 0, emails: 6000, cut: true, lastDay: null });
  const short = await forecast(world, '--leads 5');
  expect({ cut: short.cut, emails: short.emails }).toEqual({ cut: false, emails: 10 });
  const { out } = await world.outreach('campaigns forecast 1', { tty: true });
  expect(out).toMatch(/at most 6,000[\s\S]*in more than three years/);
});

it('lets no follow-up wait for mailboxes that sent nothing from the start', { tags: 'slow' }, async () => {
  const world = await started({ people: 50, limits: [20, 20, 20], delays: [0, 3], isDraft: true });
  await done(world, 'campaigns update 1 --min-health 60 --yes');
  await done(world, 'senders update 2 --daily-limit 0 --yes');
  world.database.exec('UPDATE sender SET health = 40, pulse = 0 WHERE id = 3');
  await done(world, 'api POST /campaigns/1/resume --yes');
  await done(world, 'sandbox clock advance 60h');
  const { emails, lastDay, waiting } = await forecast(world);
  expect({ emails, waiting }).toEqual({ emails: 50, waiting: { emails: 0, mailboxes: 0 } });
  expect(Object.keys(await sent(world, 30)).at(-1)).toBe(lastDay);
});

it.each([
  ['held back', 'UPDATE sender SET health = 40, pulse = 0 WHERE id = 2'],
  ['disconnected', 'UPDATE sender SET is_connected = 0 WHERE id = 2'],
])(
  'names the follow-ups that wait for a mailbox that is %s, and ends with the rest',
  { tags: 'slow' },
  async (_, change) => {
    const world = await started({ people: 50, limits: [20, 10], delays: [0, 3] });
    await done(world, 'sandbox clock advance 34h');
    await done(world, 'campaigns update 1 --min-health 60 --yes');
    world.database.exec(change);
    const waits = world.database
      .prepare("SELECT count(*) AS n FROM email WHERE status = 'followUp' AND sender_id = 2")
      .all<{ n: number }>()[0]?.n;
    const { emails, lastDay, waiting, cut, days } = await forecast(world);
    expect(waits).toBeGreaterThan(10);
    expect(Math.abs(waiting.emails - (waits ?? 0))).toBeLessThanOrEqual(2);
    expect({ mailboxes: waiting.mailboxes, cut, all: emails + waiting.emails }).toEqual({
      mailboxes: 1,
      cut: false,
      all: 50,
    });
    const summed = days.reduce((sum: number, { followUp }: { followUp: number }) => sum + followUp, 0);
    expect(summed).toBe(emails);
    expect(Object.keys(await sent(world, 60)).at(-1)).toBe(lastDay);
    const { out } = await world.outreach('campaigns forecast 1', { tty: true });
    expect(out).not.toMatch(/about 0 follow-ups/);
  },
);

it('forecasts all emails of people who joined after it completed, and none to those before where a step was added', async () => {
  const world = await started({ people: 40, limits: [40], delays: [0, 3] });
  await done(world, 'sandbox clock advance 14d');
  await setSteps(world, [0, 3, 4]);
  await done(world, 'leads import - --campaign 1 --yes --no-before', rows(10, 100));
  const before = Object.keys(await sent(world));
  expect((await forecast(world)).emails).toBe(30);
  await done(world, 'sandbox clock advance 1d');
  const { emails, lastDay } = await forecast(world);
  expect({ emails, lastDay }).toEqual({ emails: 20, lastDay: '2026-03-23' });
  const after = Object.entries(await sent(world, 30)).filter(([date]) => !before.includes(date));
  expect(after).toEqual([
    ['2026-03-16', 10],
    ['2026-03-19', 10],
    ['2026-03-23', 10],
  ]);
});

it('counts no follow-up whose step was removed, in forecast and why', async () => {
  const world = await started({ people: 30, limits: [40], delays: [0, 3, 20] });
  await done(world, 'sandbox clock advance 4d');
  await setSteps(world, [0, 3]);
  const why = async () => (await world.outreach('campaigns why 1 --json')).json().causes[0].message;
  expect(await why()).toContain('everyone was contacted, and no email waits');
  expect((await forecast(world)).emails).toBe(0);
  await done(world, 'leads import - --campaign 1 --yes --no-before', rows(20, 100));
  expect((await forecast(world)).emails).toBe(40);
  await done(world, 'sandbox clock advance 1d');
  const { emailCounts } = (await world.outreach('campaigns stats 1 --json')).json();
  const { emails, lastDay } = await forecast(world);
  expect({ emails, lastDay, counted: emailCounts.followUp }).toEqual({
    emails: 20,
    lastDay: '2026-03-09',
    counted: 50,
  });
  expect((await sent(world, 30))['2026-03-09']).toBe(20);
});

it('does not say that nothing is sent where the emails cannot be read', async () => {
  let isReadable = true;
  const world = await started({
    people: 10,
    limits: [20],
    delays: [0, 1],
    between: (next) => async (request, signal) =>
      !isReadable && request.method === 'GET' && request.path === '/campaigns/1/sequence'
        ? { status: 200, headers: {}, body: '{"steps":"none"}' }
        : next(request, signal),
  });
  await sent(world, 1);
  isReadable = false;
  const { exit, json } = await world.outreach('campaigns forecast 1 --no-answers --json');
  expect([exit, json()]).toMatchObject([0, { emails: null, lastDay: null }]);
  expect(json().unknown).toContainEqual(expect.objectContaining({ what: 'sequence' }));
});
