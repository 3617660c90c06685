// npm run crash:shared: three processes on one slot of a journal in PostgreSQL, round after round, while answers are cut
// off after the effect, processes are killed and stopped for longer than a lease, commits are not heard of, and the database
// is stopped at once. --rounds 300, --seed 7, --mutant claim: with the claim in two
// statements; --mutant pause: without the look at the lease as the bytes leave. Both must be noticed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';
import { dataFiles } from '../../scripts/data-files.mjs';
import { PostgresServer, proxyTo } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const leaseMs = 500;
/** So long processes take until they can begin at once. */
const startMs = 500;

/** What the claim was before: looked at, and then taken. One file each. */
const twoStatements = [
  {
    file: 'shared-journal/store.ts',
    find: "'default_transaction_isolation', 'serializable'",
    put: "'default_transaction_isolation', 'read committed'",
  },
  {
    file: 'shared-journal/leases.ts',
    find: 'const { rows } = await query<{ generation: number }>(\n      `INSERT',
    put: `const looked = await query<{ generation: number; free: boolean }>(
      'SELECT generation, lease_until < clock_timestamp() AS free FROM slot WHERE slot = $1', [slot]);
    if (looked.rows[0]?.free === false && !force) return undefined;
    const { rows } = await query<{ generation: number }>(
      \`INSERT`,
  },
  {
    file: 'shared-journal/leases.ts',
    find: 'SET generation = held.generation + 1, holder',
    put: 'SET holder',
  },
  {
    file: 'shared-journal/leases.ts',
    find: 'WHERE held.lease_until < clock_timestamp() OR held.claim = excluded.claim OR $5',
    put: 'WHERE TRUE OR $5',
  },
  {
    file: 'shared-journal/leases.ts',
    find: ' AND holder = ',
    put: ' AND NULL::uuid IS DISTINCT FROM ',
  },
];

/** What leaves without a look at the clock, after the process was stopped for longer than a lease. */
const unchecked = [
  {
    file: 'shared-journal/leases.ts',
    find: '< this.#leaseMs / 2;',
    put: '< Infinity;',
  },
];

/** The process of a round, with changes of text where a defect is wanted. */
async function bundle(folder, changes) {
  const plugin = {
    name: 'mutant',
    transform(code, id) {
      const wanted = changes.filter(({ file }) => id.endsWith(`/src/${file}`));
      for (const { file, find } of wanted)
        if (!code.includes(find)) throw new Error(`${file} does not hold: ${find}`);
      return wanted.reduce((changed, { find, put }) => changed.replace(find, () => put), code);
    },
  };
  const build = await rolldown({
    cwd: root,
    input: { worker: 'test/postgres/worker.ts' },
    platform: 'node',
    external: [/^node:/, 'pg', 'libsql'],
    checks: { ineffectiveDynamicImport: false },
    plugins: [plugin, dataFiles],
    transform: { target: 'node20' },
  });
  await build.write({ dir: folder, format: 'es', entryFileNames: '[name].mjs', codeSplitting: false });
  await build.close();
  return path.join(folder, 'worker.mjs');
}

/** Numbers that can be had again: the seed is printed. */
function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Sells credits. `cuts` says whether the answer to a purchase is cut off after its effect. */
async function seller(cuts) {
  const sold = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = (value) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'POST') {
      const { credits } = JSON.parse(body);
      sold.unshift({
        id: sold.length + 1,
        amount: credits,
        reason: 'top-up',
        createdAt: new Date().toISOString(),
        by: request.url.split('/')[1],
      });
      if (cuts()) return response.destroy();
      return answer({ creditsPurchased: credits, amountUsd: 1, newBalance: 1 });
    }
    if (request.url.includes('/balance')) return answer({ balance: 1 });
    return answer({ transactions: sold.slice(0, 200), total: sold.length });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { sold, port: server.address().port, close: () => server.close() };
}

/** Starts one process. `harm(child)` may kill or stop it. */
function run(file, options, harm = () => {}) {
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const harming = harm(child);
  return new Promise((resolve) =>
    child.once('close', async (_, signal) => {
      await harming;
      resolve({ killed: signal !== null, exit: out === '' ? undefined : JSON.parse(out).exit, err });
    }),
  );
}

/** Ways to treat a process, by a number below 1; counted. */
const harmOf = (number, random, tally) => async (child) => {
  if (number > 0.75) return;
  await pause(startMs * 0.6 + random() * 500);
  if (child.exitCode !== null) return;
  if (number < 0.4) {
    tally.kills++;
    child.kill('SIGKILL');
    return;
  }
  tally.stops++;
  child.kill('SIGSTOP');
  await pause(leaseMs * (1.2 + random() * 2));
  child.kill('SIGCONT');
};

/**
 * A process that is stopped as its bytes are about to leave: meanwhile a person says that nothing was done, and others
 * buy.
 */
const pausedUntil = (notDone, begin) => async (child) => {
  const isStopping = await new Promise((resolve) => {
    child.stderr.on('data', (chunk) => `${chunk}`.includes('stopping') && resolve(true));
    child.once('close', () => resolve(false));
  });
  if (!isStopping) return;
  await pause(leaseMs * 1.5);
  await notDone();
  await begin();
  child.kill('SIGCONT');
};

