import { describe, expect, it } from 'vitest';
import { isGuarded } from '../../src/contract/consent.ts';
import { WireFailure } from '../../src/contract/wire.ts';
import { breaches, errorOf, liveWorld, online } from './live.ts';
import { operationBy } from './service.ts';

/** Every command whose `--timeout` is over while its call is awaited. */

/** What is waited for goes on without the command. */
const waits = ['finder imports wait', 'dfy orders wait', 'autopilot watch'];

it.each(online)('outreach $path ends when its time is over', async ({ path, words, main }) => {
  const { world, service } = await liveWorld();
  service.play((id) => {
    if (id !== main) return undefined;
    world.clock.advance(5000);
    return new WireFailure('aborted', true, 'Cut off while the answer was awaited');
  });
  const run = await world.outreach(`${path} ${words} --timeout 5s --json`);
  const guarded = isGuarded(operationBy(main));
  expect([path, run.exit]).toEqual([path, waits.includes(path) ? 8 : guarded ? 14 : 12]);
  expect(breaches(run)).toEqual([]);
  expect(service.seen.filter((id) => id === main)).toHaveLength(1);
  if (waits.includes(path)) return;
  expect(errorOf(run).code).toBe('command_timeout');
  const changes = operationBy(main).kind === 'write' && !('changes' in operationBy(main));
  expect(errorOf(run).outcome).toBe(changes ? 'unknown' : 'none');
});

describe('the time of a command', () => {
  it('counts what it waits for between calls', async () => {
    const { world, service } = await liveWorld();
    service.play((id) =>
      id === 'leads.list' ? { status: 429, headers: { 'retry-after': '3' } } : undefined,
    );
    const began = world.clock.now();
    expect((await world.outreach('leads list --timeout 8s')).exit).toBe(9);
    expect(world.clock.now() - began).toBeLessThanOrEqual(8000);
  });

  it('ends what watches and what looks for a lost call', async () => {
    const { world, service } = await liveWorld();
    const began = world.clock.now();
    expect((await world.outreach('senders watch --below 10 --timeout 90s')).exit).toBe(12);
    expect(world.clock.now() - began).toBe(90_000);
    const { err } = await world.outreach('senders watch --below 10 --timeout 250ms --json');
    expect(errorOf({ err }).message).toBe('The time allowed for the whole command is over (250 ms)');
    service.play((id) => (id === 'credits.purchase' ? new WireFailure('reset', true, 'reset') : undefined));
    const bought = world.clock.now();
    expect((await world.outreach('credits buy 2000 --yes --timeout 20s')).exit).toBe(14);
    expect(world.clock.now() - bought).toBe(20_000);
  });

  it('says what was done before it was over', async () => {
    const { world, service } = await liveWorld();
    service.play((id) => {
      if (id !== 'finder.import') return undefined;
      world.clock.advance(60_000);
      return new WireFailure('aborted', true, 'Cut off while the answer was awaited');
    });
    const run = await world.outreach(
      'finder import --campaign 1 --count 2 --job-title CEO --yes --timeout 60s --json',
    );
    expect(run.exit).toBe(8);
    expect(errorOf(run).hint).toMatch(/finder imports wait/);
  });
});
