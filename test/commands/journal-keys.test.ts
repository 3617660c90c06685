import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { World } from '../../src/cli/declare/world.ts';
import { openEventStore } from '../../src/cli/files/saved-events.ts';
import type { Intent } from '../../src/client/guard/journal.ts';
import { entryFrom } from '../../src/commands/journal/entry.ts';
import { show } from '../../src/commands/journal/show.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

/** What was kept before keys were hidden, and what strangers send. */

const old: Partial<Intent> = {
  id: 1,
  operation: 'credits.purchase',
  state: 'not-done',
  startedAt: 0,
  damaged: [],
  summary: `Buy credits (note ${liveKey})`,
  remark: `bad header Authorization: Bearer ${liveKey}`,
  request: JSON.stringify({ method: 'POST', path: '/credits/purchase', input: { body: { note: liveKey } } }),
  answer: JSON.stringify({ status: 200, body: { authorization: `Bearer ${liveKey}` } }),
};

it('an old call is shown without the keys in it', async () => {
  const journal = { intent: async () => old };
  const newestDone = async () => [];
  const steps = () => [{ at: 0, what: `no answer: ${liveKey}` }];
  const world = { journal: { open: async () => ({ steps, newestDone }) } };
  const shown = await show.run({ service: { journal }, files: { world } } as never, { id: 1 } as never);
  expect(JSON.stringify([shown, await entryFrom({ newestDone }, old as Intent)])).not.toContain(liveKey);
  expect(shown).toMatchObject({ answer: { status: 200, body: { authorization: expect.any(String) } } });
});

it('a delivery is saved without the keys in it', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'outreach-test-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const body = Buffer.from(JSON.stringify({ event_id: 'evt_1', note: liveKey }));
  const headers = [['authorization', `Bearer ${liveKey}`]] as const;
  for (const path of ['events', 'events.ndjson']) {
    const store = await openEventStore({ cwd } as World, path);
    await store.save({ receivedAt: '2026-03-02T08:00:00Z', headers, body }, 'EmailReply');
  }
  const [file = ''] = await readdir(join(cwd, 'events'));
  for (const path of [join('events', file), 'events.ndjson']) {
    const text = await readFile(join(cwd, path), 'utf8');
    expect(text).toContain('evt_1');
    expect(text).not.toContain(liveKey);
  }
});

it.each([
  ['as JSON', `whsec_${'xY7/+='.repeat(6)}`],
  ['within other text', `"whsec_${'xY7'.repeat(11)}" is it`],
])('the secret of a webhook is shown once and not kept, %s', async (_name, secret) => {
  const body = JSON.stringify({
    webhook: { id: 7, url: 'https://hooks.acme.com/', type: 'EmailReply', isEnabled: true, secret },
  });
  const world = await liveWorld({
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
    answer: ({ method }) => (method === 'POST' ? { status: 201, body } : undefined),
  });
  const made = await world.outreach('webhooks create --url https://hooks.acme.com/ --type EmailReply --json');
  expect([made.exit, made.json().secret]).toEqual([0, secret]);
  const { items } = (await world.outreach('journal list --json')).json();
  expect(items).toHaveLength(1);
  const kept = await world.outreach(`journal show ${items[0].id} --json`);
  expect(kept.json().answer.body.webhook).toMatchObject({
    id: 7,
    secret: expect.stringContaining('[hidden]'),
  });
  expect(kept.out).not.toContain('aB3');
  expect(world.journalled()).not.toContain('aB3');
});

it('no token that the service repeats is shown, and not the key in use', async () => {
  const secret = 'tok-4711-0815';
  const world = await liveWorld({
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
    answer: ({ path }) =>
      path === '/leads/1'
        ? { body: JSON.stringify({ lead: { id: 1, email: 'ana@lumen.example', firstName: liveKey } }) }
        : { status: 400, body: JSON.stringify({ error: `bad header Authorization: Bearer ${secret}` }) },
  });
  const refused = await world.outreach('leads get 2 --json');
  expect(refused.exit).toBe(2);
  expect(refused.err).toContain('bad header');
  expect(refused.err).not.toContain(secret);
  const lead = await world.outreach('leads get 1 --json');
  expect(lead.json().firstName).toBe('run_ab12cd34_…aB3z');
});
