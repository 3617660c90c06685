import { describe, expect, it } from 'vitest';
import { command } from '../../../src/cli/declare/command.ts';
import {
  type Account,
  liveReads,
  readAccount,
  readLive,
} from '../../../src/commands/campaigns/files/read-live.ts';
import type { WireAnswer } from '../../../src/contract/wire.ts';
import type { LiveCampaign } from '../../../src/domain/campaign-plan/plan.ts';
import { newWorld } from '../../world.ts';

type Fields = Record<string, unknown>;
/** What the service answers instead, by path; undefined leaves it as it is. */
type Change = (path: string, body: Fields) => unknown;

const notThere = Symbol('404');

/** One campaign with settings, two mailboxes, a schedule and two steps. */
async function readWith(change: Change = () => undefined) {
  const seen: { account?: Account; live?: readonly LiveCampaign[] } = {};
  const probe = command({
    name: 'probe',
    summary: 'Probe',
    uses: liveReads,
    tool: 'read',
    examples: ['outreach probe'],
    async run(context) {
      seen.account = await readAccount(context.service);
      const ids = seen.account.campaigns.map(({ id }) => id);
      seen.live = await readLive(context.service, seen.account, ids);
      return {};
    },
  });
  const { group } = await import('../../../src/commands/campaigns/index.ts');
  const campaigns = {
    name: 'campaigns',
    summary: 'Campaigns',
    section: 'X',
    load: async () => ({ ...group, name: 'campaigns', summary: 'Campaigns' }),
  };
  let isChanged = false;
  const world = await newWorld({
    commands: [campaigns, { name: 'probe', summary: 'Probe', section: 'X', load: async () => probe }],
    between:
      (next) =>
      async (request, signal): Promise<WireAnswer> => {
        const answer = await next(request, signal);
        if (!isChanged || request.method !== 'GET') return answer;
        const body = change(request.path, JSON.parse(answer.body));
        if (body === notThere) return { status: 404, headers: {}, body: '404 page not found' };
        return body === undefined ? answer : { ...answer, body: JSON.stringify(body) };
      },
  });
  const steps = JSON.stringify({
    signature: 'Ana',
    steps: [
      { subject: 'Hello', body: 'One' },
      { body: 'Two', delayDays: 3, useSameThread: true },
    ],
  });
  for (const [line, stdin] of [
    ['campaigns create "Autumn launch" --daily-limit 200 --no-stop-on-reply --emoji 🍂'],
    ['campaigns senders attach 1 jonas.lind@try-northwind.example anna.berg@northwind-mail.example'],
    ['campaigns schedule 1 --days mon-fri --from 08:00'],
    ['campaigns sequence set 1 - --yes', steps],
  ] as const) {
    const { exit, err } = await world.outreach(line, { stdin: stdin ?? '' });
    expect([line, exit, err]).toEqual([line, 0, expect.anything()]);
  }
  world.requests.length = 0;
  isChanged = true;
  const { exit, err } = await world.outreach('probe');
  const live = seen.live?.[0];
  return {
    exit,
    err,
    live,
    account: seen.account,
    requests: world.requests,
    fields: Object.fromEntries(live?.fields ?? []),
    unreadable: live?.unreadable.map(({ field }) => field),
  };
}

