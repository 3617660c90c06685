import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../src/base/errors.ts';
import { exitCodeOf } from '../../src/base/failure-codes.ts';
import type { Journal } from '../../src/client/guard/journal.ts';
import { createNetwork } from '../../src/client/transport/network.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { operations } from '../../src/contract/index.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { openSharedJournal } from '../../src/shared-journal/open-shared-journal.ts';
import { clientAlone } from '../crash/client-alone.ts';

/** One process of a round: buys credits once over the shared journal, and prints its exit code. */
interface Given {
  readonly journal: string;
  readonly service: string;
  readonly credits: number;
  readonly token?: string;
  readonly leaseMs: number;
  /** Stops itself, as SIGSTOP does, when the first byte of the purchase is about to leave; says so before. */
  readonly stops?: boolean;
  /** Says in the place of buying that what is open was not done. */
  readonly notDone?: boolean;
  /** When all of a round begin, in milliseconds of wall time. */
  readonly at?: number;
}

const given = JSON.parse(process.argv[2] ?? '{}') as Given;
const operation = operations.find(({ id }) => id === credits.purchase.id);
if (operation === undefined) throw new Error('nothing to buy');

/** The grace after a call, and pauses between tries, go by a hundred times as fast. */
let ahead = 0;
const clock = {
  now: () => Math.round(Date.now() + ahead),
  async sleep(ms: number) {
    const real = Math.min(ms / 100, 100);
    await pause(real);
    ahead += ms - real;
  },
};

/** What a person does with `journal settle --not-done`, once no process seems to work on it. */
async function sayNotDone(journal: Journal): Promise<number> {
  const [open] = await journal.waiting();
  const taken = open && (await journal.take(open.id, clock.now(), false));
  if (taken?.kind !== 'ours') return 8;
  const step = { at: clock.now(), what: 'a person says: not done' };
  await journal.acknowledge([await journal.record(taken.intent, { state: 'not-done' }, step)], clock.now());
  return 0;
}

/** The network; a purchase is stopped on its way to it, once. */
function stopping(send: Transport): Transport {
  let isFirst = given.stops === true;
  return async (request, signal) => {
    if (isFirst && request.method === 'POST') {
      isFirst = false;
      process.stderr.write('stopping\n');
      process.kill(process.pid, 'SIGSTOP');
    }
    return send(request, signal);
  };
}

async function work(): Promise<number> {
  const { journal, close } = await openSharedJournal(given.journal, {
    self: { pid: process.pid, started: String(process.pid) },
    flag: { raise: () => undefined, lower: () => undefined },
    leaseMs: given.leaseMs,
    now: Date.now,
    env: process.env,
  });
  try {
    if (given.notDone) return await sayNotDone(journal);
    await pause(Math.max(0, (given.at ?? 0) - Date.now()));
    const { exit } = await clientAlone(
      {
        home: '',
        clock,
        random: Math.random,
        transport: stopping(createNetwork(given.service, { env: {}, now: Date.now })),
        journal,
        print: () => undefined,
        complain: (text) => void process.stderr.write(text),
      },
      {
        line: 'credits buy',
        token: given.token,
        call: { operation: operation as never, input: { body: { credits: given.credits } } },
      },
    );
    return exit;
  } finally {
    await close();
  }
}

const exit = await work().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return error instanceof Failure ? exitCodeOf(error.kind) : 1;
});
process.stdout.write(JSON.stringify({ exit }));
process.exit(0);
