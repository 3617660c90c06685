// @module-tag slow
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxKey } from '../../src/contract/keys.ts';
import type { Transport } from '../../src/contract/wire.ts';
import { openDatabase } from '../../src/local/database.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { whole } from '../sweep/slice.ts';
import { Disk } from './disk.ts';
import { Fate, Killed } from './fate.ts';
import { throughProgram } from './program.ts';

const fileOf = (name: string, limit: number, more = '', steps = 2) =>
  [
    '---',
    `name: ${name}`,
    `dailyLimit: ${limit}`,
    'stopAcrossCampaigns: true',
    more,
    'senders: ["*@northwind-mail.example"]',
    '---',
    '--- step ---',
    `Subject: A question of ${name}`,
    '',
    `Hello {firstName}, reply "no" to opt out. ${limit}`,
    ...Array.from(
      { length: steps - 1 },
      (_, at) => `\n--- step delay=${at + 2}d thread ---\n\nAgain, ${limit}`,
    ),
    '',
  ]
    .filter((line, index) => line !== '' || index > 5)
    .join('\n');

const schedule = 'schedule: { days: mon-fri, from: "09:00", to: "17:00" }';

type Folder = Readonly<Record<string, string>>;

/** What is there before, and what is applied then. */
interface Scene {
  readonly name: string;
  readonly before?: Folder;
  readonly after: Folder;
  /** What is applied is a saved plan. */
  readonly isSaved?: true;
  /** The line that launches it, with these people. */
  readonly launch?: { readonly line: string; readonly leads: string };
}

const scenes: readonly Scene[] = [
  {
    name: 'an empty account',
    after: { 'a.md': fileOf('Autumn', 200, schedule), 'b.md': fileOf('Winter', 100) },
  },
  {
    name: 'a campaign that changes, and a new one before it',
    before: { 'b.md': fileOf('Winter', 100) },
    after: { 'a.md': fileOf('Autumn', 200, schedule, 3), 'b.md': fileOf('Winter', 50, schedule, 3) },
  },
  {
    name: 'a saved plan',
    isSaved: true,
    before: { 'b.md': fileOf('Winter', 100) },
    after: { 'a.md': fileOf('Autumn', 200, schedule, 3), 'b.md': fileOf('Winter', 50, schedule, 3) },
  },
  {
    name: 'a launch with leads',
    after: { 'a.md': fileOf('Autumn', 200, schedule) },
    launch: {
      line: 'campaigns apply c/a.md --leads c/leads.csv --start --yes',
      leads: 'email,firstName\nana@lumen.example,Ana\nben@lumen.example,Ben\n',
    },
  },
  {
    name: 'a renamed file and a renamed campaign',
    before: { 'a.md': fileOf('Autumn', 200, schedule), 'b.md': fileOf('Winter', 100) },
    after: {
      'c.md': fileOf('Autumn', 150, schedule),
      'b.md': fileOf('Spring', 100),
      'd.md': fileOf('Winter', 7),
    },
  },
];

/** A machine and a service, on which processes live and die. */
async function machineOf() {
  const home = mkdtempSync(join(tmpdir(), 'outreach-apply-'));
  const living = new Set<number>();
  const [database, disk] = await Promise.all([
    openDatabase(':memory:'),
    Disk.make(({ pid }) => living.has(pid)),
  ]);
  let now = Date.UTC(2026, 2, 2, 8);
  let pids = 0;
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += Math.ceil(ms);
    },
  };
  const { transport } = await createSandbox({ database, clock });
  const writes: string[] = [];
  /** Dies before what changes something leaves, or before its answer is heard. */
  const network =
    (fate: Fate): Transport =>
    async (request, signal) => {
      const isWrite = request.method !== 'GET';
      if (fate.dead) throw new Killed();
      if (isWrite) fate.step();
      try {
        if (isWrite) writes.push(`${request.method} ${request.path}`);
        const headers = { ...request.headers, authorization: `Bearer ${sandboxKey}` };
        return await transport({ ...request, headers }, signal);
      } finally {
        if (isWrite) fate.step();
      }
    };
  const run = async (line: string, fate = new Fate()) => {
    const pid = ++pids;
    living.add(pid);
    now += 1000;
    const complain = (text: string) => {
      if (fate.dead) throw new Killed();
      fate.err += text;
    };
    const print = (text: string) => {
      if (fate.dead) throw new Killed();
      fate.out += text;
    };
    const parts = { home, clock, random: Math.random, transport: network(fate), print, complain };
    const ended = await throughProgram({ ...parts, journal: disk.journalOf(pid, fate) }, { line }).catch(
      (error) => {
        if (fate.dead && error instanceof Killed) return { exit: -1 };
        throw error;
      },
    );
    living.delete(pid);
    return { exit: fate.dead ? -1 : ended.exit, out: fate.out, err: fate.err, steps: fate.steps };
  };
  const write = (folder: Folder) => {
    rmSync(join(home, 'c'), { recursive: true, force: true, maxRetries: 2 });
    mkdirSync(join(home, 'c'));
    for (const [file, text] of Object.entries(folder)) writeFileSync(join(home, 'c', file), text);
  };
  const later = (ms: number) => {
    now += ms;
  };
  const started = () =>
    database
      .prepare("SELECT count(*) AS n FROM ledger WHERE operation = 'campaigns.resume'")
      .get<{ n: number }>()?.n;
  const close = () => {
    database.close();
    disk.close();
    rmSync(home, { recursive: true, force: true });
  };
  return { home, run, later, write, writes, started, close };
}

