// Three clients of `sandbox serve` while another process lets a month pass in the same world: how long they wait, and how
// much slower the month is than without them. With --check it fails where a client waits too long at the 99th percentile.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { client, leads, mailboxes, prepareCampaign, serve } from './campaign.mjs';
import { environment, runOutreach } from './program.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-busy-'));
const worlds = Object.fromEntries(
  ['start', 'alone', 'served'].map((name) => [name, path.join(folder, name)]),
);
const budget = { p99: 100 };

const month = (world) => runOutreach(['sandbox', 'clock', 'advance', '30d', '-q'], { folder: world });

/** Calls again and again, 10 ms after each answer, until `over`; milliseconds of each. */
async function loop(call, over) {
  const waits = [];
  for (let at = 0; !over.aborted; at++) {
    const began = performance.now();
    await call(at);
    waits.push(performance.now() - began);
    await pause(10);
  }
  return waits;
}

const calls = (call) => [
  ['GET /campaigns', () => call('GET', '/campaigns')],
  ['GET /leads', () => call('GET', '/leads')],
  ['POST /leads', (at) => call('POST', '/leads', { leads: [{ email: `busy${at}@firm.example` }] })],
];

const share = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];

try {
  await prepareCampaign(environment(worlds.start));
  for (const name of ['alone', 'served']) cpSync(worlds.start, worlds[name], { recursive: true });
  const alone = await month(worlds.alone);
  const server = await serve(environment(worlds.served));
  let served;
  let loops;
  try {
    const over = new AbortController();
    const running = calls(client(server)).map(([, call]) => loop(call, over.signal));
    served = await month(worlds.served).finally(() => over.abort());
    loops = await Promise.all(running);
  } finally {
    await server.stop();
  }
  console.log(
    `A served sandbox while a month passes (${leads} leads, ${mailboxes} mailboxes), on Node ${process.versions.node}\n`,
  );
  for (const [name, { ms, cpuMs }] of [
    ['alone', alone],
    ['with three clients', served],
  ])
    console.log(
      `the month ${name.padEnd(20)}${(ms / 1000).toFixed(1)} s, ${(cpuMs / 1000).toFixed(1)} s of CPU time`,
    );
  console.log();
  const over = [];
  for (const [index, [name]] of calls().entries()) {
    const sorted = loops[index].toSorted((a, b) => a - b);
    const [p50, p99, max] = [0.5, 0.99, 1].map((part) => share(sorted, part));
    console.log(
      `${name.padEnd(16)}${sorted.length} answers, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`,
    );
    if (p99 > budget.p99) over.push(`${name} takes more than ${budget.p99} ms at the 99th percentile`);
  }
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
