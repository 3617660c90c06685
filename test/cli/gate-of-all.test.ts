import { describe, expect, it } from 'vitest';
import { createGateOfAll } from '../../src/cli/consent/gate-of-all.ts';
import { command, type GroupEntry } from '../../src/cli/declare/command.ts';
import type { Globals } from '../../src/cli/declare/globals.ts';
import { opt } from '../../src/cli/declare/params.ts';
import type { SharedCall } from '../../src/cli/declare/quote.ts';
import { text } from '../../src/cli/declare/view.ts';
import { campaigns } from '../../src/contract/areas/campaigns.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { drafts } from '../../src/contract/areas/drafts.ts';
import { campaignWithReplies } from '../commands/conversation.ts';
import { newWorld } from '../world.ts';

/** Sends drafts, and creates campaigns, under one question. */
const send = command({
  name: 'send',
  summary: 'Send several drafts',
  uses: [drafts.send, campaigns.create],
  tool: 'effects',
  args: { drafts: opt.each('ids'), campaigns: opt.each('names') },
  examples: [],
  async run({ service, consent }, { drafts: ids = [], campaigns: names = [] }) {
    const sends = ids.map(
      (id) => ({ operation: drafts.send, input: { params: { id: Number(id) } } }) as const,
    );
    const creates = names.map(
      (name) => ({ operation: campaigns.create, input: { body: { name } } }) as const,
    );
    const approvals = await consent.approveAll([...sends, ...creates], () => ({
      summary: 'Send the queue',
      question: `send ${ids.length} drafts`,
      facts: ['A fact'],
      recipients: ids.length,
    }));
    for (const { operation, input } of creates) await service.api(operation, input);
    for (const [index, { operation, input }] of sends.entries())
      await service.api(operation, input, approvals[index]?.() as never);
    return { sent: ids.length };
  },
  view: ({ sent }) => text(String(sent)),
});

const entry: GroupEntry = {
  name: 'queue',
  summary: 'The queue',
  section: 'Test',
  load: async () => ({ name: 'queue', summary: 'The queue', commands: [send] }),
};

/** With the drafts of replies to a campaign. */
async function worldWithDrafts(options: Parameters<typeof newWorld>[0] = {}) {
  const { tree } = await import('../../src/commands/index.ts');
  const world = await newWorld({ seed: 'a', ...options, commands: [...tree, entry] });
  await campaignWithReplies(world);
  const { items } = (await world.outreach('drafts list --json', { tty: false })).json();
  expect(items.length).toBeGreaterThan(1);
  const [a, b] = items.map(({ id }: { id: number }) => id);
  world.requests.length = 0;
  const sent = () => world.requests.filter((request) => request.endsWith('/send'));
  return { world, a, b, line: `queue send --drafts ${a} --drafts ${b}`, sent };
}

describe('one question for several calls', () => {
  it('sends all of them after --yes, and each under an approval of its own', async () => {
    const { world, line, sent, a, b } = await worldWithDrafts();
    const { exit, err } = await world.outreach(`${line} --yes`);
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect(sent()).toEqual([`POST /reply-drafts/${a}/send`, `POST /reply-drafts/${b}/send`]);
  });

  it.each(['', '--json'])('needs consent without a terminal, with the facts: %s', async (flags) => {
    const { world, line, sent } = await worldWithDrafts();
    const { exit, failure } = await world.outreach(`${line} ${flags}`);
    expect({ exit, code: failure?.code, extra: failure?.extra }).toMatchObject({
      exit: 3,
      code: 'confirmation_required',
      extra: {
        calls: 2,
        operations: ['drafts.send'],
        recipients: 2,
        facts: ['Send the queue (SANDBOX, profile sandbox)', 'Emails up to 2 people.', 'A fact'],
      },
    });
    expect(sent()).toEqual([]);
  });

  it('keeps to a ceiling over the sum of the people', async () => {
    const { world, line, sent } = await worldWithDrafts();
    const { exit, failure } = await world.outreach(`${line} --yes --max-recipients 1`);
    expect({ exit, code: failure?.code, sent: sent() }).toEqual({
      exit: 3,
      code: 'ceiling_exceeded',
      sent: [],
    });
  });

  it('shows every request in a dry run', async () => {
    const { world, line, sent, a, b } = await worldWithDrafts();
    const { json } = await world.outreach(`${line} --dry-run --json`);
    expect(json()).toMatchObject({
      items: [
        { dryRun: true, operation: 'drafts.send', path: `/reply-drafts/${a}/send` },
        { dryRun: true, operation: 'drafts.send', path: `/reply-drafts/${b}/send` },
      ],
      total: 2,
    });
    expect(sent()).toEqual([]);
  });

  it('makes under a token what is missing, and nothing twice, whatever the order', {
    tags: 'slow',
  }, async () => {
    const { world, a, b, sent } = await worldWithDrafts();
    await world.outreach(`queue send --drafts ${b} --once today --yes`);
    const { exit, err } = await world.outreach(
      `queue send --drafts ${a} --drafts ${b} --campaigns One --campaigns Two --once today --yes`,
    );
    expect({ exit, err }).toMatchObject({ exit: 0 });
    expect(sent()).toEqual([`POST /reply-drafts/${b}/send`, `POST /reply-drafts/${a}/send`]);
    const again = await world.outreach('queue send --campaigns Two --campaigns Three --once today --yes');
    expect(again.exit).toBe(0);
    const { items } = (await world.outreach('campaigns list --all --json')).json();
    const names = items.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => ['One', 'Two', 'Three'].includes(name)).sort()).toEqual([
      'One',
      'Three',
      'Two',
    ]);
  });

  it('says before the question that one was done a moment ago', async () => {
    const { world, line, a, sent } = await worldWithDrafts();
    await world.outreach(`queue send --drafts ${a} --yes`);
    const { exit, failure } = await world.outreach(`${line} --yes`);
    expect({ exit, code: failure?.code, sent: sent().length }).toEqual({
      exit: 7,
      code: 'done_recently',
      sent: 1,
    });
  });

  it('takes what was typed before the question for no answer', async () => {
    const { world, line, sent } = await worldWithDrafts();
    const { exit, failure, err } = await world.outreach(line, { tty: true, stdin: 'y\n' });
    expect({ exit, code: failure?.code, sent: sent() }).toEqual({ exit: 3, code: 'no_answer', sent: [] });
    expect(err).toContain('Send 2 drafts and email up to 2 people?');
  });

  it('refuses a read-only profile before the question', async () => {
    const approveAll = createGateOfAll({
      globals: { yes: true, dryRun: false } as Globals,
      settings: { profile: 'prod', target: 'live', readOnly: true },
      ask: { possible: false, agree: async () => undefined },
      prepare: () => ({ method: 'POST', path: '/', query: [], headers: {} }),
      say: () => undefined,
    });
    const call = { operation: campaigns.create, input: { body: { name: 'One' } } };
    const quote = { summary: 'Create', question: 'create', facts: [], recipients: 0 };
    await expect(approveAll([call], () => quote)).rejects.toMatchObject({ code: 'read_only_profile' });
  });

  it('is not for what is billed or deletes', () => {
    // @ts-expect-error: it is billed.
    const billed: SharedCall = { operation: credits.purchase, input: { body: { credits: 1000 } } };
    expect(billed.operation.id).toBe('credits.purchase');
  });
});
