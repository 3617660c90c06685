import { describe, expect, it } from 'vitest';
import type { Attention } from '../../../src/domain/attention/attention.ts';
import { setAnswerProfile } from '../../../src/sandbox/world/answers/answer-profile.ts';
import { silence } from '../../silence.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../../world.ts';
import { anna, ben, lookAt, lookingWorld, plant } from './look.ts';

/** For each kind a world in which it shows, and worlds that are near to it in which it must not. */

type Make = (world: TestWorld) => Promise<unknown> | unknown;

interface Case {
  readonly kind: Attention['kind'];
  readonly is: string;
  readonly make: Make;
  /** Undefined: it must not show. */
  readonly shows?: Partial<Record<keyof Attention, unknown>>;
  /** How its command ends; 0 unless said. */
  readonly exit?: number;
  readonly options?: WorldOptions;
  /** Options of the look. */
  readonly look?: string;
}

async function done(world: TestWorld, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const { exit, err } = await world.outreach(line);
    expect({ line, exit, err: exit === 0 ? '' : err }).toEqual({ line, exit: 0, err: '' });
  }
}

const day = 86_400_000;
const hour = day / 24;

const insert = (world: TestWorld, table: string, row: Record<string, unknown>) =>
  world.database
    .prepare(
      `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`,
    )
    .run(...(Object.values(row) as string[]));

/** A reply of the first lead, `old` milliseconds ago. */
function reply(world: TestWorld, own: Record<string, unknown> = {}, old = 3 * hour) {
  insert(world, 'reply', {
    ...{ id: 901, workspace_id: 1, campaign_id: 1, lead_id: 1, email_id: 1, sender_id: 1, thread_id: 't1' },
    ...{
      from_address: 'p0@firm0.example',
      to_addresses: '[]',
      cc_addresses: '[]',
      subject: 'Re',
      body: 'Yes',
    },
    ...{ intent: 'interested', language: 'en', counts: 1, response_category: 'interested' },
    received_at: world.sandbox.state.now() - old,
    ...own,
  });
}

function draft(world: TestWorld, own: Record<string, unknown> = {}, old = 2 * hour) {
  const created_at = world.sandbox.state.now() - old;
  insert(world, 'draft', {
    ...{ id: 801, workspace_id: 1, lead_id: 1, reply_id: 901, sender_id: 1, thread_id: 't1', subject: 'Re' },
    ...{ body: 'Thanks', to_addresses: '["p0@firm0.example"]', cc_addresses: '[]' },
    ...{ created_at, updated_at: created_at },
    ...own,
  });
}

function imported(world: TestWorld, own: Record<string, unknown> = {}, old = 2 * hour) {
  const at = world.sandbox.state.now() - old;
  insert(world, 'finder_import', {
    ...{ workspace_id: 1, campaign_id: 1, mode: 'first_n', status: 'failed', requested: 100, added: 34 },
    ...{ skipped: 0, expired: 0, looked: 34, skip_reasons: '{}', credits_per_prospect: 2, credits_spent: 68 },
    ...{ verify_emails: 0, verification: '{}', audience_key: 'k1', position: 1, ledger_id: 0 },
    ...{ last_error: 'provider_blocked', created_at: at - hour, finished_at: at },
    ...own,
  });
}

function order(world: TestWorld, own: Record<string, unknown> = {}, old = 5 * hour) {
  const at = world.sandbox.state.now() - old;
  insert(world, 'dfy_order', {
    ...{ workspace_id: 1, idempotency_key: 'a', status: 'failed', usd: 10, ledger_id: 0 },
    ...{
      failure_reason: 'the registrar refused it',
      created_at: at - hour,
      processed_at: at,
      completed_at: at,
    },
    ...own,
  });
}

function run(world: TestWorld, own: Record<string, unknown> = {}) {
  const at = world.sandbox.state.now() - 3 * hour;
  insert(world, 'autopilot_run', {
    ...{ workspace_id: 1, website: 'acme.com', status: 'awaiting_approval', reply_mode: 'draft' },
    ...{ target_prospect_count: 50, audit: '[]', last_advanced_at: at, created_at: at - hour },
    ...own,
  });
}

const credits = (world: TestWorld, balance: number) => {
  world.database.exec('DELETE FROM credit_entry');
  insert(world, 'credit_entry', { workspace_id: 1, amount: balance, reason: 'top_up', created_at: 0 });
};

