import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { Guard } from '../../../src/client/guard/guard.ts';
import { isGuarded } from '../../../src/contract/consent.ts';
import { operations } from '../../../src/contract/index.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { LocalJournal } from '../../../src/local/journal/local-journal.ts';
import { localTurns } from '../../../src/local/journal/turns.ts';
import { testClock } from '../../world.ts';

/** No test here takes one. */
const turns = localTurns('/nowhere', 1);

const flag = { raise: () => undefined, lower: () => undefined };

/** Runs the same call from one new process after another; `sent` counts what left. */
async function machine(operation: (typeof operations)[number]) {
  const database = await openDatabase(':memory:');
  onTestFinished(() => database.close());
  const journal = new LocalJournal(database, {
    self: { pid: 1, started: '' },
    alive: () => true,
    flag,
    turns,
  });
  const clock = testClock();
  const call = { operation, input: { params: { id: 1 } }, request: { method: 'POST', path: '/' } as const };
  let sent = 0;
  const run = async (again = false) => {
    const guard = new Guard({
      journal,
      account: 'ours',
      profile: 'default',
      target: 'live',
      clock,
      random: () => 0.5,
      signal: new AbortController().signal,
      graceMs: 1000,
      token: undefined,
      again,
      askAgain: async () => {
        throw new Failure('done_recently', 'done');
      },
      send: async (_operation, _input, observer) => {
        await observer.sending();
        sent += 1;
        return { status: 200, headers: {}, body: {} };
      },
      read: async () => {
        throw new Failure('not_found', 'not to be read here');
      },
      note: () => undefined,
      differs: () => undefined,
    });
    try {
      await guard.run(call);
      await guard.acknowledge();
    } finally {
      await guard.close();
    }
  };
  return { run, clock, sent: () => sent };
}

describe('a guarded call that was done', () => {
  const guarded = operations.filter(isGuarded);

  it.each(guarded.map((operation) => [operation.id, operation] as const))(
    '%s is not sent again within ten minutes, unless --again says so',
    async (_id, operation) => {
      const { run, clock, sent } = await machine(operation);
      await run();
      clock.advance(9 * 60_000);
      await expect(run()).rejects.toMatchObject({ code: 'done_recently', kind: 'conflict' });
      expect(sent()).toBe(1);
      await run(true);
      expect(sent()).toBe(2);
      clock.advance(11 * 60_000);
      await run();
      expect(sent()).toBe(3);
    },
  );
});
