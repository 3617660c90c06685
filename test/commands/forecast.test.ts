import { describe, expect, it } from 'vitest';
import { clockText, dayNumber } from '../../src/domain/window.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../silence.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

const sequence = `--- step ---
Subject: A question, {firstName}

Hello {firstName}

--- step delay=3d thread ---

Any thoughts?
`;

/** A draft with people, two mailboxes and working days. */
async function draft(people = 120, options: WorldOptions = {}): Promise<TestWorld> {
  const world = await newWorld(options);
  const rows = Array.from({ length: people }, (_, index) => `p${index}@co${index}.example,Ana`);
  await world.outreach('campaigns create Autumn');
  await world.outreach('campaigns sequence set 1 - --yes', { stdin: sequence });
  await world.outreach('campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00');
  await world.outreach('campaigns senders attach 1 1 2');
  await world.outreach('leads import - --campaign 1', { stdin: ['email,firstName', ...rows].join('\n') });
  return world;
}

/** The day of the last email of the campaign, once all is sent. */
async function sentUntil(world: TestWorld): Promise<number> {
  await world.outreach('sandbox clock advance 90d');
  const row = world.database
    .prepare('SELECT max(sent_at) AS last FROM email WHERE campaign_id = 1')
    .get<{ last: number }>();
  return dayNumber(row?.last ?? 0);
}

const readable = { daysSchedule: '1,2,3,4,5', startSchedule: '09:00', endSchedule: '17:00' };

/** What a forecast shows where no day is known. */
const noDays = {
  firstDay: null,
  lastDay: null,
  lastDayEarly: null,
  lastDayLate: null,
  bindingConstraint: null,
  days: [],
  whatIf: [],
};

const whyOf = ({ unknown }: { unknown: { what: string; why: string }[] }, part: string) =>
  unknown.find(({ what }) => what === part)?.why;

/** The path of the schedule answers this, or 404; the record of the campaign shows a readable one. */
function answering(schedule: object | undefined): NonNullable<WorldOptions['between']> {
  return (next) => async (request, signal) => {
    const [isSchedule, isRecord] = [/^\/campaigns\/1\/schedule$/, /^\/campaigns\/1$/].map((path) =>
      path.test(request.path),
    );
    if (request.method !== 'GET' || !(isSchedule || isRecord)) return next(request, signal);
    if (isSchedule)
      return schedule
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(schedule) }
        : { status: 404, headers: {}, body: '{"error":"not here"}' };
    const answer = await next(request, signal);
    const body = JSON.parse(String(answer.body));
    const record = body.campaign ?? body;
    Object.assign(record, { schedule: readable });
    return { ...answer, body: JSON.stringify(body) };
  };
}

const numberOf = (date: string | null) => dayNumber(Date.parse(`${date}T00:00:00Z`));

it('says on stderr that it takes time, and Ctrl-C ends it between two courses', async () => {
  const world = await draft(3);
  const line = 'campaigns forecast 1 --leads 40';
  const calls = world.requests.length;
  const whole = await world.outreach(line);
  const each = world.requests.length - calls;
  expect([whole.exit, whole.err]).toEqual([0, expect.stringMatching(/^Forecasting$/m)]);
  const running = world.outreach(line);
  while (world.requests.length < calls + 2 * each) await new Promise(setImmediate);
  for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate);
  world.interrupt();
  const { exit, out } = await running;
  expect([exit, out]).toEqual([130, '']);
});

