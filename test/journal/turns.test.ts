import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import type { TakenTurn, Turn } from '../../src/client/guard/turns.ts';
import { localTurns } from '../../src/local/journal/turns.ts';
import { temporaryFolder } from '../e2e/binary.ts';
import { bundle } from '../local/bundle.ts';
import { stores } from './machines.ts';

const now = Date.now();

function ours(turn: Turn | TakenTurn): Turn {
  if ('heldBy' in turn) throw new Error('another one has it');
  return turn;
}

describe.each(stores)('the turn of an account, $store', ({ machines }) => {
  it('is of one session, whichever process it is of, until it is released', async (context) => {
    const { one, two } = await machines(context);
    const turn = ours(await one.turns.take('a', 'leads import', now));
    for (const { turns } of [one, two])
      expect(await turns.take('a', 'leads move', now)).toMatchObject({
        heldBy: { what: 'leads import', since: now, pid: expect.any(Number) },
      });
    ours(await two.turns.take('b', 'leads move', now));
    await turn.check();
    await turn.release();
    ours(await two.turns.take('a', 'leads move', now));
    expect(await one.turns.take('a', 'leads import', now)).toMatchObject({ heldBy: { what: 'leads move' } });
  });

  it('is of one of many that want it at once', async (context) => {
    const { one, two } = await machines(context);
    const taken = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 === 0 ? one : two).turns.take('a', `line ${n}`, now)),
    );
    expect(taken.filter((turn) => !('heldBy' in turn))).toHaveLength(1);
  });
});

const [, { machines: sharedMachines }] = stores;

describe('the turn of a process that is gone', () => {
  it('ends with its lease, and is never given back by it', async (context) => {
    const { one, two, change } = await sharedMachines(context);
    const lost = ours(await one.turns.take('a', 'leads import', now));
    await change("UPDATE slot SET lease_until = '-infinity' WHERE slot LIKE 'turn %'");
    await lost.check();
    expect(await two.turns.take('a', 'leads move', now)).toHaveProperty('heldBy');
    await change("UPDATE slot SET lease_until = '-infinity' WHERE slot LIKE 'turn %'");
    const taken = ours(await two.turns.take('a', 'leads move', now));
    await expect(lost.check()).rejects.toMatchObject({ code: 'taken_over', retryable: true });
    await lost.release();
    await taken.check();
    expect(await one.turns.take('a', 'leads import', now)).toMatchObject({ heldBy: { what: 'leads move' } });
  });

  it('is free on this machine after kill -9', { timeout: 60_000 }, async () => {
    const place = await temporaryFolder();
    const program = await bundle('test/journal/turn-holder.ts', place);
    const child = execa(process.execPath, [program, `${place}/turns`], { reject: false });
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    expect(value).toBe('held');
    const turns = localTurns(`${place}/turns`, 1);
    expect(await turns.take('a', 'leads move', now)).toMatchObject({
      heldBy: { what: 'leads import', pid: child.pid },
    });
    child.kill('SIGKILL');
    await child;
    ours(await turns.take('a', 'leads move', now));
  });
});
