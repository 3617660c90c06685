import { describe, expect, it } from 'vitest';
import type { Transport } from '../../../src/contract/wire.ts';
import { campaignWithReplies } from '../../commands/conversation.ts';
import { operationOf } from '../../sweep/service.ts';
import { newWorld, type TestWorld } from '../../world.ts';

interface Case {
  readonly operation: string;
  readonly line: string;
  /** Run before, with no fault. */
  readonly before?: readonly string[];
  readonly stdin?: string;
  /** What is reported of the lost answer. */
  readonly answer: Record<string, unknown>;
}

const step = JSON.stringify({ steps: [{ order: 1, subject: 'Hello', body: 'Hi' }] });

const cases: readonly Case[] = [
  {
    operation: 'finder.startImport',
    before: ['campaigns create Autumn'],
    line: 'finder import --campaign 1 --count 5 --country Germany --no-wait --yes',
    answer: { importId: 1, requested: 5, estimatedCredits: 10, available: null },
  },
  {
    operation: 'prospects.source',
    before: ['icps create Leaders --title "Head of Sales" --primary'],
    line: 'prospects source --count 5 --yes',
    answer: { requested: 5, sourced: null, leads: null },
  },
  {
    operation: 'autopilot.start',
    line: 'autopilot start acme.com --target-prospects 5 --no-wait',
    answer: { website: 'acme.com', targetProspectCount: 5 },
  },
  {
    operation: 'autopilot.approve',
    before: ['autopilot start acme.com --target-prospects 5'],
    line: 'autopilot approve 1 --no-wait --yes',
    answer: { id: 1, approvedAt: expect.any(String) },
  },
  { operation: 'campaigns.create', line: 'campaigns create Once --daily-limit 40', answer: { name: 'Once' } },
  {
    operation: 'copilot.launch',
    line: 'copilot launch Once --sequence -',
    stdin: step,
    answer: { campaignId: expect.any(Number), jobId: null, status: 'draft' },
  },
  {
    operation: 'icps.create',
    line: 'icps create Once --title CEO',
    answer: { name: 'Once', titles: ['CEO'] },
  },
  {
    operation: 'webhooks.create',
    line: 'webhooks create --url https://hooks.acme.com/in --type EmailReply',
    answer: { url: 'https://hooks.acme.com/in', type: 'EmailReply' },
  },
  { operation: 'workspaces.create', line: 'workspaces create Once', answer: { name: 'Once' } },
  {
    operation: 'senders.connect',
    line: 'senders connect ana@lumen.example --imap imap.lumen.example --smtp smtp.lumen.example --password-file -',
    stdin: 'secret',
    answer: { address: 'ana@lumen.example', isConnected: true },
  },
  {
    operation: 'placement.createTest',
    line: 'placement create --sender 1 --name Once --yes',
    answer: { name: 'Once', senderEmailIds: [1] },
  },
  {
    operation: 'verification.createJob',
    line: 'verification jobs create ana@lumen.example --no-wait --yes',
    answer: { id: 1, total: 1 },
  },
];

/** A world in which the first call of the operation is cut off, before or after it has its effect. */
async function worldFor({ operation, before = [] }: Case, phase: 'before' | 'after'): Promise<TestWorld> {
  const world = await newWorld({ faults: [{ operation, phase, kind: 'reset', nth: 1 }] });
  for (const line of before) expect(await world.outreach(line)).toMatchObject({ exit: 0 });
  return world;
}

/** Lets the call happen and answers 200 with another body. */
const garbled =
  (operation: string, body: string) =>
  (next: Transport): Transport =>
  async (request, signal) => {
    const answer = await next(request, signal);
    return operationOf(request) === operation ? { ...answer, body } : answer;
  };

