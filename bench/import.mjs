// Imports generated files into a loopback server that has no leads and answers with those it was given, without the budget
// of calls, and prints rows a second and peak memory. With --check the process fails where a budget is exceeded. ROWS (1,000,000) and a
// tenth of it are measured; the program has to be built.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLeadFile } from './lead-file.mjs';
import { key, runOutreach } from './program.mjs';
import { row } from './table.mjs';

const rows = Number(process.env.ROWS ?? 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-import-'));
/** The service takes 600 calls a minute of 1,000 leads: five times as many, so that the program is never what holds up. */
const budgets = { rowsASecond: 5 * 10_000, megabytes: 130, growth: 1.3 };

/** A process for itself: what it takes is not the importer's. */
const service = `
  const answer = (leads) =>
    JSON.stringify({ count: leads.length, leads: leads.map(({ email }, at) => ({ id: at + 1, email })), message: 'ok' });
  require('node:http').createServer((request, response) => {
    if (request.method === 'GET')
      return response.setHeader('content-type', 'application/json').end('{"leads":[],"total":0,"page":1,"limit":1,"hasMore":false}');
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () =>
      response.setHeader('content-type', 'application/json').end(answer(JSON.parse(Buffer.concat(chunks)).leads)));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

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
    const { ms, cpuMs, peakMb } = await runOutreach(['leads', 'import', file, '--json'], { folder, env });
    peaks.push(peakMb);
    // On a busy machine time lies, and processor time does not. Small files are mostly start-up.
    const rate = (count / Math.min(ms, cpuMs)) * 1000;
    const slow = count === rows && rate < budgets.rowsASecond;
    const large = peakMb > budgets.megabytes;
    exceeded += slow + large;
    console.log(
      `Import of ${count} rows: ${(ms / 1000).toFixed(1)} s (${(cpuMs / 1000).toFixed(1)} s of the processor), ` +
        `${Math.round(rate)} rows a second${slow ? '  EXCEEDED' : ''}, peak ${peakMb.toFixed(0)} MB${large ? '  EXCEEDED' : ''}`,
    );
    if (count === rows)
      row(
        `leads import, ${count.toLocaleString('en')} rows`,
        `${Math.round(rate).toLocaleString('en')} rows/s`,
        {
          budget: budgets.rowsASecond.toLocaleString('en'),
          isOver: slow,
        },
      );
    row(`  peak of memory, ${count.toLocaleString('en')} rows`, `${peakMb.toFixed(0)} MB`, {
      budget: String(budgets.megabytes),
      isOver: large,
    });
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
