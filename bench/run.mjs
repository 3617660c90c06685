// Times whole commands against bare Node, turn by turn in one run, and prints the ratios: only those travel between
// machines. With --check the process fails where a budget is exceeded.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as spawnTerminal } from '@lydell/node-pty';
import { nodeOfSingleFile, singleFile } from '../scripts/package.mjs';
import { peers } from './peers.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 21);
const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-bench-'));
const clean = { PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: path.join(folder, 'home') };
const key = 'run_abcdefgh_0123456789012345678901234567890123456789';

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

/** Milliseconds until a server on standard input and output has answered as many requests. */
function timeToAnswer({ args, asked }) {
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(process.execPath, args, { env: clean, stdio: ['pipe', 'pipe', 'ignore'] });
    let [answers, took] = [0, undefined];
    child.stdout.on('data', (chunk) => {
      answers += chunk.toString('latin1').split('\n').length - 1;
      if (answers < asked.length || took !== undefined) return;
      took = Number(process.hrtime.bigint() - start) / 1e6;
      child.stdin.end();
    });
    child.on('close', (code) =>
      took === undefined ? reject(new Error(`${args.join(' ')} ended with ${code}`)) : resolve(took),
    );
    for (const request of asked) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`);
  });
}

/** Milliseconds of one whole process. Not spawnSync: the loopback server lives here and has to answer. */
function time({ file = process.execPath, args, env, terminal, asked }) {
  if (asked) return timeToAnswer({ args, asked });
  if (terminal) return timeInTerminal(args);
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint();
    const child = spawn(file, args, {
      env: { ...clean, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.on('close', (code) => {
      if (code !== 0) reject(new Error(`${args.join(' ')} ended with ${code}: ${complaint}`));
      else resolve(Number(process.hrtime.bigint() - start) / 1e6);
    });
  });
}

/** The same at a terminal, whose width and colours count. */
function timeInTerminal(args) {
  const start = process.hrtime.bigint();
  const child = spawnTerminal(process.execPath, args, {
    env: { ...clean, TERM: 'xterm' },
    cols: 91,
    rows: 40,
  });
  return new Promise((resolve, reject) =>
    child.onExit(({ exitCode }) => {
      if (exitCode !== 0) reject(new Error(`${args.join(' ')} ended with ${exitCode}`));
      else resolve(Number(process.hrtime.bigint() - start) / 1e6);
    }),
  );
}

/**
 * What `npm run package` makes, against the Node that it holds; not here where that cannot be had. Without the compiled
 * code inside, `whoami` takes 1.6 times and a list 2.6 times as long.
 */
async function singleFileCases() {
  const file = await singleFile();
  const [bare, ...lines] = [
    { name: 'node -e 0 (of the single file)', file: nodeOfSingleFile(), args: ['-e', '0'] },
    { name: 'single file --version', args: ['--version'], budget: 1.2 },
    { name: 'single file whoami --json', args: ['whoami', '--json'], budget: 1.5 },
    { name: 'single file leads list --json (sandbox)', args: ['leads', 'list', '--json'], budget: 2.2 },
  ];
  const cases = [bare, ...lines.map((one) => ({ ...one, file, floor: bare }))];
  return file === undefined ? cases.map(({ name }) => ({ name })) : cases;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

const server = await loopback();
const live = { OUTREACH_BASE_URL: server.url, OUTREACH_API_KEY: key };
const [major] = process.versions.node.split('.').map(Number);
const list = [program, 'leads', 'list', '--json'];
const bare = { name: 'node -e 0', args: ['-e', '0'] };
const bareInTerminal = { name: 'node -e 0 (terminal)', args: ['-e', '0'], terminal: true };
const cases = [
  bare,
  bareInTerminal,
  { name: 'outreach --version', args: [program, '--version'], budget: 1.1 },
  { name: 'outreach --help', args: [program, '--help'], budget: 1.1 },
  { name: 'outreach completion bash', args: [program, 'completion', 'bash'], budget: 1.1 },
  { name: 'outreach __names (profiles)', args: [program, '__names', 'profiles', '', '', ''], budget: 1.5 },
  { name: 'outreach __names (campaigns)', args: [program, '__names', 'campaigns', '', '', ''], budget: 1.6 },
  { name: 'outreach leads --help', args: [program, 'leads', '--help'], budget: 1.1 },
  { name: 'outreach finder import --help', args: [program, 'finder', 'import', '--help'], budget: 1.3 },
  {
    name: 'outreach finder import --help (terminal)',
    args: [program, 'finder', 'import', '--help'],
    floor: bareInTerminal,
    terminal: true,
    budget: 1.3,
  },
  { name: 'outreach whoami --json', args: [program, 'whoami', '--json'], budget: 1.6 },
  { name: 'outreach leads list --json (sandbox)', args: list, budget: 2.5 },
  { name: 'outreach campaigns list (sandbox)', args: [program, 'campaigns', 'list'], budget: 3.1 },
  { name: 'outreach credits balance (sandbox)', args: [program, 'credits', 'balance'], budget: 3.1 },
  { name: 'outreach status (sandbox)', args: [program, 'status'], budget: 5.4 },
  { name: 'outreach mcp serve, to initialize', args: [program, 'mcp', 'serve'], asked: [hello], budget: 3 },
  {
    name: 'outreach mcp serve, to tools/list',
    args: [program, 'mcp', 'serve', '--tools', 'effects'],
    asked: [hello, { id: 2, method: 'tools/list', params: {} }],
    budget: 3,
  },
  {
    name: 'outreach leads list --json (loopback)',
    args: list,
    env: live,
    budget: major >= 24 ? 3 : 4,
  },
  ...(await singleFileCases()),
  ...peers(),
];

try {
  const example = fileURLToPath(new URL('../examples/crm-export.csv', import.meta.url));
  const seeded = spawnSync(process.execPath, [program, 'leads', 'import', example, '-q'], {
    env: clean,
    cwd: folder,
    encoding: 'utf8',
  });
  if (seeded.status !== 0) throw new Error(`the sandbox could not be filled: ${seeded.stderr}`);

  const there = cases.filter(({ args }) => args !== undefined);
  const times = new Map(there.map(({ name }) => [name, []]));
  for (const one of there) await time(one);
  for (let round = 0; round < rounds; round += 1) {
    for (const one of there) times.get(one.name).push(await time(one));
  }

  // Round by round, because other work on this machine slows down all that runs at the same moment.
  const floor = times.get(bare.name);
  const ratioOf = ({ name, floor: own = bare }) =>
    median(times.get(name).map((ms, round) => ms / times.get(own.name)[round]));
  console.log(
    `Start-up: medians of ${rounds} rounds on Node ${process.versions.node}, as ratios to bare node (${median(floor).toFixed(0)} ms)\n`,
  );
  let exceeded = 0;
  for (const one of cases) {
    const { name, args, budget } = one;
    if (args === undefined) {
      console.log(`${name.padEnd(40)}not here`);
      continue;
    }
    const ratio = ratioOf(one);
    const over = budget !== undefined && ratio > budget;
    if (over) exceeded += 1;
    const verdict = budget === undefined ? '' : `budget ${budget.toFixed(2)}${over ? '  EXCEEDED' : ''}`;
    console.log(`${name.padEnd(40)}${ratio.toFixed(2).padStart(6)}   ${verdict}`.trimEnd());
  }
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

for (const name of [
  'month',
  'busy',
  'pace',
  'import',
  'audit',
  'pages',
  'import-budget',
  'export',
  'answers',
  'forecast',
  'check',
  'shared-journal',
]) {
  console.log();
  await import(`./${name}.mjs`);
}
