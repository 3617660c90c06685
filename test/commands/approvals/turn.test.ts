import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TestWorld } from '../../world.ts';
import { baseUrl, liveKey, liveWorld } from '../live-service.ts';
import { called } from '../mcp-serve/session.ts';
import { agent, answered, asked, errorOf, makeRunning, withRunning } from './agent.ts';

/** Bo is in no campaign, so that a change of Bo is free; campaign 1 runs. */
async function twoSessions() {
  let stopsAt: string | undefined;
  let left = 0;
  let arrived = () => {};
  let goOn = () => {};
  const world = await withRunning({
    between: (next) => async (request, signal) => {
      const stops = stopsAt === `${request.method} ${request.path}`;
      if (!stops || --left > 0) return next(request, signal);
      stopsAt = undefined;
      const going = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      arrived();
      await going;
      return next(request, signal);
    },
  });
  await world.outreach('leads add bo@lumen.example --first-name Bo');
  return {
    world,
    /** Runs a line until it is about to make this call. */
    async stopped(line: string, call: string, nth = 1, options: object = { agent }) {
      [stopsAt, left] = [call, nth];
      const there = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const running = world.outreach(line, options);
      expect(await Promise.race([there, running])).toBeUndefined();
      return async () => {
        goOn();
        return running;
      };
    },
    /** As soon as another session waits. */
    async goesOnWhile(waiting: Promise<unknown>, end: () => Promise<unknown>) {
      const before = world.clock.slept.length;
      const isOver = waiting.then(() => true);
      while (world.clock.slept.length < before + 2 && !(await Promise.race([isOver, nextTurn()])));
      await end();
    },
  };
}

const nextTurn = () => new Promise<false>((resolve) => setImmediate(() => resolve(false)));

const join1 = 'leads move bo@lumen.example 1 --json';
const change = 'leads update bo@lumen.example --first-name Eve --json';
const callOf = { join: 'POST /leads/2/move', change: 'PUT /leads/2' };

const nameOfBo = async (world: TestWorld) =>
  (await world.outreach('leads get bo@lumen.example --json')).json().firstName;

async function approvedIn(world: TestWorld, line: string) {
  expect((await answered(world, await asked(world, line))).exit).toBe(0);
}

