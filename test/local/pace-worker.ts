import { logBudget } from '../../src/client/rate-limit/log-budget.ts';
import { openRateLimitLog } from '../../src/local/rate-limit-log.ts';

/**
 * Claims places in the log of a folder as fast as it can, many at once, and prints how many it got within so many
 * milliseconds. With `hold` it goes on until it is killed.
 */
const [folder = '', who = '', count = '', ms = '', maxBytes = '', hold] = process.argv.slice(2);

const budget = logBudget({
  log: openRateLimitLog({ folder, name: 'account', maxBytes: Number(maxBytes) }),
  windows: [{ count: Number(count), ms: 60_000, what: 'the budget' }],
  clock: { now: () => Date.now(), sleep: async () => undefined },
  who,
  onTrouble: (error) => {
    throw error;
  },
});

async function claimAll(): Promise<number> {
  const until = Date.now() + Number(ms);
  let got = 0;
  while (hold === 'hold' || Date.now() < until) if ('id' in (await budget.claim('few'))) got += 1;
  return got;
}

process.stdout.write('ready\n');
void claimAll().then((got) => process.stdout.write(`${got}\n`));
