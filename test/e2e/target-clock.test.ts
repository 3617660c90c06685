// @module-tag slow
import { expect, it } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

it('a command in a pipe counts from the clock of the sandbox, before any other call', async () => {
  const home = await temporaryFolder();
  const json = async (line: string) => JSON.parse((await outreach(home, line.split(' '))).out);
  await outreach(home, ['campaigns', 'create', 'Autumn']);
  await outreach(home, ['campaigns', 'schedule', '1', '--days', 'mon-fri']);
  await outreach(home, [
    'campaigns',
    'sequence',
    'set',
    '1',
    new URL('../../examples/sequence.md', import.meta.url).pathname,
  ]);
  await outreach(home, ['sandbox', 'clock', 'advance', '60d']);
  const now: string = (await json('sandbox clock show --json')).now;
  const plan = await json('senders plan --emails 300 --by 31d --no-existing --utc --json');
  expect(plan.connect[0].date).toBe(now.slice(0, 10));
  const forecast = await json('campaigns forecast 1 --leads 5 --add-senders 1 --json');
  expect(Date.parse(forecast.firstDay)).toBeGreaterThanOrEqual(Date.parse(now.slice(0, 10)));
  const past = await outreach(home, 'senders plan --emails 300 --by yesterday --json'.split(' '));
  expect(past).toMatchObject({ exit: 2, err: expect.stringContaining('in the past') });
});
