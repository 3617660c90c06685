// The built program over loopback, killed with SIGKILL at random moments, and eight of it at once on one call.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../bin/outreach.js', import.meta.url));

/** Numbers that can be had again: the seed is printed. */
function chance(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

class Machine {
  folder = mkdtempSync(path.join(tmpdir(), 'outreach-kill-'));

  environment(more = {}) {
    return {
      PATH: process.env.PATH,
      HOME: this.folder,
      OUTREACH_HOME: path.join(this.folder, 'home'),
      ...more,
    };
  }

  async serve() {
    this.server = spawn(process.execPath, [program, 'sandbox', 'serve', '--port', '0', '--json', '-q'], {
      env: this.environment({ OUTREACH_HOME: path.join(this.folder, 'service') }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { baseUrl, key } = JSON.parse(
      await new Promise((resolve) => this.server.stdout.once('data', resolve)),
    );
    this.client = { OUTREACH_BASE_URL: baseUrl, OUTREACH_API_KEY: key };
  }

  /** Runs one line; killed after that many milliseconds, unless it has ended. */
  run(words, killAfter) {
    const child = spawn(process.execPath, [program, ...words], {
      env: this.environment(this.client),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.on('data', (chunk) => (err += chunk));
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    return new Promise((resolve) => {
      child.once('close', (exit, signal) => {
        clearTimeout(timer);
        resolve({ exit, killed: signal === 'SIGKILL', out, err });
      });
    });
  }

  async list(words) {
    const { out, err } = await this.run([...words, '--all', '--json']);
    if (out === '') throw new Error(`${words.join(' ')}: ${err}`);
    return JSON.parse(out).items;
  }

  async close() {
    this.server.kill('SIGTERM');
    await new Promise((resolve) => this.server.once('close', resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One of the calls that must not happen twice, its own for every number. */
const lineOf = (number) =>
  number % 2 === 0
    ? ['credits', 'buy', String(1000 + number), '--yes', '--json']
    : ['campaigns', 'create', `Number ${number}`, '--json'];

async function effectsByLine(machine) {
  const [bought, campaigns] = await Promise.all([
    machine.list(['credits', 'transactions']),
    machine.list(['campaigns', 'list']),
  ]);
  const of = (number) =>
    number % 2 === 0
      ? bought.filter(({ amount }) => amount === 1000 + number).length
      : campaigns.filter(({ name }) => name === `Number ${number}`).length;
  return of;
}

/** Kills until as many processes have died in the middle, and runs every line again until it tells an outcome. */
export async function killAtRandom(machine, { kills: wanted, seed, parallel }) {
  const next = chance(seed);
  const took = performance.now();
  await machine.run(['credits', 'balance']);
  const usual = performance.now() - took;
  const told = new Map();
  let kills = 0;
  let number = 0;
  const one = async () => {
    while (kills < wanted) {
      const mine = ++number;
      let shown = false;
      for (let tries = 0; ; tries++) {
        // Three deaths are enough for one call: then it may live.
        const killAfter = tries < 3 ? usual * 0.3 + next(Math.ceil(usual * 1.4)) : undefined;
        const ended = await machine.run(lineOf(mine), killAfter);
        if (ended.killed) {
          kills++;
          shown ||= ended.out !== '';
          continue;
        }
        // Killed after its outcome stood on stdout: the next run says that it was done a moment ago.
        const isDuplicate = ended.exit === 7 && ended.err.includes('"done_recently"');
        told.set(mine, shown && isDuplicate ? { ...ended, exit: 0 } : ended);
        break;
      }
    }
  };
  await Promise.all(Array.from({ length: parallel }, one));
  const effects = await effectsByLine(machine);
  const tally = {
    cases: told.size,
    kills,
    double: 0,
    falseDone: 0,
    falseFailed: 0,
    leftToAPerson: 0,
    examples: [],
  };
  for (const [mine, { exit, err }] of told) judge(tally, lineOf(mine).join(' '), exit, effects(mine), err);
  return tally;
}

/** Eight at once make the same call: one does, and none makes it a second time. */
export async function barrier(machine, { rounds }) {
  const tally = {
    cases: rounds,
    kills: 0,
    double: 0,
    falseDone: 0,
    falseFailed: 0,
    leftToAPerson: 0,
    examples: [],
  };
  for (let round = 0; round < rounds; round++) {
    const mine = 5001 + round;
    const ended = await Promise.all(Array.from({ length: 8 }, () => machine.run(lineOf(mine))));
    const effects = (await effectsByLine(machine))(mine);
    const done = ended.filter(({ exit }) => exit === 0).length;
    const problem = ended.find(({ exit }) => ![0, 3, 7].includes(exit));
    if (effects > 1) tally.double++;
    if (effects === 1 && done === 0) tally.falseFailed++;
    if (effects === 0 && done > 0) tally.falseDone++;
    if (effects !== 1 || done !== 1 || problem)
      tally.examples.push(
        `${lineOf(mine).join(' ')}: ${effects} effects, ${done} told as done; ${problem?.err ?? ''}`,
      );
  }
  return tally;
}

function judge(tally, line, exit, effects, err) {
  if (exit === 14) tally.leftToAPerson++;
  if (effects > 1) tally.double++;
  else if (exit === 0 && effects === 0) tally.falseDone++;
  else if (exit !== 0 && exit !== 14 && effects > 0) tally.falseFailed++;
  else return;
  tally.examples.push(`${line}: exit ${exit}, ${effects} effects; ${err}`);
}

export async function killAll({ kills = 240, rounds = 40, seed = Date.now() % 1_000_000, say = print } = {}) {
  const machine = new Machine();
  await machine.serve();
  try {
    const results = [
      [`SIGKILL, seed ${seed}`, () => killAtRandom(machine, { kills, seed, parallel: 3 })],
      ['eight at once', () => barrier(machine, { rounds })],
    ];
    let clean = true;
    for (const [name, play] of results) {
      const began = performance.now();
      const tally = await play();
      clean &&= tally.double + tally.falseDone + tally.falseFailed === 0;
      say(name, tally, (performance.now() - began) / 1000);
    }
    return clean;
  } finally {
    await machine.close();
  }
}

function print(name, { cases, kills, double, falseDone, falseFailed, leftToAPerson, examples }, seconds) {
  process.stdout.write(
    `${name}: ${cases} calls, ${kills} kills in ${seconds.toFixed(0)} s; ${double} double, ${falseDone} told as done and not, ` +
      `${falseFailed} told as failed and done; ${leftToAPerson} left to a person\n`,
  );
  for (const example of examples.slice(0, 5)) process.stdout.write(`  ${example}\n`);
}
