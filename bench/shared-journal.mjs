// A purchase with the journal in a PostgreSQL on loopback against the same with the journal of the machine, turn by turn:
// how many milliseconds more. Says that it is not here where no PostgreSQL is installed. With --check it fails over budget.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PostgresServer, postgresPrograms } from '../test/postgres/server.mjs';
import { key, runOutreach } from './program.mjs';
import { row } from './table.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 21);
const budgetMs = 60;
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-shared-'));
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Sells credits, and says what it sold. */
async function seller() {
  const sold = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = (value) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
    if (request.method === 'POST') {
      const { credits } = JSON.parse(body);
      sold.unshift({ id: sold.length + 1, amount: credits, reason: 'top-up', createdAt: new Date() });
      return answer({ creditsPurchased: credits, amountUsd: 1, newBalance: 1 });
    }
    if (request.url.includes('/balance')) return answer({ balance: 1, usdPerCredit: 0.01 });
    return answer({ transactions: sold.slice(0, 20), total: sold.length });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/r`, close: () => server.close() };
}

async function compare() {
  const postgres = await PostgresServer.start();
  const service = await seller();
  try {
    const address = await postgres.newDatabase();
    const live = { OUTREACH_BASE_URL: service.url, OUTREACH_API_KEY: key };
    const buy = async (env, token) => {
      const line = ['credits', 'buy', '1000', '--yes', '--once', token, '--json'];
      return (await runOutreach(line, { folder, env: { ...live, ...env } })).ms;
    };
    const home = (name) => path.join(folder, name);
    const stores = {
      local: { OUTREACH_HOME: home('local') },
      shared: { OUTREACH_HOME: home('shared'), OUTREACH_JOURNAL: address },
    };
    for (const [name, env] of Object.entries(stores)) await buy(env, `warm-${name}`);
    const times = { local: [], shared: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, env] of Object.entries(stores))
        times[name].push(await buy(env, `order-${name}-${round}`));
    const more = median(times.shared.map((ms, round) => ms - times.local[round]));
    const over = more > budgetMs;
    row('a purchase, shared journal against own', `${more.toFixed(0)} ms more`, {
      budget: String(budgetMs),
      isOver: over,
    });
    console.log(
      `A purchase: ${median(times.local).toFixed(0)} ms with the journal of the machine, ${more.toFixed(0)} ms more with one in PostgreSQL on loopback (budget ${budgetMs})${over ? '  EXCEEDED' : ''}`,
    );
    if (process.argv.includes('--check') && over) process.exitCode = 1;
  } finally {
    service.close();
    await postgres.close();
  }
}

try {
  if (postgresPrograms()) await compare();
  else console.log('A purchase with a shared journal: not here, no PostgreSQL is installed');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
