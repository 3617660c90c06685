import { expect, it, onTestFinished } from 'vitest';
import { baseUrl, liveKey, liveWorld } from '../commands/live-service.ts';
import { postgres } from '../postgres/of-the-run.ts';
import { PostgresServer } from '../postgres/server.mjs';
import { needPostgres } from '../tool-here.ts';
import { openShared } from './machines.ts';

/** A journal that can only be read: its server is a standby, or the database takes no changes. */
async function readOnly(address: string, close: () => Promise<unknown>, why: string): Promise<void> {
  const world = await liveWorld({
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl, OUTREACH_JOURNAL: address },
    // Otherwise it looks for five seconds whether the server becomes the primary again.
    sharedJournal: (at) => openShared(at, { patienceMs: 0 }),
  });
  const posts = () => world.sent.filter(({ method }) => method === 'POST').length;
  expect((await world.outreach('credits buy 2000 --yes --json --once order-1')).exit).toBe(0);
  await close();
  const { exit, err } = await world.outreach('credits buy 3000 --yes --json');
  expect([exit, JSON.parse(err).error, posts()]).toMatchObject([
    12,
    {
      code: 'journal_unreachable',
      message: expect.stringContaining(`takes no changes: ${why}`),
      hint: 'Put the address of the primary server in its place. Calls that only read still work.',
    },
    1,
  ]);
  expect((await world.outreach('credits balance --json')).exit).toBe(0);
  expect((await world.outreach('journal list --json')).json().total).toBe(1);
  const { checks } = (await world.outreach('doctor --json')).json();
  expect(checks.find(({ check }: { check: string }) => check === 'shared journal')).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining(why),
  });
}

it('refuses what must not happen twice where its server is a standby', { tags: 'slow' }, async (context) => {
  needPostgres(context);
  const server = await PostgresServer.start();
  onTestFinished(() => server.close());
  await readOnly(await server.newDatabase(), () => server.becomeStandby(), 'its server is a standby');
});

it('refuses what must not happen twice where its database is read only', {
  tags: 'slow',
}, async (context) => {
  const server = await postgres(context);
  const address = await server.newDatabase();
  const setting = 'default_transaction_read_only';
  const name = new URL(address).pathname.slice(1);
  const close = () => server.run(address, `ALTER DATABASE ${name} SET ${setting} = on`);
  await readOnly(address, close, `${setting} is on there`);
});
