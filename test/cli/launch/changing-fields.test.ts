import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/contract/wire.ts';
import { agent, answered, asked } from '../../commands/approvals/agent.ts';
import type { TestWorld } from '../../world.ts';
import { readyCampaign } from './ready-campaign.ts';

const resumed = (world: TestWorld): number =>
  world.requests.filter((request) => request === 'POST /campaigns/1/resume').length;

// biome-ignore lint/suspicious/noExplicitAny: answers of any call
type Json = any;

/** Changes what reads answer: each record of a list or by itself, by the name of what holds it. */
const changing =
  (edit: (record: Json, of: string) => void, isOn: () => boolean = () => true) =>
  (next: Transport): Transport =>
  async (request, signal) => {
    const answer = await next(request, signal);
    if (request.method !== 'GET' || answer.status !== 200 || !isOn()) return answer;
    const body = JSON.parse(answer.body);
    for (const [of, held] of Object.entries<Json>(body))
      for (const record of [held].flat()) if (record !== null && typeof record === 'object') edit(record, of);
    return { ...answer, body: JSON.stringify(body) };
  };

let reads = 0;
/** What no rule uses: a moment, a counter, a record of its own, a variable that is in no email. */
const byItself = (record: Json, of: string): void => {
  reads += 1;
  Object.assign(record, {
    lastSeenAt: new Date(reads * 1000).toISOString(),
    views: reads,
    enrichment: { score: reads, history: [reads] },
    updatedAt: new Date(reads * 1000).toISOString(),
  });
  if (of === 'leads') {
    record.createdAt = record.updatedAt;
    record.customVariables = { ...record.customVariables, last_visit: `${reads}` };
  }
  if (of === 'senderEmails') record.manuallyDisconnected = reads % 2 === 0;
  if (of === 'campaign') record.settings = { ...record.settings, revision: reads };
  if (of === 'steps') record.variants = record.variants?.map((one: Json) => ({ ...one, sent: reads }));
};

describe('fields that are other ones at every read, and that no rule uses', () => {
  it('do not keep a campaign from being started', async () => {
    const world = await readyCampaign({ between: changing(byItself) });
    const { exit, err } = await world.outreach('campaigns resume 1 --yes');
    expect({ exit, err: exit === 0 ? '' : err, resumed: resumed(world) }).toEqual({
      exit: 0,
      err: '',
      resumed: 1,
    });
  });

  it('do not use up what a person approved', async () => {
    const world = await readyCampaign({ between: changing(byItself) });
    const code = await asked(world, 'campaigns resume 1 --json');
    expect((await answered(world, code)).exit).toBe(0);
    const { exit } = await world.outreach('campaigns resume 1 --json', { agent });
    expect({ exit, resumed: resumed(world) }).toEqual({ exit: 0, resumed: 1 });
  });
});

/** Each of them is used: a change between the check and the call is seen. */
const used: readonly (readonly [of: string, field: string, value: unknown])[] = [
  ['leads', 'email', 'other@firm0.example'],
  ['leads', 'firstName', 'Other'],
  ['leads', 'company', null],
  ['leads', 'tag', 'bounced'],
  ['leads', 'customVariables', { company: 'Other' }],
  ['senderEmails', 'address', 'other@acme.example'],
  ['senderEmails', 'givenName', 'Mallory'],
  ['senderEmails', 'familyName', 'of YourBank'],
  ['senderEmails', 'isConnected', false],
  ['senderEmails', 'healthScore', 12],
  ['senderEmails', 'currentDailyLimit', 1],
  ['senderEmails', 'maximumSendingsLimitPerDay', 1],
  ['senderEmails', 'toggleGradualBuildUp', 'TURNED'],
  ['senderEmails', 'campaignIds', [1, 2, 3]],
  ['senderEmails', 'createdAt', '2020-01-01T00:00:00Z'],
  ['campaign', 'name', 'Other'],
  ['campaign', 'signature', 'Other'],
  ['campaign', 'settings.dailyLimit', 1],
  ['campaign', 'settings.minimumHealthScore', 99],
  ['campaign', 'schedule.endSchedule', '09:30'],
  ['campaign', 'schedule.daysSchedule', '6'],
  ['steps', 'subject', 'Other'],
  ['steps', 'body', 'Other'],
  ['steps', 'delayDays', 9],
  ['steps', 'variants', [{ label: 'B', subject: 'Other', body: 'Other' }]],
];

describe('a field that a rule uses', () => {
  it.each(used)(
    'is seen where it changes between the check and the call: %s %s',
    async (of, field, value) => {
      let isOn = false;
      let seen = 0;
      const set = (record: Json, at: string) => {
        if (at !== of) return;
        seen += 1;
        const [name = '', inner] = field.split('.');
        if (inner === undefined) record[name] = value === 'TURNED' ? !record[name] : value;
        // Settings may be nested or flat.
        else if (record[name] !== null && typeof record[name] === 'object') record[name][inner] = value;
        else record[inner] = value;
      };
      const atTheEnd =
        (next: Transport): Transport =>
        async (request, signal) => {
          const answer = await next(request, signal);
          // The head of the list is the last that the checks read.
          const { limit } = Object.fromEntries(request.query) as Record<string, unknown>;
          if (request.method === 'GET' && request.path === '/leads' && `${limit}` === '1') isOn = true;
          return answer;
        };
      const world = await readyCampaign({
        between: (next) => atTheEnd(changing(set, () => isOn)(next)),
      });
      const { exit, failure } = await world.outreach('campaigns resume 1 --yes');
      expect({ exit, code: failure?.code, resumed: resumed(world) }).toEqual({
        exit: 7,
        code: 'changed_meanwhile',
        resumed: 0,
      });
      expect(seen).toBeGreaterThan(0);
    },
  );
});