describe('reading a campaign as fields', () => {
  it('takes two calls for the account and three for a campaign', async () => {
    const { live, fields, unreadable, requests, account } = await readWith();
    expect(requests.sort()).toEqual([
      'GET /campaigns',
      'GET /campaigns/1',
      'GET /campaigns/1/schedule',
      'GET /campaigns/1/sequence',
      'GET /sender-emails',
    ]);
    expect([live?.id, live?.name, live?.status, live?.createdAt, live?.steps.length]).toEqual([
      1,
      'Autumn launch',
      'draft',
      '2026-03-02T08:00:00.000Z',
      2,
    ]);
    expect(account?.mailboxes.find(({ address }) => address.startsWith('old'))).toMatchObject({
      isConnected: false,
      campaignIds: [],
    });
    expect(unreadable).toEqual([]);
    expect(fields).toMatchObject({
      name: 'Autumn launch',
      emoji: '🍂',
      flow: 'multiple_leads_scheduled',
      dailyLimit: 200,
      senderLimit: null,
      minGap: 5,
      stopOnReply: false,
      'schedule.days': '1,2,3,4,5',
      'schedule.from': '08:00',
      'schedule.to': '17:00',
      senders: ['anna.berg@northwind-mail.example', 'jonas.lind@try-northwind.example'],
      signature: 'Ana',
      'steps.1.subject': 'Hello',
      'steps.2.subject': '',
      'steps.2.delayDays': 3,
      'steps.2.useSameThread': true,
    });
  });

  it.each<[string, Change]>([
    ['without wrapping', (path, { campaign }) => (path === '/campaigns/1' ? campaign : undefined)],
    [
      'with settings beside the name',
      (path, { campaign }) => {
        const { settings, ...detail } = (campaign ?? {}) as { settings: Fields };
        return path === '/campaigns/1' ? { campaign: { ...detail, ...settings } } : undefined;
      },
    ],
    ['as a bare schedule', (path, { schedule }) => (path.endsWith('/schedule') ? schedule : undefined)],
    [
      'as a bare list of steps, with the signature in the record',
      (path, { steps }) => (path.endsWith('/sequence') ? steps : undefined),
    ],
    ['with the schedule in the record alone', (path) => (path.endsWith('/schedule') ? notThere : undefined)],
  ])('reads the same %s', async (_, change) => {
    const { fields, unreadable } = await readWith(change);
    expect([fields, unreadable]).toEqual([(await readWith()).fields, []]);
  });

  it('says of a path that is not there how to set it', async () => {
    const { live, fields } = await readWith((path) =>
      path.startsWith('/campaigns/1') ? notThere : undefined,
    );
    const why = Object.fromEntries(live?.unreadable.map((part) => [part.field, part.why]) ?? []);
    expect(Object.keys(fields).sort()).toEqual(['emoji', 'flow', 'name', 'senders']);
    expect(why).toEqual({
      settings: expect.stringContaining('outreach profiles route campaigns.get '),
      schedule: expect.stringContaining('outreach profiles route campaigns.getSchedule '),
      sequence: expect.stringContaining('outreach profiles route campaigns.sequence '),
    });
  });

  it.each<[string, string[], Change]>([
    ['a sequence', ['sequence'], (path) => (path.endsWith('/sequence') ? { data: 7 } : undefined)],
    [
      'two variants of one label',
      ['sequence'],
      (path, { steps }) => {
        const variants = [
          { label: 'B', body: 'x' },
          { label: ' B', body: 'y' },
        ];
        return path.endsWith('/sequence')
          ? { steps: (steps as Fields[]).map((step) => ({ ...step, variants })) }
          : undefined;
      },
    ],
    [
      'a setting',
      ['stopAcrossCampaigns'],
      (path, { campaign }) => {
        const { settings, ...detail } = (campaign ?? {}) as { settings: Fields };
        const { isEnabledStopFollowUpsAcrossCampaigns: _, ...others } = settings ?? {};
        return path === '/campaigns/1' ? { campaign: { ...detail, settings: others } } : undefined;
      },
    ],
    [
      'a weekday',
      ['schedule.days'],
      (path, { schedule }) =>
        path.endsWith('/schedule')
          ? { schedule: { ...(schedule as Fields), daysSchedule: '1,someday' } }
          : undefined,
    ],
    [
      'what mailboxes are attached to',
      ['senders'],
      (path, { senderEmails }) =>
        path === '/sender-emails'
          ? {
              senderEmails: (senderEmails as Fields[]).map(({ campaignIds: _, ...mailbox }) => mailbox),
              total: 6,
              page: 1,
              limit: 200,
              hasMore: false,
            }
          : undefined,
    ],
  ])('does not take for empty what it cannot see: %s', async (_, parts, change) => {
    const { fields, unreadable } = await readWith(change);
    expect([
      unreadable,
      parts.filter((part) => part in fields || 'steps.1.body' in fields !== (part !== 'sequence')),
    ]).toEqual([parts, []]);
  });

  it('has no days where the service says that none are set', async () => {
    const { fields, unreadable } = await readWith((path, { schedule }) =>
      path.endsWith('/schedule')
        ? { schedule: { ...(schedule as Fields), daysSchedule: '', endSchedule: null } }
        : undefined,
    );
    expect([fields['schedule.days'], fields['schedule.to'], unreadable]).toEqual([null, null, []]);
  });

  it('has no schedule where the service says so', async () => {
    const { fields, unreadable } = await readWith((path) =>
      path.endsWith('/schedule') ? { schedule: null } : undefined,
    );
    expect([fields['schedule.days'], fields['schedule.from'], unreadable]).toEqual([null, null, []]);
  });

  it('reads no schedule out of another record where its own cannot be read', async () => {
    const { unreadable } = await readWith((path) =>
      path.endsWith('/schedule') ? { schedule: 7 } : undefined,
    );
    expect(unreadable).toEqual(['schedule']);
  });
});
