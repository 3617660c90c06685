// npm run crash: the real program against the sandbox in memory, killed at every step in every weather, and for real.
// --full plays two deaths in a case, without the program and a part of them with it; --shared plays the cases over a journal
// in PostgreSQL; --only campaigns.resume plays one operation; --mutants builds defects in, one after another, and wants each noticed.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dataFiles } from '../../scripts/data-files.mjs';
import { PostgresServer } from '../postgres/server.mjs';
import { mutants } from './mutants.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const full = process.argv.includes('--full');
const shared = process.argv.includes('--shared');
const mutating = process.argv.includes('--mutants');
const only = process.argv.includes('--only') ? [process.argv[process.argv.indexOf('--only') + 1]] : undefined;
/** `--mutants 3`: only the first three. */
const mostMutants = Number(process.argv[process.argv.indexOf('--mutants') + 1]) || mutants.length;
const workers = availableParallelism();
const zero = ['double', 'falseDone', 'falseFailed', 'unsettled'];

/** The harness with the program in it, with one change of text where a mutant is wanted. */
async function bundle(folder, mutant) {
  let changed = mutant === undefined;
  const plugin = {
    name: 'mutant',
    transform(code, id) {
      if (changed || !id.endsWith(`/src/${mutant.file}`)) return undefined;
      if (!code.includes(mutant.find)) throw new Error(`${mutant.file} does not hold: ${mutant.find}`);
      changed = true;
      return code.replace(mutant.find, () => mutant.put);
    },
  };
  const build = await rolldown({
    cwd: root,
    input: { worker: 'test/crash/worker.ts' },
    platform: 'node',
    external: [/^node:/, 'libsql', 'pg'],
    checks: { ineffectiveDynamicImport: false },
    plugins: [dataFiles, plugin],
    transform: { target: 'node20' },
  });
  await build.write({
    dir: folder,
    format: 'es',
    entryFileNames: '[name].mjs',
    // In one piece: what is loaded at first use is asked for by every call.
    codeSplitting: false,
  });
  await build.close();
  if (!changed) throw new Error(`${mutant.file} was not bundled`);
  return path.join(folder, 'worker.mjs');
}

/** Runs one worker to its end; `sofar` hears of its progress. */
function work(file, options, sofar = () => {}) {
  const child = spawn(process.execPath, [file, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let text = '';
    let end;
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      for (const line of lines) {
        const said = JSON.parse(line);
        if (said.sofar) sofar(said.sofar);
        if (said.end) end = said.end;
      }
    });
    child.once('error', reject);
    child.once('close', (code) => (end ? resolve(end) : reject(new Error(`a worker ended with ${code}`))));
  });
}

const sum = (tallies) => ({
  ...Object.fromEntries(
    ['cases', 'diedTwice', 'leftToAPerson', ...zero].map((name) => [
      name,
      tallies.reduce((all, tally) => all + tally[name], 0),
    ]),
  ),
  examples: tallies.flatMap(({ examples }) => examples),
});

const grouped = (number) => number.toLocaleString('en');

function report({ name, share, crashes, least }, tally, seconds) {
  const { cases, diedTwice, double, falseDone, falseFailed, unsettled, leftToAPerson, examples } = tally;
  const [counted, many] =
    crashes === 2 ? [diedTwice, `, ${grouped(diedTwice)} of them with two crashes`] : [cases, ''];
  process.stdout.write(
    `${name}: ${grouped(cases)} cases${many}, in ${seconds.toFixed(0)} s (${share * 100}% of all weathers); ` +
      `${double} double, ${falseDone} told as done and not, ${falseFailed} told as failed and done, ` +
      `${unsettled} not settled; ${grouped(leftToAPerson)} left to a person\n`,
  );
  for (const example of examples.slice(0, 5)) process.stdout.write(`  ${example}\n`);
  if (only === undefined && counted < least) process.stdout.write(`  fewer than ${grouped(least)}\n`);
  return (only !== undefined || counted >= least) && zero.every((count) => tally[count] === 0);
}

/** Each plays every death in its share of all weathers: a weather is a fault of one call, and how the lists behave. */
const sweeps = full
  ? [
      {
        name: 'two crashes, client, guard and journal without the program',
        through: 'client',
        crashes: 2,
        share: 0.64,
        least: 500_000,
      },
      {
        name: 'two crashes, through the program',
        through: 'program',
        crashes: 2,
        share: 0.026,
        least: 20_000,
      },
    ]
  : [
      {
        name: `one crash, through the program${shared ? ', over PostgreSQL' : ''}`,
        through: 'program',
        crashes: 1,
        share: 0.5,
        least: 20_000,
      },
    ];

async function sweepAll(folder) {
  const file = await bundle(folder);
  // No server dies here, only programs: nothing has to reach the disk.
  const server = shared ? await PostgresServer.start(['fsync=off']) : undefined;
  try {
    let clean = true;
    for (const which of sweeps) if (!(await sweepShare(file, which, server))) clean = false;
    return clean;
  } finally {
    await server?.close();
  }
}

async function sweepShare(file, which, server) {
  const { through, crashes, share } = which;
  const began = performance.now();
  let shown = began;
  const counts = new Map();
  const journals = await Promise.all(Array.from({ length: workers }, () => server?.newDatabase()));
  const tallies = await Promise.all(
    journals.map((journal, number) =>
      work(
        file,
        { through, crashes, share, journal, operations: only, worker: { number, of: workers } },
        ({ cases }) => {
          counts.set(number, cases);
          if (performance.now() - shown < 10_000) return;
          shown = performance.now();
          const all = [...counts.values()].reduce((a, b) => a + b, 0);
          process.stderr.write(`  ${grouped(all)} cases after ${((shown - began) / 1000).toFixed(0)} s\n`);
        },
      ),
    ),
  );
  return report(which, sum(tallies), (performance.now() - began) / 1000);
}

async function mutate(folder) {
  let missed = 0;
  const check = async (mutant) => {
    const own = path.join(folder, `m${mutants.indexOf(mutant)}`);
    const file = await bundle(own, mutant);
    const { operations } = mutant;
    const options = { through: 'program', crashes: 1, share: 1, operations, untilWrong: true };
    const tally = await work(file, options);
    const caught = zero.some((count) => tally[count] > 0);
    if (!caught) missed++;
    process.stdout.write(
      `${caught ? 'caught' : 'MISSED'}  ${mutant.name}: ${tally.examples[0] ?? `${tally.cases} cases`}\n`,
    );
  };
  const queue = mutants.slice(0, mostMutants);
  const take = async () => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) await check(mutant);
  };
  await Promise.all(Array.from({ length: workers }, take));
  const built = Math.min(mutants.length, mostMutants);
  process.stdout.write(`${built - missed} of ${built} defects caught\n`);
  return missed === 0;
}

if (shared && (full || mutating)) {
  process.stderr.write('--shared goes with neither --full nor --mutants\n');
  process.exit(2);
}
const folder = mkdtempSync(path.join(root, 'node_modules', '.outreach-crash-'));
try {
  const clean = mutating ? await mutate(folder) : await sweepAll(folder);
  const real = full || mutating || shared || only ? true : await (await import('./processes.mjs')).killAll();
  process.exitCode = clean && real ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