describe.each(cases)('$operation, done and its answer lost', (one) => {
  it('is found, reported as done and drawn', { tags: 'slow' }, async () => {
    const world = await worldFor(one, 'after');
    const run = await world.outreach(one.line, { stdin: one.stdin ?? '' });
    expect(run.err).toContain('Checking whether it went through');
    expect(run).toMatchObject({ exit: 0 });
    expect(run.out).not.toMatch(/undefined|\[object/);
    const told = await worldFor(one, 'after');
    const json = await told.outreach(`${one.line} --json`, { stdin: one.stdin ?? '' });
    expect(json).toMatchObject({ exit: 0 });
    expect(json.json()).toMatchObject(one.answer);
  });

  it('is found where the answer to it says nothing', { tags: 'slow' }, async () => {
    for (const body of ['{"error":"insufficient funds"}', '[]']) {
      const world = await newWorld({ between: garbled(one.operation, body) });
      for (const line of one.before ?? []) expect(await world.outreach(line)).toMatchObject({ exit: 0 });
      const run = await world.outreach(`${one.line} --json`, { stdin: one.stdin ?? '' });
      expect(run).toMatchObject({ exit: 0 });
      expect(run.json()).toMatchObject(one.answer);
      const [intent] = (await world.outreach('journal list --json')).json().items;
      expect(intent).toMatchObject({ operation: one.operation, state: 'done' });
    }
  });

  it('is not told as done where it never was', async () => {
    const world = await worldFor(one, 'before');
    const run = await world.outreach(`${one.line} --json`, { stdin: one.stdin ?? '' });
    expect(run.exit).toBe(14);
  });
});

describe('calls that the state of the service keeps from happening twice', () => {
  it('a start whose answer was lost is seen in the status, and made once', async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.resume', phase: 'after', kind: 'reset', nth: 1 }],
    });
    const id = await campaignWithReplies(world);
    expect(world.requests.filter((request) => request.endsWith('/resume'))).toHaveLength(1);
    expect((await world.outreach(`campaigns stats ${id} --json`)).json().totals.sent).toBe(40);
  });

  it('a start that never arrived is made by the next run, never by itself', { tags: 'slow' }, async () => {
    const world = await newWorld({
      faults: [{ operation: 'campaigns.resume', phase: 'before', kind: 'reset', nth: 1 }],
    });
    await campaignWithReplies(world);
    const started = () => world.requests.filter((request) => request.endsWith('/resume'));
    expect(started()).toHaveLength(1);
    expect((await world.outreach('campaigns resume 1 --yes')).exit).toBe(0);
    expect(started()).toHaveLength(2);
    expect((await world.outreach('campaigns get 1 --json')).json().status).not.toBe('draft');
  });

  it.each([
    ['after', 0],
    ['before', 14],
  ] as const)('a draft whose sending was cut off %s it happened ends with %i', async (phase, exit) => {
    const world = await newWorld({
      faults: [{ operation: 'drafts.send', phase, kind: 'reset', nth: 1 }],
    });
    await campaignWithReplies(world);
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    const run = await world.outreach(`drafts send ${draft.id} --yes`);
    expect(run).toMatchObject({ exit });
    expect(run.out).toContain(exit === 0 ? draft.subject : '');
    const left = (await world.outreach('drafts list --json')).json().items;
    expect(left.some(({ id }: { id: number }) => id === draft.id)).toBe(exit === 14);
  });

  it('a second call is refused: a run approved, a campaign that ran, a draft that was sent', {
    tags: 'slow',
  }, async () => {
    const world = await newWorld();
    const id = await campaignWithReplies(world);
    const [draft] = (await world.outreach('drafts list --json')).json().items;
    await world.outreach('autopilot start acme.com --target-prospects 5');
    for (const [path, first] of [
      [`/campaigns/${id}/resume`, 7],
      [`/reply-drafts/${draft.id}/send`, 0],
      [`/reply-drafts/${draft.id}/send`, 7],
      ['/autopilot/runs/1/approve', 0],
      ['/autopilot/runs/1/approve', 7],
    ] as const)
      expect((await world.outreach(`api POST ${path} --yes --again`)).exit).toBe(first);
  });
});

describe('an import from another tool', () => {
  it.each(['before', 'after'] as const)('cut off %s it happened, is for a person to judge', async (phase) => {
    const world = await newWorld({
      faults: [{ operation: 'imports.instantly', phase, kind: 'reset', nth: 1 }],
    });
    const run = await world.outreach('imports instantly start --key-stdin --json', { stdin: 'some-key' });
    expect(run).toMatchObject({ exit: 14, out: '' });
    const { matches = [] } = JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.details;
    expect(matches.length > 0).toBe(phase === 'after');
  });
});
