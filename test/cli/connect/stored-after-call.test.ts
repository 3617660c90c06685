import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../src/local/database.ts';
import { newWorld } from '../../world.ts';

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
