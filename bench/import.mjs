// Imports generated files into a loopback server that only reads bodies, beside the CSV parser alone in the same run, and
// prints rows a second as a ratio, and peak memory. With --check the process fails where a budget is exceeded.
// ROWS (1,000,000) and a tenth of it are measured; the program has to be built.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeLeadFile } from './lead-file.mjs';
import { key, run, runOutreach } from './program.mjs';

const rows = Number(process.env.ROWS ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-import-'));
const budgets = { speed: 0.5, megabytes: 130, growth: 1.3 };

/** A process for itself: what it takes is not the importer's. */
const service = `
  const answer = JSON.stringify({ count: 0, leads: [], message: 'ok' });
  require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const parserAlone = path.join(folder, 'parser.cjs');
writeFileSync(
  parserAlone,
  `const { createReadStream } = require('node:fs');
   const { parse } = require(${JSON.stringify(fileURLToPath(import.meta.resolve('csv-parse')))});
   let rows = 0;
   createReadStream(process.argv[2]).pipe(parse({ relax_column_count: true })).on('data', () => { rows += 1; });`,
);

const server = spawn(process.execPath, ['-e', service], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const port = String(await new Promise((ready) => server.stdout.once('data', ready))).trim();
  const env = {
    OUTREACH_BASE_URL: `http://127.0.0.1:${port}/r`,
    OUTREACH_API_KEY: key,
    OUTREACH_PACE: 'off',
  };
  const peaks = [];
  let exceeded = 0;
  for (const count of [rows / 10, rows]) {
    const file = path.join(folder, `${count}.csv`);
    await writeLeadFile(file, count);
    // Before and after, because the machine is not equally quick at both times.
    const before = await run([parserAlone, file], { folder });
    const { ms, cpuMs, peakMb } = await runOutreach(['leads', 'import', file, '--json'], { folder, env });
    const after = await run([parserAlone, file], { folder });
    peaks.push(peakMb);
    const byTime = (before.ms + after.ms) / 2 / ms;
    const byCpu = (before.cpuMs + after.cpuMs) / 2 / cpuMs;
    // Small files are mostly start-up; on a busy machine time lies, and processor time does not.
    const slow = count === rows && Math.max(byTime, byCpu) < budgets.speed;
    const large = peakMb > budgets.megabytes;
    exceeded += slow + large;
    console.log(
      `Import of ${count} rows: ${byTime.toFixed(2)} of the parser's rows a second (${byCpu.toFixed(2)} by processor time)${slow ? '  EXCEEDED' : ''}, ` +
        `peak ${peakMb.toFixed(0)} MB${large ? '  EXCEEDED' : ''}`,
    );
  }
  const growth = peaks[1] / peaks[0];
  if (growth > budgets.growth) exceeded += 1;
  console.log(
    `memory for ten times the rows: ${growth.toFixed(2)} times${growth > budgets.growth ? '  EXCEEDED' : ''}`,
  );
  if (process.argv.includes('--check') && exceeded > 0) process.exitCode = 1;
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
