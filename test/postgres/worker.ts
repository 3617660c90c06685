import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../../src/base/errors.ts';
import { exitCodeOf } from '../../src/base/failure-codes.ts';
import { createNetwork } from '../../src/client/transport/network.ts';
import { credits } from '../../src/contract/areas/credits.ts';
import { operations } from '../../src/contract/index.ts';
import { openSharedJournal } from '../../src/shared-journal/open-shared-journal.ts';
import { clientAlone } from '../crash/client-alone.ts';

/** One process of a round: buys credits once over the shared journal, and tells its exit code on stdout. */
interface Given {
  readonly journal: string;
  readonly service: string;
  readonly credits: number;
  readonly token?: string;
  readonly leaseMs: number;
  /** When all of a round begin, in milliseconds of wall time. */
  readonly at?: number;
}

const given = JSON.parse(process.argv[2] ?? '{}') as Given;
const operation = operations.find(({ id }) => id === credits.purchase.id);
if (operation === undefined) throw new Error('nothing to buy');

/** The grace after a call, and pauses between tries, go by a hundred times as fast. */
let ahead = 0;
const clock = {
  now: () => Date.now() + ahead,
  async sleep(ms: number) {
    const real = Math.min(ms / 100, 100);
    await pause(real);
    ahead += ms - real;
  },
};

async function buy(): Promise<number> {
  const { journal, close } = await openSharedJournal(given.journal, {
    self: { pid: process.pid, started: String(process.pid) },
    flag: { raise: () => undefined, lower: () => undefined },
    leaseMs: given.leaseMs,
    env: process.env,
  });
  try {
    await pause(Math.max(0, (given.at ?? 0) - Date.now()));
    const { exit } = await clientAlone(
      {
        home: '',
        clock,
        random: Math.random,
        transport: createNetwork(given.service, { env: {} }),
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

const exit = await buy().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  return error instanceof Failure ? exitCodeOf(error.kind) : 1;
});
process.stdout.write(JSON.stringify({ exit }));
process.exit(0);
