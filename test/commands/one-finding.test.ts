import { describe, expect, it } from 'vitest';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { people, readyCampaign } from '../cli/launch/ready-campaign.ts';
import { silence } from '../silence.ts';
import type { TestWorld } from '../world.ts';

/** Campaign 1 breaks no rule; it sends from mailboxes 1 and 2 on weekdays from 9 to 17. It is Monday, 08:00 UTC. */
interface Situation {
  readonly is: string;
  /** Command lines, or statements of SQL that begin in capitals. */
  readonly made: readonly string[];
  /** Then it is started, with what comes after. */
  readonly runs?: readonly string[];
  readonly leads?: string;
  /** Rules that block it on any day. */
  readonly breaks?: readonly string[];
  /** What `campaigns why` says first where no rule does. */
  readonly cause?: string;
}

const set = (column: string, value: string) => `UPDATE campaign SET ${column} = ${value} WHERE id = 1`;
const setting = (name: string, value: unknown) =>
  set('settings', `json_set(settings, '$.${name}', json('${JSON.stringify(value)}'))`);
const schedule = (name: string, value: unknown) =>
  set('schedule', `json_set(schedule, '$.${name}', json('${JSON.stringify(value)}'))`);
const off = 'UPDATE sender SET is_connected = 0';
const zero = 'UPDATE sender SET current_daily_limit = 0';
const at = (when: string) => `sandbox clock set "${when}"`;

const standing: readonly Situation[] = [
  { is: 'no leads', made: ['leads delete 1 2 3 --yes'], breaks: ['no-leads'] },
  { is: 'no steps', made: ['DELETE FROM step WHERE campaign_id = 1'], breaks: ['no-steps'] },
  { is: 'no mailboxes', made: ['DELETE FROM campaign_sender'], breaks: ['none-attached'] },
  { is: 'all disconnected', made: [off], breaks: ['all-disconnected'] },
  { is: 'all held back', made: ['campaigns update 1 --min-health 100'], breaks: ['all-held-back'] },
  {
    is: 'held back without a score',
    made: [
      'senders warmup set 1 --no-enabled',
      'senders warmup set 2 --no-enabled',
      'campaigns update 1 --min-health 1',
    ],
    breaks: ['all-held-back'],
  },
  { is: 'limits of 0', made: [zero], breaks: ['limits-zero'] },
  {
    is: 'one disconnected, the other at 0',
    made: [zero, `${off} WHERE id = 2`],
    breaks: ['limits-zero'],
  },
  {
    is: 'one held back, the other at 0',
    made: [`${zero} WHERE id = 1`, 'senders warmup set 2 --no-enabled', 'campaigns update 1 --min-health 1'],
    breaks: ['no-capacity'],
  },
  { is: 'no day', made: [schedule('daysSchedule', '')], breaks: ['no-day'] },
  { is: 'empty hours', made: [schedule('endSchedule', '09:00')], breaks: ['empty-window'] },
  {
    is: 'hours that are too short',
    made: [schedule('endSchedule', '09:05')],
    breaks: ['window-shorter-than-gap'],
  },
  {
    is: 'everything is missing',
    made: ['leads delete 1 2 3 --yes', 'DELETE FROM campaign_sender', schedule('daysSchedule', '')],
    breaks: ['no-leads', 'none-attached', 'no-day'],
  },
];

