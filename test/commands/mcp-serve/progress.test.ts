import { afterEach, expect, it, vi } from 'vitest';
import type { Transport } from '../../../src/contract/wire.ts';
import { newWorld } from '../../world.ts';
import { baseUrl, liveKey } from '../live-service.ts';
import { callMessage, greeting, messagesIn } from './session.ts';

afterEach(() => void vi.useRealTimers());

const asking = { _meta: { progressToken: 'mine' } };

/** A session whose service answers once so many seconds have gone by. */
async function slowSession(seconds: number, stdin: string) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const page = JSON.stringify({ leads: [], total: 0, page: 1, limit: 20, hasMore: false });
  const network: Transport = async () => {
    for (let second = 0; second < seconds; second++) await vi.advanceTimersByTimeAsync(1000);
    return { status: 200, headers: {}, body: page };
  };
  const world = await newWorld({
    network,
    env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl },
  });
  const { out } = await world.outreach('mcp serve', { stdin: greeting + stdin });
  return messagesIn(out).filter(({ id }) => id !== 'hello');
}

it('gives a notice every five seconds where the client asks, ever more, and none after the answer', async () => {
  const said = await slowSession(21, callMessage(1, { name: 'leads_list', ...asking }));
  expect(said.map(({ method, id }) => method ?? id)).toEqual([...Array(4).fill('notifications/progress'), 1]);
  const notices = said.slice(0, 4).map(({ params }) => params);
  expect(notices.map(({ progressToken, progress }) => [progressToken, progress])).toEqual([
    ['mine', 1],
    ['mine', 2],
    ['mine', 3],
    ['mine', 4],
  ]);
});

it('says what happens now', async () => {
  const said = await slowSession(
    1,
    callMessage(1, { name: 'campaigns_check', arguments: { campaign: '1' }, ...asking }),
  );
  const messages = said.flatMap(({ params }) => (params === undefined ? [] : [params.message]));
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/\w+ \w+/);
});

it('gives no notice where the client does not ask', async () => {
  const said = await slowSession(21, callMessage(1, { name: 'leads_list' }));
  expect(said).toHaveLength(1);
});
