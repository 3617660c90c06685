// How fast a rehearsal is: a month of a campaign with 25,000 leads, 40 mailboxes and three steps, as emails a second of
// CPU time. A figure of one machine says nothing about another, so one run also measures how many emails the same engine
// writes when it does nothing else, and where BENCH_BASE names another checkout (built), how fast that one is.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { prepareCampaign } from './campaign.mjs';
import { environment, program, run } from './program.mjs';
import { row } from './table.mjs';

const size = { leads: Number(process.env.BENCH_LEADS ?? 25_000), mailboxes: 40 };
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const budget = { timesWriting: 6.9, timesBase: 1.1 };
const base = process.env.BENCH_BASE;
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-rehearsal-'));
const writer = fileURLToPath(new URL('write-emails.mjs', import.meta.url));
const programs = { 'this program': program, ...(base && { [base]: path.resolve(base, 'bin/outreach.js') }) };

/** Emails a second of CPU time in a copy of the world that the program itself has made, if it could. */
async function rehearse(file, world) {
  const copy = path.join(folder, 'copy');
  cpSync(world, copy, { recursive: true });
  const move = [file, 'sandbox', 'clock', 'advance', '30d', '--json'];
  const { cpuMs, out } = await run(move, { folder: copy, keepOutput: true });
  rmSync(copy, { recursive: true });
  return (JSON.parse(out).emailsSent / cpuMs) * 1000;
}

/** The same for nothing but writing the first emails down as sent. */
async function write(world) {
  const copy = path.join(folder, 'copy');
  cpSync(world, copy, { recursive: true });
  const { cpuMs } = await run([writer, path.join(copy, 'home', 'sandbox', 'sandbox.db')], { folder: copy });
  rmSync(copy, { recursive: true });
  return (size.leads / cpuMs) * 1000;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const worlds = {};
  for (const [name, file] of Object.entries(programs)) {
    worlds[name] = path.join(folder, `world-${Object.keys(worlds).length}`);
    await prepareCampaign(environment(worlds[name]), { ...size, program: file });
  }
  const rates = Object.fromEntries(['writing alone', ...Object.keys(programs)].map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    rates['writing alone'].push(await write(worlds['this program']));
    for (const [name, file] of Object.entries(programs)) rates[name].push(await rehearse(file, worlds[name]));
  }
  console.log(
    `A rehearsal (${size.leads} leads, ${size.mailboxes} mailboxes, 30 days), on Node ${process.versions.node}: medians of ${rounds} rounds\n`,
  );
  for (const [name, values] of Object.entries(rates))
    console.log(`${name.padEnd(40)}${median(values).toFixed(0).padStart(8)} emails a second of CPU time`);
  // Round by round, because other work on this machine slows down all that runs at the same moment.
  const ratio = (of, to) => median(rates[of].map((rate, round) => rate / rates[to][round]));
  const slower = ratio('writing alone', 'this program');
  console.log(`\n${slower.toFixed(1)} times what writing them alone takes, budget ${budget.timesWriting}`);
  const over = slower > budget.timesWriting ? ['a rehearsal takes too long'] : [];
  if (base) {
    const faster = ratio('this program', base);
    console.log(`${faster.toFixed(2)} times as fast as ${base}, budget ${budget.timesBase}`);
    if (faster < budget.timesBase) over.push('a rehearsal is not as much faster as it should be');
  }
  row(`a rehearsal, ${size.leads.toLocaleString('en')} leads, 30 days`, `${slower.toFixed(1)} × writing`, {
    budget: budget.timesWriting.toFixed(1),
    isOver: slower > budget.timesWriting,
  });
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
