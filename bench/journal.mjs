// `journal list --limit 5` and `status` with a journal of 1,000,000 past calls against one of a single call, turn by turn:
// CPU time as a ratio. With --check the process fails over budget. ENTRIES may be another number.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { environment, runOutreach } from './program.mjs';
import { row } from './table.mjs';

const entries = Number(process.env.ENTRIES ?? 1_000_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const budget = 1.5;
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-journal-'));
const homes = { one: path.join(folder, 'one'), many: path.join(folder, 'many') };
const run = async (name, line) =>
  (await runOutreach(line.split(' '), { folder, env: environment(homes[name]) })).cpuMs;
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Copies of the one call that the program has written down, an hour after one another, up to yesterday. */
async function fill(file) {
  const sqlite = process.getBuiltinModule?.('node:sqlite');
  const { default: Libsql } = sqlite ? {} : await import('libsql');
  const database = sqlite ? new sqlite.DatabaseSync(file) : new Libsql(file);
  const columns = database
    .prepare("SELECT name FROM pragma_table_info('intent')")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== 'id');
  const earlier = (name) =>
    name.endsWith('_at') ? `${name} - 86400000 - n * 36000` : /slot|like/.test(name) ? `${name} || n` : name;
  database.exec(
    `INSERT INTO intent (${columns.join(', ')})
       WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${entries - 1})
       SELECT ${columns.map(earlier).join(', ')} FROM intent, number WHERE id = 1`,
  );
  database.close();
}

try {
  for (const name of Object.keys(homes)) await run(name, 'credits buy 1000 --yes --json');
  await fill(path.join(homes.many, 'home', 'state', 'journal.db'));
  let exceeded = 0;
  for (const line of ['journal list --limit 5', 'status']) {
    const ratios = [];
    for (let round = 0; round <= rounds; round += 1) {
      const alone = await run('one', line);
      ratios.push((await run('many', line)) / alone);
    }
    const ratio = median(ratios.slice(1));
    const isOver = ratio > budget;
    exceeded += isOver;
    const job = `${line}, ${entries.toLocaleString('en')} past calls`;
    console.log(`${job}: ${ratio.toFixed(2)} times one call (budget ${budget})${isOver ? '  EXCEEDED' : ''}`);
    row(job, `${ratio.toFixed(2)} × one call`, { budget: String(budget), isOver });
  }
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