const today: readonly Situation[] = [
  { is: 'closed before the morning', made: [], runs: [], cause: 'window' },
  { is: 'night', made: [], runs: [at('2026-03-03 23:30')], leads: people(500), cause: 'window' },
  { is: 'a weekend', made: [], runs: [at('2026-03-07 12:00')], leads: people(900), cause: 'window' },
  { is: 'it sends', made: [], runs: [at('mon 10:00')], leads: people(40), cause: 'few-left' },
  { is: 'it sends much', made: [], runs: [at('mon 10:00')], leads: people(300), cause: 'mailbox-limit' },
  {
    is: 'build-up',
    made: ['UPDATE sender SET gradual_build_up = 1, created_at = 1771600000000'],
    runs: [at('mon 10:00')],
    leads: people(300),
    cause: 'build-up',
  },
  {
    is: 'the limit of the campaign is reached',
    made: [setting('dailyLimit', 2)],
    runs: [at('mon 13:00')],
    cause: 'campaign-limit',
  },
  {
    is: 'the limit of the campaign is not reached',
    made: [setting('dailyLimit', 60)],
    runs: [at('mon 09:30')],
    leads: people(300),
    cause: 'campaign-limit',
  },
  {
    is: 'the limits of its mailboxes are reached',
    made: ['UPDATE sender SET current_daily_limit = 1'],
    runs: [at('mon 15:00')],
    cause: 'mailbox-limit',
  },
  {
    is: 'the limit per mailbox is reached',
    made: [setting('maximumSendingLimitPerSenderEmail', 1)],
    runs: [at('mon 15:00')],
    cause: 'sender-limit',
  },
  {
    is: 'one of two disconnected',
    made: [`${off} WHERE id = 2`],
    runs: [at('mon 10:00')],
    leads: people(300),
    cause: 'disconnected',
  },
  {
    is: 'one of two held back',
    made: ['senders warmup set 2 --no-enabled', 'campaigns update 1 --min-health 1'],
    runs: [at('mon 10:00')],
    leads: people(300),
    cause: 'held-back',
  },
  { is: 'completed', made: [], runs: [at('2026-03-30 12:00')], cause: 'completed' },
  { is: 'a draft', made: [], cause: 'draft' },
  { is: 'paused', made: [], runs: ['campaigns pause 1'], cause: 'paused' },
  {
    is: 'the first step waits',
    made: ['UPDATE step SET delay_days = 5 WHERE campaign_id = 1'],
    runs: [at('mon 10:00')],
    cause: 'nothing-due',
  },
];

/** Of leads and copy: the checks alone know of it. */
const ofPeople: readonly Situation[] = ['bounced', 'not_interested', 'interested', 'out_of_office'].map(
  (tag) => ({ is: `a lead that is ${tag}`, made: [`UPDATE lead SET tag = '${tag}' WHERE id = 1`] }),
);
const ofLists: readonly Situation[] = [
  { is: 'a lead on the blocklist', made: ['blocklist add firm1.example'] },
  {
    is: 'a role address',
    made: ["UPDATE lead SET email = 'info@firm1.example', email_key = 'info@firm1.example' WHERE id = 1"],
  },
  {
    is: 'a malformed address',
    made: ["UPDATE lead SET email = 'ana..x@firm1', email_key = 'ana..x@firm1' WHERE id = 1"],
  },
  { is: 'a misspelt domain', made: ["UPDATE lead SET email = 'ana@gmial.com' WHERE id = 1"] },
  { is: 'a personal mailbox', made: ["UPDATE lead SET email = 'ana@gmail.com' WHERE id = 1"] },
  { is: 'no value for a tag', made: ['UPDATE lead SET company = NULL WHERE id = 1'] },
  { is: 'no value for a tag, twice', made: ['UPDATE lead SET company = NULL WHERE id < 3'] },
  { is: 'an unwarmed mailbox', made: ['UPDATE sender SET warmup = NULL'] },
];

async function worldOf({ made, runs, leads }: Situation): Promise<TestWorld> {
  const world = await readyCampaign({}, leads);
  setAnswerProfile(world.sandbox.state, silence);
  for (const line of [...made, ...(runs ? [start, ...runs] : [])]) {
    if (/^[A-Z]/.test(line)) world.database.exec(line);
    else await done(world, /^campaigns update/.test(line) ? `${line} --yes` : line);
  }
  return world;
}

const start = 'api POST /campaigns/1/resume --yes';

async function done(world: TestWorld, line: string, stdin = ''): Promise<void> {
  const { exit, err } = await world.outreach(line, { stdin });
  expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
}

interface Problem {
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly examples: readonly string[];
  readonly fix: string | null;
}

