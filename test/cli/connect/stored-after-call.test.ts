import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/local/database.ts';
import { newWorld } from '../../world.ts';
import { readyCampaign } from '../launch/ready-campaign.ts';

/** A file that cannot be written from then on. */
async function spoil(path: string): Promise<void> {
  for (const part of ['', '-wal', '-shm']) await rm(`${path}${part}`, { force: true });
  await mkdir(path);
}

it('a call is done also where the checks of before it cannot be dropped after it', async () => {
  let home = '';
  const world = await readyCampaign({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      if (request.path.endsWith('/resume')) await spoil(join(home, 'state/checks.db'));
      return answer;
    },
  });
  home = world.home;
  expect((await world.outreach('campaigns check 1')).exit).toBe(0);
  const { exit, err, json } = await world.outreach('campaigns resume 1 --yes --json');
  expect([exit, err]).toEqual([0, expect.stringMatching(/^\{"warning":".*checks\.db.*--fresh/m)]);
  expect(json()).toMatchObject({ status: 'running' });
});

it('an import that sent leads is not told as nothing where its progress cannot be kept', async () => {
  let home = '';
  const world = await newWorld({
    between: (next) => async (request, signal) => {
      const answer = await next(request, signal);
      if (request.method !== 'POST') return answer;
      const store = await openDatabase(join(home, 'state/transfers.db'));
      for (const { name } of store
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        .all<{ name: string }>())
        store.exec(`DROP TABLE ${name}`);
      store.close();
      return answer;
    },
  });
  home = world.home;
  const leads = Array.from({ length: 1000 }, (_, at) => `ana${at}@lumen.example`);
  const { exit, err } = await world.outreach('leads import - --json', {
    stdin: ['email', ...leads].join('\n'),
  });
  expect(exit).toBe(14);
  expect(JSON.parse(err).error).toMatchObject({
    code: 'not_recorded',
    message: expect.stringMatching(/^What was sent is done, but: /),
    outcome: 'done',
    retryable: true,
  });
});
