// Fills sandboxes with leads in 50 campaigns, lets some of them be written to, and times every list call of the contract
// over HTTP, first, middle and last pages of the largest size; then whole commands that open the sandbox, beside one that
// does not, by the clock and by processor time, as the clock also tells what else this machine was doing. With --check the
// process fails where 100,000 leads exceed a budget. SIZES (1,000,100,000 and 1,000,000) may be
// others; the program has to be built.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { row } from './table.mjs';

const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));
const contract = JSON.parse(readFileSync(new URL('../docs/openapi.json', import.meta.url), 'utf8'));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-pages-'));
const sizes = (process.env.SIZES ?? '1000 100000 1000000').split(' ').map(Number);
const budgets = { leads: 100_000, pageMs: 20, openingMs: 50 };
const [campaigns, mailboxes, launched, days] = [50, 20, 10, 10];
const [rounds, openings] = [15, 15];

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const environment = (home) => ({ PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: home });

/** Milliseconds of one whole process, by the clock and of the processor. */
function run(args, home) {
  const file = path.join(folder, 'usage.json');
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--require', usage, program, ...args], {
      env: { ...environment(home), BENCH_USAGE: file },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('close', (code) => {
      const ms = performance.now() - began;
      if (code === 0) resolve({ ms, cpuMs: JSON.parse(readFileSync(file, 'utf8')).cpuMs });
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${complaint}`));
    });
  });
}

/** Serves the sandbox while `work` talks to it. */
async function served(home, work) {
  const server = spawn(process.execPath, [program, 'sandbox', 'serve', '--port', '0', '--json', '-q'], {
    env: environment(home),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const { baseUrl, key } = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve)));
  try {
    return await work(async (method, route, body) => {
      const answer = await fetch(`${baseUrl}${route}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${text}`);
      return text;
    });
  } finally {
    server.kill('SIGINT');
    await ended;
  }
}

/** A sandbox with so many leads, ten campaigns of which have been running for ten days. */
async function fill(leads) {
  const home = path.join(folder, String(leads));
  mkdirSync(home, { mode: 0o700 });
  const file = path.join(folder, 'world.json');
  const schedule = { daysSchedule: '0,1,2,3,4,5,6' };
  const sequence = [
    { subject: 'A question for {company}', body: 'Hi {firstName},\n\nhow do you ship to {city} today?' },
    { body: 'Any thoughts, {firstName}?', delayDays: 3, useSameThread: true },
  ];
  writeFileSync(
    file,
    JSON.stringify({
      contactCap: leads,
      senders: Array.from({ length: mailboxes }, (_, at) => ({
        address: `box${at}@northwind-mail.example`,
        toggleGradualBuildUp: false,
        currentDailyLimit: 100,
        maximumSendingsLimitPerDay: 100,
      })),
      campaigns: Array.from({ length: campaigns }, (_, at) => ({
        name: `Campaign ${at}`,
        schedule,
        sequence,
      })),
    }),
  );
  await run(['sandbox', 'seed', file, '--yes', '-q'], home);
  const each = Math.min(1000, leads / campaigns);
  await served(home, async (call) => {
    for (let from = 0; from < leads; from += each)
      await call('POST', '/leads', {
        campaignId: ((from / each) % campaigns) + 1,
        leads: Array.from({ length: each }, (_, i) => ({
          email: `person${from + i}@firm${(from + i) % 3000}.example`,
          firstName: `Person${from + i}`,
          company: `Firm ${(from + i) % 3000}`,
          customVariables: { city: 'Oslo' },
        })),
      });
    for (let id = 1; id <= launched; id += 1) await call('POST', `/campaigns/${id}/resume`);
  });
  await run(['sandbox', 'clock', 'advance', `${days}d`, '-q'], home);
  return home;
}

/** Every call of the contract that gives a list without an id, with each of its filters. */
function lists() {
  const values = {
    campaignId: '1',
    email: 'person7@firm7.example',
    isConnected: 'true',
    spaceId: '2',
    query: 'acme',
  };
  return Object.entries(contract.paths).flatMap(([route, { get }]) => {
    const paging = get?.['x-paging'];
    if (!paging || route.includes('{')) return [];
    const names = get.parameters.map(({ name }) => name);
    const most = names.includes('size') ? `size=${paging.max}` : `limit=${paging.max}`;
    const needed = names.includes('query') ? `&query=${values.query}` : '';
    const filters = names.filter((name) => Object.hasOwn(values, name) && name !== 'query');
    return ['', ...filters.map((name) => `&${name}=${values[name]}`)].map((filter) => ({
      query: `${route}?${most}${needed}${filter}`,
      size: paging.max,
      by: names.includes('page') ? 'page' : names.includes('offset') ? 'offset' : undefined,
    }));
  });
}

/** The slowest page, by the median of some rounds. */
async function slowestPage(home) {
  return served(home, async (call) => {
    const pages = [];
    for (const { query, size, by } of lists()) {
      const { total = 0 } = JSON.parse(await call('GET', query));
      const last = Math.max(1, Math.ceil(total / size));
      const places = by === undefined ? [] : [...new Set([Math.ceil(last / 2), last])];
      const place = (page) => `&${by}=${by === 'page' ? page : (page - 1) * size}`;
      for (const where of ['', ...places.map(place)]) {
        const times = [];
        for (let round = 0; round < rounds; round += 1) {
          const began = performance.now();
          await call('GET', query + where);
          times.push(performance.now() - began);
        }
        pages.push({ name: query + where, ms: median(times) });
      }
    }
    return { count: pages.length, ...pages.toSorted((a, b) => b.ms - a.ms)[0] };
  });
}

/** What opening the sandbox costs: a whole command on it, less one that starts like it and opens nothing. */
async function opening(home) {
  const pairs = [];
  for (let round = 0; round <= openings; round += 1)
    pairs.push([await run(['whoami', '--json'], home), await run(['leads', 'list', '--json'], home)]);
  const timed = pairs.slice(1);
  return {
    bare: median(timed.map(([bare]) => bare.ms)),
    more: median(timed.map(([bare, list]) => list.ms - bare.ms)),
    moreCpu: median(timed.map(([bare, list]) => list.cpuMs - bare.cpuMs)),
  };
}

try {
  let exceeded = 0;
  console.log(`List pages of the sandbox, ${campaigns} campaigns, on Node ${process.versions.node}\n`);
  for (const leads of sizes) {
    const home = await fill(leads);
    const megabytes = statSync(path.join(home, 'sandbox', 'sandbox.db')).size / 2 ** 20;
    const { count, name, ms } = await slowestPage(home);
    const { bare, more, moreCpu } = await opening(home);
    const over = {
      page: leads === budgets.leads && ms > budgets.pageMs,
      opening: leads === budgets.leads && Math.min(more, moreCpu) > budgets.openingMs,
    };
    exceeded += over.page + over.opening;
    if (leads === budgets.leads)
      row(`the slowest list page, ${leads.toLocaleString('en')} leads`, `${ms.toFixed(1)} ms`, {
        budget: String(budgets.pageMs),
        isOver: over.page,
      });
    console.log(
      `${leads} leads, ${megabytes.toFixed(0)} MB: the slowest of ${count} pages ${ms.toFixed(1)} ms${over.page ? '  EXCEEDED' : ''} (${name}), ` +
        `opening ${more.toFixed(0)} ms (${moreCpu.toFixed(0)} of the processor) over the ${bare.toFixed(0)} ms of a command that opens nothing${over.opening ? '  EXCEEDED' : ''}`,
    );
    rmSync(home, { recursive: true, force: true });
  }
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