/** The fact alone, without what a person can do about it. */
const factIn = (message: string): string =>
  message.split(/; (?=to |`|no mailbox of|its )|(?<=\?) To /)[0] ?? '';
const squeezed = (text: string): string => text.replaceAll(/\x1b\[[0-9;]*m/g, '').replaceAll(/\s+/g, ' ');

const blocks = ({ severity, rule }: Problem): boolean =>
  severity === 'block' && !['spf', 'dkim', 'dmarc', 'mx'].includes(rule);

/** No two say the same, or hold one rule against the same people, steps or mailboxes. */
async function checked(world: TestWorld): Promise<Problem[]> {
  const { problems }: { problems: Problem[] } = (await world.outreach('campaigns check 1 --json')).json();
  const facts = problems.map(({ message }) => factIn(message));
  expect(facts).toEqual([...new Set(facts)]);
  const subjects = problems.map(({ rule, examples }) => `${rule}: ${examples}`);
  expect(subjects).toEqual([...new Set(subjects)]);
  return problems;
}

async function whyOf(world: TestWorld) {
  const { json } = await world.outreach('campaigns why 1 --json');
  return json<{
    sends: boolean | null;
    causes: { cause: string; message: string; command: string | null }[];
  }>();
}

/** Judged by the lines themselves. */
function expectHarmless(lines: readonly (string | null)[], world: TestWorld): void {
  for (const line of lines) {
    if (line === null) continue;
    expect(line).not.toMatch(
      /--no-build-up|campaigns pause|undo-limits|campaigns resume|<\w+>|sat|sun|daily\b(?!-)/,
    );
    const [, id, limit] = /senders update (\d+) --daily-limit (\d+)/.exec(line) ?? [];
    if (id === undefined) continue;
    const rows = world.database.prepare('SELECT current_daily_limit AS now FROM sender WHERE id = ?');
    expect({ now: rows.get<{ now: number }>(id)?.now, limit: Number(limit) }).toEqual({ now: 0, limit: 10 });
  }
}

describe('a campaign that breaks a rule on any day', () => {
  const both = standing.flatMap((one) => [
    one,
    {
      ...one,
      is: `${one.is}, running`,
      made: [start, ...one.made, "UPDATE campaign SET status = 'running'"],
      isRunning: true,
    },
  ]);

  it.each(both)('is said in one way by every command: $is', async (situation) => {
    const world = await worldOf(situation);
    const found = (await checked(world)).filter(blocks);
    expect(found.map(({ rule }) => rule)).toEqual(situation.breaks);
    const facts = found.map(({ message }) => factIn(message));
    const fixes = found.flatMap(({ fix }) => fix ?? []);

    const { causes } = await whyOf(world);
    for (const { message, fix } of found) {
      const own = causes.filter((one) => one.message.startsWith(factIn(message)));
      expect({ causes, own: own.map(({ command }) => command) }).toEqual({ causes, own: [fix] });
    }
    expect(causes.flatMap(({ command }) => command ?? [])).toEqual(fixes);
    // What stays until it is changed goes on on no day.
    expect(causes.filter(({ message }) => message.includes('it goes on'))).toEqual([]);

    const forecast = await world.outreach('campaigns forecast 1 --json');
    expect(forecast.exit).toBe(16);
    for (const fact of facts) expect(forecast.failure?.message).toContain(fact);
    for (const fix of fixes) expect(JSON.parse(forecast.err).error.hint).toContain(fix);

    if ('isRunning' in situation) {
      const { attention } = (await world.outreach('status --json')).json().profiles[0];
      const stalled = attention.find(({ kind }: { kind: string }) => kind === 'campaign-stalled');
      const known = found.filter(({ rule }) => !['no-leads', 'no-steps'].includes(rule));
      for (const { message } of known) expect(stalled.message).toContain(factIn(message));
      if (known.length > 0) expect(stalled.command).toBe(fixes[0] ?? 'outreach campaigns why 1');
      return;
    }
    const get = await world.outreach('campaigns get 1', { tty: true });
    for (const fact of facts) expect(squeezed(get.out)).toContain(squeezed(fact));
    expect(squeezed(get.err)).toContain(`Next: ${fixes[0] ?? 'outreach campaigns check 1'}`);
    expect(get.out + get.err).not.toContain('campaigns resume');

    const resume = await world.outreach('campaigns resume 1 --yes --json');
    expect(resume.exit).toBe(16);
    const reported: Problem[] = JSON.parse(resume.err).error.details.problems;
    expect(reported.filter(blocks)).toEqual(found);
    expectHarmless(fixes, world);
  });

  it.each(standing)('is changed by what is printed: $is', async (situation) => {
    const world = await worldOf(situation);
    for (const { fix } of (await checked(world)).filter(blocks)) {
      if (fix === null) continue;
      const before = await whyOf(world);
      await done(world, `${fix.replace(/^outreach /, '')} --yes`);
      const after = await whyOf(world);
      expect(after.causes.map(({ command }) => command)).not.toContain(fix);
      expect(after).not.toEqual(before);
    }
  });
});

describe('a campaign that keeps all rules', () => {
  it.each(today)('is advised nothing that passes by itself: $is', async (situation) => {
    const world = await worldOf(situation);
    const { causes } = await whyOf(world);
    expect(causes[0]).toMatchObject({ cause: situation.cause });
    const ids = causes.map(({ cause }) => cause);
    expect(ids).toEqual([...new Set(ids)]);
    expect(causes.map(({ command }) => command)).toEqual(causes.map(() => null));
    const get = await world.outreach('campaigns get 1', { tty: true });
    expect(get.err).not.toContain('campaigns resume');
    expect(get.out).not.toContain('✗');
    const { attention } = (await world.outreach('status --json')).json().profiles[0];
    expect(attention.map(({ kind }: { kind: string }) => kind)).not.toContain('campaign-stalled');
  });

  it.each([
    ['window', 'closed until '],
    ['campaign-limit', '; it goes on Tue 3 Mar 09:00 UTC'],
    ['mailbox-limit', '; it goes on Tue 3 Mar 09:00 UTC'],
    ['sender-limit', '; it goes on Tue 3 Mar 09:00 UTC'],
    ['nothing-due', ' is due on Mon 9 Mar at the earliest'],
  ])('says until when it waits: %s', async (cause, until) => {
    const found = today.filter((one) => one.cause === cause);
    const messages = await Promise.all(
      found.map(async (one) => {
        const { sends, causes } = await whyOf(await worldOf(one));
        return sends === false ? causes[0]?.message : until;
      }),
    );
    for (const message of messages) expect(message).toContain(until);
  });
});

describe('people and copy', () => {
  it.each([...ofPeople, ...ofLists])(
    'are blocked for a no or a bounce alone, and what is printed changes it: $is',
    async (situation) => {
      const world = await worldOf(situation);
      const problems = await checked(world);
      expectHarmless(
        problems.map(({ fix }) => fix),
        world,
      );
      for (const { rule, severity, fix } of problems) {
        if (fix === null) continue;
        if (fix.includes('blocklist')) expect(['bounced-before', 'said-no']).toContain(rule);
        if (fix.includes('delete')) expect(severity).toBe('block');
        const [list = '', rest] = fix.split(' | ').map((line) => line.replace(/^outreach /, ''));
        const stdin = rest === undefined ? '' : (await world.outreach(list)).out;
        await done(world, `${rest ?? list} --yes`, stdin);
        const after = (await checked(world)).find((one) => one.rule === rule);
        expect(after?.fix ?? null).not.toBe(fix);
      }
    },
  );
});

it('names a tag of another tool once', async () => {
  const world = await readyCampaign();
  const copy =
    '--- step ---\nSubject: Hello {{first_name}}\n\n{{foo}} {firstName}. To opt out, reply "no".\n\nAcme Ltd, 12 Main St, Springfield, IL 62701\n';
  await done(world, 'campaigns sequence set 1 - --yes', copy);
  const copyRules = (await checked(world)).filter(blocks);
  expect(copyRules.map(({ rule, message }) => [rule, factIn(message)])).toEqual([
    ['placeholder-left', "a placeholder is not filled in: '{{first_name}}'; '{{foo}}'"],
  ]);
});