describe('campaigns forecast', () => {
  it('says in a pipe what it assumes, beside a line a day on stdout', async () => {
    const world = await draft(5);
    const { out, err } = await world.outreach('campaigns forecast 1');
    expect(out).toMatch(/^(\d{4}-\d\d-\d\d\t\d+\t\d+\t\d+\n)+$/);
    const { assumptions } = (await world.outreach('campaigns forecast 1 --json')).json();
    for (const line of assumptions) expect(err).toContain(`Assumed: ${line}\n`);
    expect(err).toContain('Not known: zone: ');
    expect((await world.outreach('campaigns forecast 1 -q')).err).toBe('');
  });

  it('says that a paused campaign is counted as resumed, and what to look at before', async () => {
    const world = await draft(5);
    await world.outreach('api POST /campaigns/1/resume --yes');
    await world.outreach('campaigns pause 1');
    const { out, err } = await world.outreach('campaigns forecast 1', { tty: true });
    expect(out).toContain('it is paused: counted as resumed when the forecast begins');
    expect(err).toContain('outreach campaigns check 1');
  });

  it('is what the sandbox then sends, and takes seven calls', { tags: 'slow' }, async () => {
    const world = await draft();
    setAnswerProfile(world.sandbox.state, silence);
    const { length: before } = world.requests;
    const { exit, json } = await world.outreach('campaigns forecast 1 --no-answers --json');
    expect(exit).toBe(0);
    expect(world.requests.length - before).toBeLessThanOrEqual(7);
    const { emails, days, lastDay, firstDay, sendingDays, bindingConstraint, ...rest } = json();
    expect({ emails, firstDay }).toEqual({ emails: 240, firstDay: '2026-03-02' });
    expect(days.map(({ date }: { date: string }) => date).at(-1)).toBe(lastDay);
    expect(sendingDays).toBe(days.length);
    expect(bindingConstraint).not.toBeNull();
    expect(Object.keys(rest).sort()).toEqual([
      'assumptions',
      'cut',
      'lastDayEarly',
      'lastDayLate',
      'unknown',
      'waiting',
      'whatIf',
    ]);
    await world.outreach('campaigns resume 1 --yes');
    expect(Math.abs((await sentUntil(world)) - numberOf(lastDay))).toBeLessThanOrEqual(1);
  });

  it('knows what is left in the middle of a campaign', { tags: 'slow' }, async () => {
    const world = await draft(200);
    setAnswerProfile(world.sandbox.state, silence);
    await world.outreach('campaigns resume 1 --yes');
    await world.outreach('sandbox clock advance 3d');
    const { json } = await world.outreach('campaigns forecast 1 --no-answers --json');
    const { sent } = (await world.outreach('campaigns stats 1 --json')).json().totals;
    expect(sent).toBeGreaterThan(20);
    expect(json().emails).toBe(400 - sent);
    const late = Math.abs((await sentUntil(world)) - numberOf(json().lastDay));
    expect(late).toBeLessThanOrEqual(3);
  });

  it('answers for more people, mailboxes, no build-up and another start', { tags: 'slow' }, async () => {
    const world = await draft();
    const of = async (options: string) =>
      (await world.outreach(`campaigns forecast 1 --json ${options}`)).json();
    const [plain, more, mailboxes] = [
      await of(''),
      await of('--leads 2000'),
      await of('--leads 2000 --add-senders 6'),
    ];
    expect(more.emails).toBeGreaterThan(10 * plain.emails);
    expect(mailboxes.lastDay < more.lastDay).toBe(true);
    expect((await of('--leads 2000 --no-build-up')).lastDay <= more.lastDay).toBe(true);
    expect((await of('--start 2026-12-01')).firstDay).toBe('2026-12-01');
    const past = await world.outreach('campaigns forecast 1 --start 2026-02-01');
    expect({ exit: past.exit, said: past.err.includes('in the past') }).toEqual({ exit: 2, said: true });
  });

  it('proposes only what ends sooner, and as the option then says', { tags: 'slow' }, async () => {
    const world = await draft(900);
    const { lastDay, whatIf } = (await world.outreach('campaigns forecast 1 --json')).json();
    expect(whatIf.length).toBeGreaterThan(0);
    for (const each of whatIf) expect(each.lastDay < lastDay).toBe(true);
    const mailboxes = whatIf.find(({ change }: { change: string }) => change.includes('more mailboxes'));
    const asked = (await world.outreach('campaigns forecast 1 --add-senders 2 --json')).json();
    expect(mailboxes.lastDay).toBe(asked.lastDay);
  });

  it('gives a pipe a line a day', async () => {
    const world = await draft(30);
    const { out } = await world.outreach('campaigns forecast 1');
    expect(out.split('\n')[0]).toMatch(/^2026-03-02\t30\t0\t\d+$/);
    expect(out).not.toContain('Assumed');
  });

  it.each([
    ['leads', 'no leads', 'leads'],
    ['mailboxes', 'no mailbox is attached', 'senders'],
    ['days', 'names no day to send on', 'schedule'],
  ])('ends with 16 and names what is missing: %s', async (_, words, part) => {
    const world = await newWorld();
    await world.outreach('campaigns create Autumn');
    await world.outreach('campaigns sequence set 1 - --yes', { stdin: sequence });
    if (part !== 'schedule') await world.outreach('campaigns schedule 1 --days mon-fri');
    if (part !== 'senders') await world.outreach('campaigns senders attach 1 1');
    if (part !== 'leads') await world.outreach('leads add ana@lumen.example --first-name Ana --campaign 1');
    const { exit, out, failure, json } = await world.outreach('campaigns forecast 1 --json');
    expect(exit, out).toBe(16);
    expect(failure?.message).toContain(words);
    expect(json().lastDay ?? null).toBeNull();
  });

  it('ends with 16 where every mailbox is held back, as one without a score is', async () => {
    const world = await draft();
    world.database.exec('UPDATE sender SET warmup = NULL');
    await world.outreach('campaigns update 1 --min-health 90');
    const { exit, failure, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, lastDay: json().lastDay }).toEqual({ exit: 16, lastDay: null });
    expect(failure?.message).toContain('held back');
  });

  it('ends with 16 where every mailbox is below the minimum today, however near its score is', {
    tags: 'slow',
  }, async () => {
    const world = await draft(3);
    const scores = await Promise.all(
      [1, 2].map(async (id) => (await world.outreach(`senders get ${id} --json`)).json().healthScore),
    );
    const line = `campaigns update 1 --min-health ${Math.max(...scores) + 1}`;
    expect((await world.outreach(line)).exit).toBe(0);
    const { exit, failure, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, ...json() }).toMatchObject({ exit: 16, emails: 0, lastDay: null });
    expect(failure?.message).toContain('held back');
    expect(json().unknown).toContainEqual({
      what: expect.stringContaining('@'),
      why: expect.stringContaining('held back, as all of them are today'),
    });
    const check = (await world.outreach('campaigns check 1 --json')).json().problems;
    const rules = check.map(({ rule }: { rule: string }) => rule);
    expect(rules).toContain('all-held-back');
    expect(rules).not.toContain('no-capacity');
    expect(rules).not.toContain('takes-long');
    const added = await world.outreach('campaigns forecast 1 --add-senders 1 --json');
    expect({ exit: added.exit, emails: added.json().emails }).toEqual({
      exit: 0,
      emails: expect.any(Number),
    });
  });

  it('ends with 16 where a running campaign has no capacity left', { tags: 'slow' }, async () => {
    const world = await draft(10);
    await world.outreach('campaigns resume 1 --yes');
    await world.outreach('sandbox clock advance 2h');
    await world.outreach('campaigns schedule 1 --from 10:00 --to 10:03');
    const { exit, failure, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, ...json() }).toMatchObject({
      exit: 16,
      emails: 0,
      lastDay: null,
      bindingConstraint: null,
    });
    expect(failure?.message).toMatch(/shorter|too short/);
    const why = (await world.outreach('campaigns check 1 --json')).json().problems;
    expect(why.map(({ rule }: { rule: string }) => rule)).not.toContain('takes-long');
  });

  it('says that it counts people on the blocklist until it starts, and counts none of them after that', async () => {
    const world = await draft(3);
    await world.outreach('blocklist add p0@co0.example');
    const made = async () => (await world.outreach('campaigns forecast 1 --no-answers --json')).json();
    const before = await made();
    expect(before.emails).toBe(6);
    expect(before.assumptions).toContainEqual(expect.stringContaining('blocklist'));
    await world.outreach('api POST /campaigns/1/resume --yes');
    const { emails, assumptions } = await made();
    expect(emails).toBe(4);
    expect(assumptions).not.toContainEqual(expect.stringContaining('blocklist'));
  });

  it('has nothing left of a completed campaign, and ends with 0', { tags: 'slow' }, async () => {
    const world = await draft(10);
    await world.outreach('campaigns resume 1 --yes');
    await world.outreach('sandbox clock advance 30d');
    const { exit, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, emails: json().emails, lastDay: json().lastDay }).toEqual({
      exit: 0,
      emails: 0,
      lastDay: null,
    });
    const piped = await world.outreach('campaigns forecast 1');
    expect(piped).toMatchObject({
      out: '',
      err: expect.stringContaining('Campaign 1 is completed: nothing is left to send.'),
    });
  });

  it('says what it cannot read, and what it counts instead', async () => {
    const between: WorldOptions['between'] = (next) => async (request, signal) =>
      /^\/campaigns\/1(\/schedule)?$/.test(request.path) && request.method === 'GET'
        ? { status: 404, headers: {}, body: '{"error":"not here"}' }
        : next(request, signal);
    const world = await draft(30, { between });
    const { exit, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, ...json() }).toMatchObject({ exit: 0, ...noDays });
    const what = json().unknown.map((each: { what: string }) => each.what);
    expect(what).toEqual(expect.arrayContaining(['settings', 'schedule', 'zone']));
    expect(whyOf(json(), 'schedule')).toContain('outreach profiles route campaigns.getSchedule');
  });

  it.each([
    ['days', { ...readable, daysSchedule: '7,8,-1,NaN' }, "the days '7,8,-1,NaN' are not weekday numbers"],
    ['hours', { ...readable, startSchedule: '25:99' }, 'the schedule does not show its hours'],
    ['no days', { startSchedule: '09:00', endSchedule: '17:00' }, 'the schedule does not show its days'],
  ])('forecasts no day by a schedule that cannot be read: %s', { tags: 'slow' }, async (_, schedule, why) => {
    const world = await draft(30, { between: answering({ schedule }) });
    const { exit, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, ...json() }).toMatchObject({ exit: 0, emails: 60, ...noDays });
    expect(whyOf(json(), 'schedule')).toContain(why);
    const screen = await draft(30, {
      between: answering({ schedule }),
      tty: true,
      env: { NO_COLOR: '1' },
    });
    const { out } = await screen.outreach('campaigns forecast 1');
    expect(out).toContain('sending hours not known');
    expect(out).toContain(why);
    const { unknown } = (await world.outreach('campaigns check 1 --json')).json();
    expect(unknown.map(({ rule }: { rule: string }) => rule)).toContain('takes-long');
  });

  it('still ends with 16 where no mailbox is connected and the schedule cannot be read', async () => {
    const between = answering({ schedule: { ...readable, daysSchedule: '7' } });
    const world = await draft(3, { between });
    world.database.exec('UPDATE sender SET is_connected = 0');
    const { exit, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, emails: json().emails }).toEqual({ exit: 16, emails: 0 });
  });

  it('takes the schedule from the record of the campaign where its own path is not there', async () => {
    const world = await draft(30, { between: answering(undefined) });
    const { exit, json } = await world.outreach('campaigns forecast 1 --json');
    expect({ exit, firstDay: json().firstDay }).toEqual({ exit: 0, firstDay: '2026-03-02' });
    expect(whyOf(json(), 'schedule')).toBeUndefined();
  });

  it('counts what another running campaign sends from the same mailboxes', { tags: 'slow' }, async () => {
    const world = await draft(300);
    const alone = (await world.outreach('campaigns forecast 1 --json')).json().lastDay;
    await world.outreach('campaigns create Other');
    await world.outreach('campaigns sequence set 2 - --yes', { stdin: sequence });
    await world.outreach('campaigns schedule 2 --days mon-fri --from 09:00 --to 17:00');
    await world.outreach('campaigns senders attach 2 1 2');
    const rows = Array.from({ length: 300 }, (_, index) => `q${index}@do${index}.example,Ana`);
    await world.outreach('leads import - --campaign 2', { stdin: ['email,firstName', ...rows].join('\n') });
    await world.outreach('campaigns resume 2 --yes');
    const shared = (await world.outreach('campaigns forecast 1 --json')).json().lastDay;
    expect(shared > alone).toBe(true);
  });

  it('draws at most 12 bars of a campaign that takes years', { tags: 'slow' }, async () => {
    const world = await draft(1, { tty: true, env: { NO_COLOR: '1' } });
    const { out } = await world.outreach('campaigns forecast 1 --leads 20000 --no-answers');
    expect(out).toMatch(/\d+ weeks from \(UTC\)/);
    expect(
      out.split('\n').filter((line) => /[█░]/.test(line) && /\d{4}/.test(line)).length,
    ).toBeLessThanOrEqual(12);
  });

  it('shows a screen that names the zone of its hours and fits 60 columns', { tags: 'slow' }, async () => {
    const world = await draft(300, { tty: true, columns: 60, env: { NO_COLOR: '1' } });
    const { out } = await world.outreach('campaigns forecast 1');
    expect(out).toContain(`${clockText(540)} to ${clockText(1020)} (UTC`);
    expect(out).toMatch(/█+[▏▎▍▌▋▊▉]?░+/);
    for (const line of out.split('\n')) expect([...line].length, line).toBeLessThanOrEqual(60);
  });
});