const off =
  (...addresses: string[]): Make =>
  (world) => {
    for (const address of addresses)
      world.database.prepare('UPDATE sender SET is_connected = 0 WHERE address = ?').run(address);
  };

const setCampaign =
  (field: 'settings' | 'schedule', value: Record<string, unknown>): Make =>
  (world) =>
    world.database
      .prepare(`UPDATE campaign SET ${field} = json_patch(${field}, ?) WHERE id = 1`)
      .run(JSON.stringify(value));

/** A purchase that was lost on the way: nothing shows whether it happened. */
const lost: WorldOptions = { faults: [{ operation: 'credits.purchase', kind: 'reset', phase: 'before' }] };
const openCall: Make = async (world) => {
  expect((await world.outreach('credits buy 1000 --yes')).exit).toBe(14);
};

const both =
  (...makes: Make[]): Make =>
  async (world) => {
    for (const make of makes) await make(world);
  };
const line =
  (...lines: string[]): Make =>
  (world) =>
    done(world, ...lines);
const seed =
  (...[own]: Parameters<typeof plant> extends [unknown, ...infer Rest] ? Rest : never): Make =>
  (world) =>
    plant(world, own);
const usual = seed();
const seen: Make = (world) => lookAt(world);

/** What the list says of campaign 1, whatever it sent. */
const tally =
  (contacted: number, bounced: number): Make =>
  (world) =>
    world.database
      .prepare('INSERT OR REPLACE INTO campaign_tally VALUES (1, ?, ?, ?, 0, 0)')
      .run(contacted, contacted, bounced);
const setStatus =
  (status: string): Make =>
  (world) =>
    world.database.prepare('UPDATE campaign SET status = ? WHERE id = 1').run(status);
const complaining =
  (complaint: number): Make =>
  async (world) => {
    setAnswerProfile(world.sandbox.state, { ...silence, complaint });
    await done(world, 'sandbox clock advance 1d');
  };

