// Writes every lead of a loopback server, page by page, as NDJSON, as JSON and to a file, and compares peak memory with
// that of a tenth of them; then draws tables on a terminal of ten thousand rows and of a thousand. With --check the
// process fails where a budget is exceeded. ROWS (1,000,000) may be another number; the program has to be built.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawn as spawnTerminal } from '@lydell/node-pty';
import { environment, key, program, runOutreach } from './program.mjs';
import { row } from './table.mjs';

const rows = Number(process.env.ROWS ?? 1_000_000);
const budgets = { megabytes: 130, growth: 1.5, table: 12 };
const forms = [
  ['NDJSON', ['leads', 'export', '--ndjson']],
  ['JSON', ['leads', 'list', '--all', '--json']],
  ['a file', ['leads', 'export', '--output', 'leads.ndjson']],
];
const tableRows = [1000, 10_000];
const rounds = 3;

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-export-'));
let exceeded = 0;
const judged = (over) => {
  exceeded += over;
  return over ? '  EXCEEDED' : '';
};

/** Calls `work` with the environment of a program that finds so many leads. */
async function served(count, work) {
  const script = fileURLToPath(new URL('leads-service.mjs', import.meta.url));
  const server = spawn(process.execPath, [script, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const port = String(await new Promise((ready) => server.stdout.once('data', ready))).trim();
    return await work({
      OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`,
      OUTREACH_API_KEY: key,
      OUTREACH_PACE: 'off',
    });
  } finally {
    server.kill();
  }
}

/** Milliseconds of a whole command on a terminal. */
function onTerminal(args, env) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const terminal = spawnTerminal(process.execPath, [program, ...args], {
      cols: 160,
      env: { ...environment(folder), ...env },
      cwd: folder,
    });
    terminal.onData(() => undefined);
    terminal.onExit(({ exitCode }) => {
      if (exitCode === 0) resolve(performance.now() - began);
      else reject(new Error(`${args.join(' ')} ended with ${exitCode}`));
    });
  });
}

try {
  for (const [name, args] of forms) {
    const few = await served(rows / 10, (env) => runOutreach(args, { folder, env }));
    const many = await served(rows, (env) => runOutreach(args, { folder, env }));
    const growth = many.peakMb / few.peakMb;
    row(`an export of ${rows.toLocaleString('en')} leads to ${name}`, `${many.peakMb.toFixed(0)} MB`, {
      budget: String(budgets.megabytes),
      isOver: many.peakMb > budgets.megabytes,
    });
    console.log(
      `Export of ${rows} leads to ${name}: ${(rows / many.ms).toFixed(0)},000 a second, peak ${many.peakMb.toFixed(0)} MB${judged(many.peakMb > budgets.megabytes)}, ` +
        `${growth.toFixed(2)} times that of a tenth${judged(growth > budgets.growth)}`,
    );
  }

  const [few, many] = await served(tableRows[1], async (env) => {
    const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round += 1)
      for (const [at, count] of tableRows.entries())
        best[at] = Math.min(best[at], await onTerminal(['leads', 'list', '--limit', String(count)], env));
    return best;
  });
  console.log(
    `A table of ${tableRows[1]} rows: ${many.toFixed(0)} ms, ${(many / few).toFixed(1)} times that of ${tableRows[0]}${judged(many / few > budgets.table)}`,
  );
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
