import { describe, expect, it, type TestContext } from 'vitest';
import type { Journal } from '../../src/client/guard/journal.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { operations } from '../../src/contract/index.ts';
import { type Transport, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { clientAlone } from '../crash/client-alone.ts';
import { testClock } from '../world.ts';
import { stores } from './machines.ts';

const operation = operations.find(({ id }) => id === credits.purchase.id);

/** Buys as one process does over its journal, and gives its exit code and what it says. */
async function buy(journal: Journal, transport: Transport) {
  const said: string[] = [];
  const machine = { home: '', clock: testClock(), random: () => 0, transport, journal };
  const { exit } = await clientAlone(
    { ...machine, print: () => undefined, complain: (text) => void said.push(text) },
    {
      line: 'credits buy',
      token: 'order-1',
      call: { operation: operation as never, input: { body: { credits: 2000 } } },
    },
  );
  return { exit, said: said.join('') };
}

/** Sells, as the network carries it: what may not leave does not. `paused` happens before the first purchase leaves. */
function service(paused: () => Promise<void>) {
  let sold = 0;
  let waits = [paused];
  const send = async (request: WireRequest) => {
    const answer = (value: object) => ({ status: 200, headers: {}, body: JSON.stringify(value) });
    if (request.path.endsWith('/balance')) return answer({ balance: 1 });
    if (request.method === 'GET') return answer({ transactions: [], total: 0 });
    const [first] = waits;
    waits = [];
    await first?.();
    if (request.mayLeave?.() === false) throw new WireFailure('stalled', false, 'paused');
    sold++;
    return answer({ creditsPurchased: 2000, amountUsd: 1, newBalance: 1 });
  };
  return { send, sold: () => sold };
}

/** A person finds that nothing happened, and says so in the journal. */
async function sayNotDone(journal: Journal): Promise<void> {
  const [open] = await journal.open();
  const taken = open && (await journal.take(open.id, 0, true));
  if (taken === undefined) throw new Error('nothing is open');
  const step = { at: 0, what: 'a person says: not done' };
  await journal.acknowledge([await journal.record(taken.intent, { state: 'not-done' }, step)], 0);
}

describe.each(stores)(
  'a process that is paused between its mark and its first byte, over a journal $store',
  ({ machines }) => {
    it('sends nothing where a person has said meanwhile that it was not done, and bought again', async (context: TestContext) => {
      let now = 0;
      const { one, two } = await machines(context, () => now);
      const { send, sold } = service(async () => {
        now += 60_000;
        await sayNotDone(two);
        expect(await buy(two, send)).toMatchObject({ exit: 0 });
      });
      const { exit, said } = await buy(one, send);
      expect({ exit, sold: sold() }).toEqual({ exit: 7, sold: 1 });
      expect(said).toContain('Another process has taken over');
      expect(said).not.toContain('was sent');
    });

    it('marks it again and sends it where nothing happened meanwhile', async (context: TestContext) => {
      let now = 0;
      const { one } = await machines(context, () => now);
      const { send, sold } = service(async () => {
        now += 60_000;
      });
      expect(await buy(one, send)).toMatchObject({ exit: 0 });
      expect(sold()).toBe(1);
    });
  },
);