const cases: readonly Case[] = [
  {
    kind: 'replies-unanswered',
    is: 'interested, and one not categorized yet',
    make: both(usual, (world) => {
      reply(world, {}, 50 * hour);
      reply(world, { id: 902, lead_id: 2, thread_id: 't2', response_category: null });
    }),
    shows: {
      severity: 'warn',
      count: 2,
      message: '2 replies wait for an answer (1 interested), the oldest 2 days old',
      oldestAt: '2026-02-28T06:00:00.000Z',
      command: 'outreach replies next',
      id: null,
    },
  },
  ...(['answered', 'skipped', 'blocked', 'later'] as const).map(
    (as): Case => ({
      kind: 'replies-unanswered',
      is: `marked as ${as}`,
      make: both(usual, (world) => reply(world), line(`replies done 901 --as ${as}`)),
    }),
  ),
  {
    kind: 'replies-unanswered',
    is: 'later, and its time has come',
    make: both(
      usual,
      (world) => reply(world),
      line('replies done 901 --as later', 'sandbox clock advance 25h'),
    ),
    shows: { count: 1, message: '1 reply waits for an answer (interested), 28 hours old' },
  },
  {
    kind: 'replies-unanswered',
    is: 'said no, or away',
    make: both(usual, (world) => {
      reply(world, { response_category: 'not_interested' });
      reply(world, { id: 902, lead_id: 2, thread_id: 't2', response_category: 'out_of_office' });
    }),
  },
  {
    kind: 'replies-unanswered',
    is: 'answered with its draft from here',
    make: both(
      usual,
      (world) => {
        reply(world);
        draft(world);
      },
      line('drafts send 801 --yes'),
    ),
  },
  {
    kind: 'drafts-waiting',
    is: 'a draft',
    make: both(usual, (world) => {
      reply(world);
      draft(world);
    }),
    shows: {
      severity: 'warn',
      count: 1,
      message: '1 draft waits to be sent, 2 hours old',
      command: 'outreach drafts list',
    },
  },
  {
    kind: 'drafts-waiting',
    is: 'the reply was dealt with here',
    make: both(
      usual,
      (world) => {
        reply(world);
        draft(world);
      },
      line('replies done 901 --as skipped'),
    ),
  },
  {
    kind: 'drafts-waiting',
    is: 'one of two replies was dealt with here',
    make: both(
      usual,
      (world) => {
        reply(world);
        draft(world);
        reply(world, { id: 902, lead_id: 2, email_id: 2, thread_id: 't2' });
        draft(world, { id: 802, lead_id: 2, reply_id: 902 });
      },
      line('replies done 901 --as skipped'),
    ),
    shows: {
      count: 1,
      message: '1 draft waits to be sent, 2 hours old; 1 more to a reply you already handled',
    },
  },
  {
    kind: 'drafts-waiting',
    is: 'it was sent',
    make: both(
      usual,
      (world) => {
        reply(world);
        draft(world);
      },
      line('drafts send 801 --yes'),
    ),
  },
  {
    kind: 'autopilot-approval',
    is: 'a run that waits',
    make: line('autopilot start acme.com --target-prospects 10', 'sandbox clock advance 3h'),
    shows: {
      severity: 'warn',
      message: 'autopilot run 1 (acme.com) has waited 3 hours for approval',
      command: 'outreach autopilot approve 1',
      id: '1',
    },
  },
  { kind: 'autopilot-approval', is: 'it was killed', make: (world) => run(world, { kill_switch: 1 }) },
  { kind: 'autopilot-approval', is: 'it runs', make: (world) => run(world, { status: 'running' }) },
  {
    kind: 'journal-open',
    is: 'a purchase of which nothing is known',
    options: lost,
    make: openCall,
    shows: {
      severity: 'fail',
      message:
        'request 1, less than a minute ago, may have happened: Buy credits with the saved card (credits 1000)',
      oldestAt: expect.stringMatching(/^2026-03-02T08:/),
      command: 'outreach journal settle 1',
      id: '1',
    },
    exit: 14,
  },
  {
    kind: 'journal-open',
    is: 'settled',
    options: lost,
    make: both(openCall, line('journal settle 1 --done')),
  },
  {
    kind: 'journal-open',
    is: 'of another account',
    options: lost,
    make: both(openCall, (world) => world.changeJournal("UPDATE intent SET account = 'another'")),
  },
  {
    kind: 'senders-off',
    is: 'the only mailbox of a running campaign',
    make: both(usual, off(anna)),
    shows: {
      severity: 'fail',
      count: 1,
      message: `1 mailbox of a running campaign is disconnected: ${anna}`,
      command: expect.stringMatching(/^outreach senders get \d+$/),
    },
  },
  {
    kind: 'senders-off',
    is: 'two',
    make: both(seed({ campaigns: [{ senders: [anna, ben] }] }), off(anna, ben)),
    shows: {
      count: 2,
      message: expect.stringMatching(/^2 mailboxes of running campaigns are disconnected: \w+@\S+, \w+@/),
      command: 'outreach senders list --disconnected',
      id: null,
    },
  },
  { kind: 'senders-off', is: 'a mailbox that no campaign uses', make: both(usual, off(ben)) },
  {
    kind: 'senders-off',
    is: 'a mailbox of a paused campaign',
    make: both(seed({ campaigns: [{ status: 'paused' }] }), off(anna)),
  },
  {
    kind: 'senders-low',
    is: 'a mailbox of a running campaign below 90',
    make: seed({ senders: [{ healthScore: 40 }] }),
    shows: {
      severity: 'warn',
      count: 1,
      message: expect.stringMatching(
        /^1 mailbox of a running campaign is below a health score of 90: anna@\S+ \(\d\d\)$/,
      ),
      command: expect.stringMatching(/^outreach senders warmup show \d+$/),
    },
  },
  {
    kind: 'senders-held-back',
    is: 'a mailbox below the minimum of a running campaign, and one without a score',
    make: both(
      seed({
        senders: [{ healthScore: 60 }, { healthScore: null }],
        campaigns: [{ senders: [anna, ben] }],
      }),
      line('campaigns update 1 --min-health 85 --yes'),
    ),
    shows: {
      severity: 'fail',
      count: 2,
      id: '1',
      message: expect.stringMatching(
        /^campaign 1 "C1": 2 of 2 mailboxes are held back by the minimum health score of 85: ben@\S+ \(no score\), anna@\S+ \(\d\d\)$/,
      ),
      command: 'outreach campaigns health 1',
    },
    exit: 0,
  },
  {
    kind: 'senders-held-back',
    is: 'one below 90 where the campaign has no minimum',
    make: seed({ senders: [{ healthScore: 60 }] }),
  },
  {
    kind: 'senders-low',
    is: 'one that is held back, which is said already',
    make: both(seed({ senders: [{ healthScore: 60 }] }), line('campaigns update 1 --min-health 85 --yes')),
  },
  {
    kind: 'senders-low',
    is: 'one that no campaign uses',
    make: seed({ senders: [{}, { healthScore: 40 }] }),
  },
  { kind: 'senders-low', is: 'one without a score', make: seed({ senders: [{ healthScore: null }] }) },
  ...(
    [
      ['5 of 62', 62, 5, '5 of the newest 62 people contacted bounced (8.1%)'],
      ['80 of 1,000', 1000, 80, '80 of the newest 1,000 people contacted bounced (8%)'],
    ] as const
  ).map(
    ([is, contacted, bounced, said]): Case => ({
      kind: 'bounces-high',
      is,
      make: both(seed({ leads: 80 }), tally(contacted, bounced)),
      shows: {
        severity: 'fail',
        count: bounced,
        id: '1',
        message: `campaign 1 "C1": ${said}. Pause it, look at its list, verify it, clean it, then resume it`,
        command: 'outreach campaigns guard 1 --pause',
      },
      exit: 16,
    }),
  ),
  {
    kind: 'bounces-high',
    is: 'a warning from 200 people and 4%',
    make: both(seed({ leads: 80 }), tally(250, 12)),
    shows: {
      severity: 'warn',
      count: 12,
      message: expect.stringContaining('12 of 250 people contacted bounced (4.8%)'),
      command: 'outreach campaigns check 1',
    },
  },
  ...(
    [
      ['4 people', 30, 4],
      ['less than 8%', 63, 5],
      ['less than 4% of many', 1000, 39],
    ] as const
  ).map(
    ([is, contacted, bounced]): Case => ({
      kind: 'bounces-high',
      is,
      make: both(seed({ leads: 80 }), tally(contacted, bounced)),
    }),
  ),
  {
    kind: 'bounces-high',
    is: 'of a campaign that is paused',
    make: both(seed({ leads: 80, campaigns: [{ status: 'paused' }] }), tally(60, 30)),
  },
  {
    kind: 'bounces-high',
    is: 'paused at a look, and running again',
    make: both(seed({ leads: 80 }), tally(60, 30), seen, setStatus('paused'), seen, setStatus('running')),
  },
  {
    kind: 'complaints-high',
    is: 'a third of the people',
    make: both(seed({ leads: 80 }), complaining(0.3)),
    shows: {
      severity: 'fail',
      count: expect.any(Number),
      message: expect.stringMatching(
        /^campaign 1 "C1": \d of the newest 30 people contacted reported it as spam \(\d.*%\)\. Pause it, /,
      ),
      command: 'outreach campaigns guard 1 --pause',
    },
    exit: 16,
  },
  { kind: 'complaints-high', is: 'no one', make: both(seed({ leads: 80 }), complaining(0)) },
  {
    kind: 'runs-dry',
    is: 'two days of first emails',
    make: seed({ leads: 60 }),
    shows: {
      severity: 'warn',
      count: 60,
      id: '1',
      message:
        'campaign 1 "C1" runs out of people on 2026-03-03: 60 still wait for a first email. Add people to keep it going',
      command: 'outreach campaigns forecast 1',
    },
  },
  { kind: 'runs-dry', is: 'four days of first emails', make: seed({ leads: 120 }) },
  { kind: 'runs-dry', is: 'a paused one', make: seed({ leads: 60, campaigns: [{ status: 'paused' }] }) },
  {
    kind: 'runs-dry',
    is: 'one that is to be paused',
    make: both(seed({ leads: 60 }), tally(60, 30)),
  },
  {
    kind: 'campaign-stalled',
    is: 'all mailboxes off',
    make: both(usual, off(anna)),
    shows: {
      severity: 'fail',
      message: `campaign 1 "C1" runs and sends nothing: 1 mailbox is attached, and none is connected: ${anna}`,
      command: 'outreach campaigns why 1',
      id: '1',
    },
    exit: 16,
  },
  {
    kind: 'campaign-stalled',
    is: 'no mailbox',
    make: both(usual, (world) => world.database.exec('DELETE FROM campaign_sender')),
    shows: {
      message: 'campaign 1 "C1" runs and sends nothing: no mailbox is attached',
      command: 'outreach campaigns why 1',
    },
    exit: 16,
  },
  {
    kind: 'campaign-stalled',
    is: 'limits of 0',
    make: both(usual, (world) => world.database.exec('UPDATE sender SET current_daily_limit = 0')),
    shows: {
      message: expect.stringContaining('1 mailbox is attached, and every daily limit is 0'),
      command: expect.stringMatching(/^outreach senders update \d+ --daily-limit 10$/),
    },
  },
  {
    kind: 'campaign-stalled',
    is: 'all held back',
    make: both(seed({ senders: [{ healthScore: 40 }] }), setCampaign('settings', { minimumHealthScore: 80 })),
    shows: {
      message: expect.stringContaining('held back by the minimum health score of 80'),
      command: 'outreach campaigns why 1',
    },
    exit: 16,
  },
  {
    kind: 'campaign-stalled',
    is: 'no day',
    make: both(usual, setCampaign('schedule', { daysSchedule: '' })),
    shows: {
      message: expect.stringContaining('the schedule names no day to send on'),
      command: 'outreach campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
    },
  },
  { kind: 'campaign-stalled', is: 'night', make: both(usual, line('sandbox clock set "2026-03-02 23:30"')) },
  {
    kind: 'campaign-stalled',
    is: 'weekend',
    make: both(usual, line('sandbox clock set "2026-03-07 12:00"')),
  },
  {
    kind: 'campaign-stalled',
    is: 'its limit is reached today',
    make: both(
      usual,
      setCampaign('settings', { dailyLimit: 2 }),
      line('sandbox clock set "2026-03-02 16:00"'),
    ),
  },
  {
    kind: 'campaign-stalled',
    is: 'one of two mailboxes is off',
    make: both(seed({ campaigns: [{ senders: [anna, ben] }] }), off(ben)),
  },
  {
    kind: 'campaign-stalled',
    is: 'paused, or a draft',
    make: both(seed({ campaigns: [{ status: 'paused' }, { status: 'draft' }] }), off(anna)),
  },
  {
    kind: 'credits-low',
    is: 'below the bar of the profile',
    make: () => {},
    look: '--bar 6000',
    shows: {
      severity: 'warn',
      message: '5,000 credits left, below the bar of 6,000',
      command: 'outreach credits buy 1000',
    },
  },
  {
    kind: 'credits-low',
    is: 'less than the last import cost',
    make: both(usual, (world) => {
      imported(world, {
        status: 'completed',
        end_reason: 'requested_reached',
        last_error: null,
        credits_spent: 120,
      });
      credits(world, 80);
    }),
    shows: { message: '80 credits left, less than the last import cost (120)' },
  },
  {
    kind: 'credits-low',
    is: 'none, and a run needs them',
    make: (world) => {
      run(world, { status: 'running' });
      credits(world, 0);
    },
    shows: { message: 'no credits left, and autopilot run 1 needs them' },
  },
  { kind: 'credits-low', is: 'none, and nothing needs them', make: (world) => credits(world, 0) },
  {
    kind: 'credits-low',
    is: 'a bar of 0 says that they are not wanted',
    make: both(usual, (world) => {
      imported(world, { status: 'completed', last_error: null, credits_spent: 120 });
      credits(world, 80);
    }),
    look: '--bar 0',
  },
  {
    kind: 'import-failed',
    is: 'two hours ago',
    make: both(usual, (world) => imported(world)),
    shows: {
      severity: 'fail',
      message: 'import 1 into "C1" failed 2 hours ago: provider blocked, 34 of 100 people added',
      oldestAt: '2026-03-02T06:00:00.000Z',
      command: 'outreach finder imports get 1',
      id: '1',
    },
  },
  {
    kind: 'import-failed',
    is: 'for want of credits',
    make: both(usual, (world) => imported(world, { last_error: 'insufficient_credits', requested: 900 })),
    shows: { command: 'outreach credits buy 1732' },
  },
  { kind: 'import-failed', is: 'eight days ago', make: both(usual, (world) => imported(world, {}, 8 * day)) },
  {
    kind: 'import-failed',
    is: 'canceled',
    make: both(usual, (world) => imported(world, { status: 'canceled', end_reason: 'canceled' })),
  },
  {
    kind: 'import-failed',
    is: 'made up for by a later one',
    make: both(usual, (world) => {
      imported(world);
      imported(
        world,
        { status: 'completed', last_error: null, end_reason: 'requested_reached' },
        30 * 60_000,
      );
    }),
  },
  {
    kind: 'order-failed',
    is: 'five hours ago',
    make: (world) => order(world),
    shows: {
      severity: 'fail',
      message: 'order 1 failed 5 hours ago: the registrar refused it',
      command: 'outreach dfy orders get 1',
      id: '1',
    },
  },
  {
    kind: 'order-failed',
    is: 'completed in part',
    make: (world) => order(world, { status: 'partially_completed', failure_reason: '' }),
    shows: { message: 'order 1 was completed only in part 5 hours ago' },
  },
  { kind: 'order-failed', is: 'nine days ago', make: (world) => order(world, {}, 9 * day) },
  { kind: 'order-failed', is: 'canceled', make: (world) => order(world, { status: 'canceled' }) },
  {
    kind: 'webhook-disabled',
    is: 'enabled at the look before',
    make: both(
      line('webhooks create --url https://hooks.acme.com/in?token=x --type EmailReply'),
      seen,
      line('webhooks disable 1', 'sandbox clock advance 1h'),
      seen,
      line('sandbox clock advance 3h'),
    ),
    shows: {
      severity: 'warn',
      message:
        'webhook 1 (EmailReply to hooks.acme.com) was enabled at an earlier look, and has been disabled for at least 3 hours',
      oldestAt: '2026-03-02T09:00:00.000Z',
      command: 'outreach webhooks enable 1',
      id: '1',
    },
  },
  {
    kind: 'webhook-disabled',
    is: 'seen a moment ago',
    make: both(
      line('webhooks create --url https://hooks.acme.com/in?token=x --type EmailReply'),
      seen,
      line('webhooks disable 1'),
      seen,
    ),
    shows: {
      message: 'webhook 1 (EmailReply to hooks.acme.com) was enabled at an earlier look, and is disabled now',
    },
  },
  {
    kind: 'webhook-disabled',
    is: 'disabled before the first look',
    make: both(
      line('webhooks create --url https://hooks.acme.com/in --type EmailReply', 'webhooks disable 1'),
      seen,
    ),
  },
  {
    kind: 'webhook-disabled',
    is: 'deleted',
    make: both(
      line('webhooks create --url https://hooks.acme.com/in --type EmailReply'),
      seen,
      line('webhooks delete 1 --yes'),
    ),
  },
  {
    kind: 'webhook-disabled',
    is: 'enabled again',
    make: both(
      line('webhooks create --url https://hooks.acme.com/in --type EmailReply'),
      seen,
      line('webhooks disable 1'),
      seen,
      line('webhooks enable 1'),
    ),
  },
];

