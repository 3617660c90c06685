// Prints one table: job, figure, budget, best peer. Everyday commands are timed against bare Node, turn by turn in one
// run: CPU time as a ratio to `node -e 0`; a peer was measured once in the same way. Then the long jobs, each from its own
// file beside this one. With --check the process fails where a budget is exceeded. BENCH_ROUNDS may be another number;
// --short leaves the long jobs out.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareCampaign } from './campaign.mjs';
import { environment, key, program } from './program.mjs';
import { tableLine } from './table.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 15);
const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-bench-'));
const clean = environment(folder);
const running = path.join(folder, 'running');

/** Answers like the service would for a page of twenty leads; one process, so that the client's cost is what is seen. */
async function loopback() {
  const leads = Array.from({ length: 20 }, (_, id) => ({
    id,
    email: `lead${id}@lumen.example`,
    firstName: 'Ana',
    tag: null,
  }));
  const body = JSON.stringify({ leads, total: 20, page: 1, limit: 20, hasMore: false });
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end(body),
  );
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/r`, close: () => server.close() };
}

const hello = {
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
};

/** CPU milliseconds of one whole process; one that is `asked` ends when it has answered as many requests. */
function time({ args, env, asked = [] }) {
  const measured = path.join(folder, 'usage.json');
  const child = spawn(process.execPath, ['--require', usage, ...args], {
    env: { ...clean, BENCH_USAGE: measured, ...env },
    stdio: [asked.length > 0 ? 'pipe' : 'ignore', asked.length > 0 ? 'pipe' : 'ignore', 'ignore'],
  });
  let answers = 0;
  child.stdout?.on('data', (chunk) => {
    answers += chunk.toString('latin1').split('\n').length - 1;
    if (answers >= asked.length) child.stdin.end();
  });
  for (const request of asked) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
  return new Promise((resolve, reject) =>
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(readFileSync(measured, 'utf8')).cpuMs);
      else reject(new Error(`${args.join(' ')} ended with ${code}`));
    }),
  );
}

/** Files beside this one, with the size that keeps the whole table within ten minutes. */
const longJobs = {
  import: {},
  audit: { ROWS: '300000' },
  export: { ROWS: '300000' },
  answers: {},
  check: { LEADS: '100000' },
  rehearsal: {},
  pages: { SIZES: '100000' },
  serve: { BENCH_REQUESTS: '0' },
  journal: {},
  'shared-journal': {},
};

/** Its lines of the table come through a file of their own; what else it prints is for a run of it alone. */
function runLong(name) {
  const script = fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
  const child = spawn(process.execPath, [script, '--check'], {
    env: { ...process.env, ...longJobs[name], BENCH_TABLE: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 1],
  });
  return new Promise((resolve) => child.once('close', resolve));
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const server = await loopback();
const live = { OUTREACH_BASE_URL: server.url, OUTREACH_API_KEY: key };
const bare = { name: 'node -e 0', args: ['-e', '0'] };
const job = (line, budget, more = {}) => ({
  name: line,
  args: [program, ...line.split(' ')],
  budget,
  ...more,
});
const cases = [
  bare,
  job('--version', 1.1, { peer: 'resend-cli 2.67' }),
  job('--help', 1.2, { peer: 'resend-cli 2.82' }),
  job('leads --help', 1.2),
  job('__names campaigns', 1.35),
  job('whoami', 1.58),
  job('credits balance', 2.55),
  job('campaigns list', 2.75),
  job('leads list --limit 5', 2.65),
  job('replies list', 2.75),
  job('status', 3.85),
  job('status', 5.5, { name: 'status, a campaign of 600 leads runs', env: environment(running) }),
  job('leads list --json', 3.7, {
    name: 'leads list --json, over loopback',
    env: live,
    peer: 'resend-cli 8.30',
  }),
  job('mcp serve --tools effects', 3.35, {
    name: 'mcp serve, to tools/list',
    asked: [hello, { id: 2, method: 'tools/list', params: {} }],
  }),
];

try {
  const example = fileURLToPath(new URL('../examples/crm-export.csv', import.meta.url));
  const seeded = spawnSync(process.execPath, [program, 'leads', 'import', example, '-q'], {
    env: clean,
    cwd: folder,
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(`the sandbox could not be filled: ${seeded.stderr}`);

  await prepareCampaign(environment(running), { leads: 600, mailboxes: 10 });

  const times = new Map(cases.map(({ name }) => [name, []]));
  for (const one of cases) await time(one);
  for (let round = 0; round < rounds; round += 1)
    for (const one of cases) times.get(one.name).push(await time(one));

  // Round by round, because other work on this machine slows down all that runs at the same moment.
  const floor = times.get(bare.name);
  console.log(
    `CPU time, medians of ${rounds} rounds on Node ${process.versions.node}, as ratios to node -e 0 (${median(floor).toFixed(0)} ms)\n`,
  );
  console.log(tableLine('job', 'figure', { budget: 'budget', peer: 'best peer' }));
  let exceeded = 0;
  for (const { name, budget, peer = '' } of cases) {
    const ratio = median(times.get(name).map((ms, round) => ms / floor[round]));
    const isOver = budget !== undefined && ratio > budget;
    if (isOver) exceeded += 1;
    console.log(tableLine(name, ratio.toFixed(2), { budget: budget?.toFixed(2), peer, isOver }));
  }
  for (const name of process.argv.includes('--short') ? [] : Object.keys(longJobs))
    if ((await runLong(name)) !== 0) exceeded += 1;
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