describe('calls of two sessions', () => {
  it('are made once where the same is under way as an approval is used', {
    tags: ['slow', 'needed'],
  }, async () => {
    const { world, stopped } = await twoSessions();
    const line = 'credits buy 2000 --json';
    await approvedIn(world, line);
    const end = await stopped(`${line} --yes`, 'POST /credits/purchase', 1, {});
    const late = await world.outreach(line, { agent });
    expect(late.exit).toBe(7);
    expect(errorOf(late)).toMatchObject({ code: 'in_progress', retryable: true });
    expect((await end()).exit).toBe(0);
    expect(errorOf(await world.outreach(line, { agent })).code).toBe('approval_changed');
    expect(world.ledger.of('credits.purchase')).toHaveLength(1);
  });

  it('change nothing of a lead between the look of its join and the join', { tags: 'slow' }, async () => {
    const { world, stopped } = await twoSessions();
    await approvedIn(world, join1);
    const end = await stopped(join1, callOf.join);
    const late = await world.outreach(change, { agent });
    const error = errorOf(late);
    expect([late.exit, error.code, error.retryable]).toEqual([7, 'turn_taken', true]);
    expect(error.message).toContain(': leads move, since 2026-');
    expect((await end()).exit).toBe(0);
    expect(await nameOfBo(world)).toBe('Bo');
    expect(errorOf(await world.outreach(change, { agent })).code).toBe('approval_required');
  });

  it('wait for each other, and look at what is so then', async () => {
    const { world, stopped, goesOnWhile } = await twoSessions();
    await approvedIn(world, join1);
    const end = await stopped(join1, callOf.join);
    const late = world.outreach(change, { agent });
    await goesOnWhile(late, end);
    expect(errorOf(await late).code).toBe('approval_required');
    expect(await nameOfBo(world)).toBe('Bo');
  });

  it('join no lead that changes between the look of its change and the change', async () => {
    const { world, stopped, goesOnWhile } = await twoSessions();
    await approvedIn(world, join1);
    const end = await stopped(change, callOf.change);
    const late = world.outreach(join1, { agent });
    await goesOnWhile(late, end);
    expect(errorOf(await late).code).toBe('approval_required');
    expect(await nameOfBo(world)).toBe('Eve');
    expect(world.requests).not.toContain(callOf.join);
  });

  it('keep out of an import until its last batch has joined', { tags: ['slow', 'needed'] }, async () => {
    const { world, stopped } = await twoSessions();
    const rows = Array.from({ length: 1100 }, (_, n) => `n${n}@lumen.example,N`);
    await writeFile(
      join(world.home, 'l.csv'),
      ['email,first name', ...rows, 'bo@lumen.example,Bo'].join('\n'),
    );
    const line = 'leads import l.csv --campaign 1 --json';
    await approvedIn(world, line);
    const end = await stopped(line, 'POST /leads', 2);
    const other = 'leads update bo@lumen.example --company Rival --json';
    expect(errorOf(await world.outreach(other, { agent })).message).toContain('leads import');
    expect((await end()).exit).toBe(0);
    expect((await world.outreach('leads get bo@lumen.example --json')).json().company).toBeNull();
  });

  it('launch no campaign whose lead changes meanwhile', { tags: 'slow' }, async () => {
    const { world, stopped } = await twoSessions();
    await world.outreach('campaigns pause 1');
    const launch = 'campaigns resume 1 --accept no-opt-out=test --json';
    await approvedIn(world, launch);
    const end = await stopped(launch, 'POST /campaigns/1/resume');
    const late = await world.outreach('leads update 1 --first-name Eve --json', { agent });
    expect(errorOf(late).code).toBe('turn_taken');
    expect((await end()).exit).toBe(0);
    expect((await world.outreach('leads get 1 --json')).json().firstName).toBe('Ana');
  });

  it('pause, read and rehearse at any time', async () => {
    const { world, stopped } = await twoSessions();
    const end = await stopped(change, callOf.change);
    const before = world.clock.slept.length;
    for (const line of [
      'campaigns pause 1',
      'leads get 1',
      `${change} --dry-run`,
      'leads add x@lumen.example --dry-run',
    ])
      expect([line, (await world.outreach(line, { agent })).exit]).toEqual([line, 0]);
    expect(world.clock.slept.length).toBe(before);
    expect((await end()).exit).toBe(0);
  });

  it('take no turn where --yes is consent', async () => {
    const { world, stopped } = await twoSessions();
    const end = await stopped(change, callOf.change);
    expect((await world.outreach('leads update 2 --company Lumen')).exit).toBe(0);
    expect((await end()).exit).toBe(0);
  });

  it('have their turn after one that was refused, failed or waits for a person', {
    tags: 'slow',
  }, async () => {
    const { world } = await twoSessions();
    const results = await called(
      world,
      '--tools effects',
      { name: 'leads_move', arguments: { lead: 'bo@lumen.example', campaign: '1' } },
      { name: 'leads_update', arguments: { lead: '77', firstName: 'Eve' } },
      { name: 'leads_update', arguments: { lead: 'bo@lumen.example', firstName: 'Bob' } },
    );
    expect(
      results.map(
        ({ structuredContent: { approvalRequired, error } }) => approvalRequired?.code ?? error?.code,
      ),
    ).toEqual([expect.any(String), 'not_found', undefined]);
    expect(world.clock.slept.filter((ms) => ms === 50)).toEqual([]);
  });

  it('may change what a person still reads at a terminal: then it is not sent', async () => {
    const world = await liveWorld();
    await world.outreach(`login --profile prod --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
    await makeRunning(world);
    await world.outreach('leads add bo@lumen.example --first-name Bo');
    expect((await world.outreach('profiles set prod --consent person')).exit).toBe(0);
    const askedBeside = async (line: string) => {
      const { exit, err } = await world.outreach('leads move bo@lumen.example 1', {
        tty: true,
        typing: async (keyboard) => {
          await keyboard.sees('Type y or n:');
          expect((await world.outreach(line, { agent })).exit).toBe(0);
          keyboard.type('y\r');
        },
      });
      return { exit, err };
    };
    const changed = await askedBeside(change);
    expect([changed.exit, changed.err]).toEqual([
      7,
      expect.stringContaining('What this sends changed while you looked at it'),
    ]);
    expect((await askedBeside('campaigns list')).exit).toBe(0);
  });
});