async function round(number, { file, journal, random, service, tally }) {
  const credits = 1000 + number;
  const told = [];
  let ids = 0;
  const one = async (harm, at, how = {}) => {
    const id = `w${number}-${ids++}`;
    const options = {
      ...how,
      journal,
      service: `http://127.0.0.1:${service.port}/${id}/r`,
      credits,
      leaseMs,
      at,
      ...(number % 2 === 0 && { token: `token-${number}` }),
    };
    const ended = await run(file, options, harm);
    told.push({ id, ...ended });
    return ended;
  };
  const at = Date.now() + startMs;
  const begin = (count) =>
    Promise.all(Array.from({ length: count }, () => one(harmOf(random(), random, tally), at)));
  if (number % 4 !== 0) await begin(3);
  else {
    const notDone = async () => {
      tally.notDone++;
      for (let tries = 0; tries < 40; tries++)
        if ((await run(file, { journal, leaseMs, notDone: true })).exit === 0) return;
    };
    // The database may be away just then, or a commit not acknowledged: it begins again until it was stopped.
    const before = tally.notDone;
    for (let tries = 0; tries < 20 && tally.notDone === before; tries++) {
      if (tries > 0) await pause(200);
      await one(
        pausedUntil(notDone, () => begin(2)),
        undefined,
        { stops: true },
      );
    }
  }
  // The person runs the line again until it tells an outcome; what is held, or out of reach, takes a while.
  for (let tries = 0; tries < 40; tries++) {
    const { exit, err } = await one();
    if (exit === 0 || exit === 14 || /done a moment ago/.test(err)) break;
    await pause(200);
    if (tries === 39) tally.examples.push(`round ${number} never ended: ${exit} ${err}`);
  }
  judge(
    number,
    told,
    service.sold.filter(({ amount }) => amount === credits),
    tally,
  );
}

function judge(number, told, effects, tally) {
  const say = (what) =>
    tally.examples.push(
      `round ${number}: ${what}; ${told
        .slice(0, 6)
        .map(({ id, exit, killed, err }) => `${id} ${killed ? 'killed' : exit} ${err.slice(0, 300)}`)
        .join(' | ')}`,
    );
  tally.rounds++;
  if (told.some(({ exit }) => exit === 14)) tally.unknown++;
  if (effects.length > 1) {
    tally.double++;
    say(`${effects.length} effects`);
  }
  if (effects.length === 0 && told.some(({ exit }) => exit === 0)) {
    tally.falseDone++;
    say('told as done');
  }
  // By its own words nothing was sent, or it ended in another way than done or unknown.
  const wrong = told.find(
    ({ id, exit, killed }) => !killed && exit !== 0 && exit !== 14 && effects.some(({ by }) => by === id),
  );
  if (wrong) {
    tally.falseFailed++;
    say(`${wrong.id} told as failed`);
  }
  if (told.some(({ exit }) => exit === 1)) {
    tally.defects++;
    say('a defect');
  }
}

/** Plays rounds, and stops the database at once in each of so many; gives what was counted. */
export async function playRounds({ rounds, seed, parallel = 3, crashIn = 10, changes = [] }) {
  const random = chance(seed);
  const tally = {
    ...{ rounds: 0, kills: 0, stops: 0, notDone: 0, crashes: 0, drops: 0, unknown: 0 },
    ...{ double: 0, falseDone: 0, falseFailed: 0, defects: 0, examples: [] },
  };
  const folder = mkdtempSync(path.join(root, 'node_modules', '.outreach-rounds-'));
  const server = await PostgresServer.start();
  const proxy = await proxyTo(server.port, (text) => {
    const isCut = /COMMIT|WITH held/.test(text) && random() < 0.05;
    if (isCut) tally.drops++;
    return isCut;
  });
  const service = await seller(() => random() < 0.4);
  try {
    const file = await bundle(folder, changes);
    const journal = await server.newDatabase(proxy.port);
    let next = 1;
    let crashing = Promise.resolve();
    const play = async () => {
      while (next <= rounds) {
        const number = next++;
        if (number % crashIn === 0)
          crashing = crashing.then(async () => {
            await pause(100 + random() * 300);
            tally.crashes++;
            await server.stop('SIGQUIT');
            await server.begin();
          });
        await round(number, { file, journal, random, service, tally });
      }
    };
    await Promise.all(Array.from({ length: parallel }, play));
    await crashing;
  } finally {
    service.close();
    await proxy.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return tally;
}

const mutants = { claim: twoStatements, pause: unchecked };

async function main() {
  const { values } = parseArgs({
    options: { rounds: { type: 'string' }, seed: { type: 'string' }, mutant: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const began = performance.now();
  const { examples, ...counts } = await playRounds({
    rounds: Number(values.rounds ?? 300),
    seed,
    changes: mutants[values.mutant ?? ''] ?? [],
  });
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`seed ${seed}, ${seconds} s: ${JSON.stringify(counts)}\n`);
  for (const example of examples.slice(0, 5)) process.stdout.write(`  ${example}\n`);
  const isClean = counts.double + counts.falseDone + counts.falseFailed + counts.defects === 0;
  process.exitCode = (values.mutant ? counts.double > 0 : isClean && examples.length === 0) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();

export { mutants };