describe('what needs a person', () => {
  for (const { kind, is, make, shows, exit = 0, options, look } of cases)
    it(`${kind}: ${is}${shows ? '' : ' (not shown)'}`, async () => {
      const world = await lookingWorld(options);
      setAnswerProfile(world.sandbox.state, silence);
      await make(world);
      const { attention, notes } = await lookAt(world, look);
      expect(notes).toEqual([]);
      const found = attention.filter((one) => one.kind === kind);
      if (!shows) return expect(found).toEqual([]);
      expect(found).toEqual([expect.objectContaining({ kind, count: 1, ...shows })]);
      const [{ command }] = found as [Attention];
      expect(await runs(world, command)).toBe(exit);
    });
});

it('knows at the first look of each campaign whether it runs dry', async () => {
  const world = await lookingWorld();
  const sequence = [
    { subject: 'Hi', body: 'Hello' },
    { body: 'Again', delayDays: 3 },
  ];
  await plant(world, { leads: 60, campaigns: [{ sequence }, { sequence, senders: [ben] }] });
  const { attention } = await lookAt(world);
  expect(attention.map(({ kind, id }) => [kind, id])).toEqual([
    ['runs-dry', '2'],
    ['runs-dry', '1'],
  ]);
});

it('spares a person the alarm on the day on which a campaign begins', async () => {
  const world = await newWorld({ tty: true, columns: 200 });
  setAnswerProfile(world.sandbox.state, silence);
  await plant(world, { leads: 60 });
  const warning = async () => /runs out of people/.test((await world.outreach('status')).out);
  expect(await warning()).toBe(false);
  await world.outreach('sandbox clock advance 1d');
  expect(await warning()).toBe(true);
});

it('names the desk where a person could sit at it', async () => {
  const world = await lookingWorld({ tty: true });
  await plant(world, { campaigns: [{ dailyLimit: 5 }] });
  reply(world);
  const { attention } = await lookAt(world);
  expect(attention.map(({ command }) => command)).toEqual(['outreach replies desk']);
  expect((await world.outreach('replies desk --help')).exit).toBe(0);
});

/** Without its first word, and with consent where it asks. */
async function runs(world: TestWorld, command: string): Promise<number> {
  const own = command.replace(/^outreach /, '');
  const { exit } = await world.outreach(own);
  return exit === 3 ? (await world.outreach(`${own} --yes`)).exit : exit;
}
