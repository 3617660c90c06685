import { expect, it, onTestFinished } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import { listen } from '../../src/sandbox/listen.ts';
import { baseUrl, liveKey, liveWorld } from '../commands/live-service.ts';
import { newWorld } from '../world.ts';

it('is that of a sandbox that is served, as its answers show it, without a call of its own', async () => {
  const { sandbox, outreach } = await newWorld();
  await outreach('sandbox clock set 2026-12-02T10:30:00Z');
  await outreach('campaigns create Autumn');
  await outreach('sandbox clock advance 5h');
  const calls: string[] = [];
  const onExchange = ({ method, url }: { method: string; url: string }) => calls.push(`${method} ${url}`);
  const served = await listen({ transport: sandbox.wire, port: 0, onExchange });
  onTestFinished(served.close);
  const env = { OUTREACH_BASE_URL: served.url, OUTREACH_API_KEY: sandboxKey };
  const world = await newWorld({ network: 'real', lazySandbox: true, tty: true, env });
  expect((await world.outreach('campaigns list')).out).toContain('  5 h ago\n');
  expect(calls).toEqual([expect.stringMatching(/^GET \/r\/campaigns\?/)]);
});

it('is asked of a sandbox that is served, where no answer has shown it yet', async () => {
  const { sandbox, outreach } = await newWorld();
  await outreach('sandbox clock set 2026-12-15T12:00:00Z');
  const served = await listen({ transport: sandbox.wire, port: 0 });
  onTestFinished(served.close);
  const env = { OUTREACH_BASE_URL: served.url, OUTREACH_API_KEY: sandboxKey };
  const world = await newWorld({ network: 'real', lazySandbox: true, env });
  const plan = (by: string) =>
    world.outreach(`senders plan --emails 3000 --by ${by} --no-existing --utc --json`);
  const [named, span] = [await plan('2027-01-15'), await plan('31d')];
  expect(span.json()).toEqual(named.json());
  expect(span.json().connect).toEqual([{ date: '2026-12-15', mailboxes: expect.any(Number) }]);
  expect(await plan('2026-12-10')).toMatchObject({
    exit: 2,
    failure: { message: expect.stringContaining('in the past') },
  });
});

/** A campaign of noon, listed where the service says that it is this late; the clock of this machine is at 13:00. */
async function listedAt(date: string): Promise<string> {
  const campaign = { id: 7, name: 'Autumn', status: 'draft', createdAt: '2026-03-02T12:00:00Z' };
  const world = await liveWorld({
    tty: true,
    env: { OUTREACH_BASE_URL: baseUrl, OUTREACH_API_KEY: liveKey },
    network: async () => ({
      status: 200,
      headers: { 'content-type': 'application/json', date },
      body: JSON.stringify({ campaigns: [campaign], total: 1, page: 1, limit: 50, hasMore: false }),
    }),
  });
  world.clock.advance(5 * 3_600_000);
  return (await world.outreach('campaigns list')).out;
}

it.each([
  ['a service that is ahead', 'Mon, 02 Mar 2026 14:30:00 GMT', '2 h ago'],
  ['a service that is behind', 'Mon, 02 Mar 2026 11:40:00 GMT', 'in 20 min'],
  ['this machine, where a service differs by less than a minute', 'Mon, 02 Mar 2026 12:59:10 GMT', '1 h ago'],
  ['this machine, where a service says nothing that is a time', 'soon', '1 h ago'],
])('is that of %s', async (_whose, date, shown) => {
  expect(await listedAt(date)).toContain(`  ${shown}\n`);
});
