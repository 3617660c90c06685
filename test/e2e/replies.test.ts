// @module-tag slow
import { expect, it } from 'vitest';
import { whole } from '../sweep/slice.ts';
import { outreach } from './binary.ts';
import { startedHome } from './started-home.ts';

it('several processes that claim at once never get the same reply', { timeout: 60_000 }, async () => {
  const home = await startedHome();
  const claim = async () => {
    const { exit, out } = await outreach(home, ['replies', 'next', '--claim', '10m', '--json']);
    expect(exit).toBe(0);
    const { reply } = JSON.parse(out);
    expect((await outreach(home, ['replies', 'done', `${reply.id}`, '--as', 'skipped'])).exit).toBe(0);
    return reply.id;
  };
  const claims = whole ? 2 : 1;
  const worker = async () => {
    const had: number[] = [];
    while (had.length < claims) had.push(await claim());
    return had;
  };
  const had = (await Promise.all([worker(), worker(), worker(), worker()])).flat();
  expect(new Set(had).size).toBe(4 * claims);
});