type Machine = Awaited<ReturnType<typeof machineOf>>;

async function prepared({ before, after: given, isSaved, launch }: Scene): Promise<Machine> {
  const machine = await machineOf();
  const after = { ...given, ...(launch && { 'leads.csv': launch.leads }) };
  if (before) {
    machine.write(before);
    expect(await machine.run('campaigns apply c --yes -q')).toMatchObject({ exit: 0, err: '' });
    const lock = await import('node:fs').then(({ readFileSync }) =>
      readFileSync(join(machine.home, 'c', 'outreach.lock.json'), 'utf8'),
    );
    machine.write({ ...after, 'outreach.lock.json': lock });
  } else machine.write(after);
  if (isSaved) expect(await machine.run('campaigns plan c --out p.json -q')).toMatchObject({ exit: 0 });
  machine.writes.length = 0;
  return machine;
}

/** All that is to be seen afterwards, without what follows from the time. */
async function standing({ run, writes }: Machine) {
  const { items } = JSON.parse((await run('campaigns list --all --json')).out);
  const open = JSON.parse((await run('journal list --open --json')).out);
  const left = await run('campaigns apply c --dry-run --json');
  const people = JSON.parse((await run('leads list --json')).out);
  return {
    names: items.map(({ name, status }: { name: string; status: string }) => `${name} ${status}`).sort(),
    open: open.items,
    people: people.total,
    actions: JSON.parse(left.out).items.map((item: { action?: string }) => item.action),
    creations: writes.filter((call) => call === 'POST /campaigns').length,
  };
}

let kills = 0;

/** At which steps the processes die, one after another: at each, and in the long sweep also two and three of them. */
function deathsOf(steps: number): number[][] {
  const every = Array.from({ length: steps }, (_, index) => index + 1);
  const few = Math.ceil(steps / 7);
  if (!whole) return every.filter((at) => at % few === 1).map((at) => [at]);
  // A second process has less to do.
  const soon = (at: number) => 1 + (at % 17);
  return every.flatMap((at) => [
    [at],
    [at, soon(at * 5)],
    [at, 1 + (at % 5)],
    [at, soon(at * 3), soon(at * 7)],
  ]);
}

describe('an apply that is killed, and run again', () => {
  it.each(scenes)('ends as one that lives: $name', { timeout: 240_000 }, async (scene) => {
    const clean = await prepared(scene);
    const line = scene.launch?.line ?? `campaigns apply ${scene.isSaved ? 'p.json' : 'c'} --yes`;
    const lived = await clean.run(`${line} -q`);
    expect(lived).toMatchObject({ exit: 0, err: '' });
    const wanted = await standing(clean);
    expect({ ...wanted, actions: [...new Set(wanted.actions)] }).toMatchObject({
      actions: ['same'],
      open: [],
    });
    clean.close();
    const wrongs: string[] = [];
    for (const deaths of deathsOf(lived.steps)) {
      const at = deaths.join(' and ');
      const machine = await prepared(scene);
      let killed = { exit: 0 };
      for (const step of deaths) {
        killed = await machine.run(`${line} -q`, new Fate(step));
        kills += killed.exit === -1 ? 1 : 0;
      }
      let again = await machine.run(line);
      if (again.exit === 14) {
        // A creation that never left looks like one that is late: it is made again after a day, and not before.
        const left = machine.writes.length;
        const early = await machine.run(line);
        if (early.exit !== 14 || machine.writes.length > left) wrongs.push(`${at}: it was made again early`);
        machine.later(86_400_000);
        again = await machine.run(line);
      }
      const now = await standing(machine);
      const third = await machine.run(`${line} -q`);
      if (deaths.length === 1 && killed.exit !== -1) wrongs.push(`${at}: it was not killed`);
      if (again.exit !== 0) wrongs.push(`${at}: the second run ended with ${again.exit} ${again.err}`);
      if (third.exit !== 0) wrongs.push(`${at}: the third run ended with ${third.exit} ${third.err}`);
      const starts = machine.started();
      if (scene.launch && starts !== 1) wrongs.push(`${at}: it was started ${starts} times`);
      const { creations: _, ...rest } = now;
      const { creations: __, ...others } = wanted;
      if (JSON.stringify(rest) !== JSON.stringify(others)) wrongs.push(`${at}: ${JSON.stringify(rest)}`);
      machine.close();
    }
    expect(wrongs).toEqual([]);
  });

  it('is killed often enough', () => expect(kills).toBeGreaterThanOrEqual(whole ? 500 : 20));
});
