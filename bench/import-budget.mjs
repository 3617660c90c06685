// Imports a million rows with the budget of calls switched on, against a server that enforces the limits strictly: a
// thousand calls, which take 90 seconds at the least. With --check the process fails where it takes longer than it may,
// where a call was refused, or memory is exceeded. ROWS may be another number; the program has to be built.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeLeadFile } from './lead-file.mjs';
import { key, runOutreach } from './program.mjs';
import { strictService } from './strict-service.mjs';

const rows = Number(process.env.ROWS ?? 1_000_000);
const calls = Math.ceil(rows / 1000);
/** Ten seconds between a burst of a hundred calls and the next; beyond that, the first pass over a million rows. */
const floor = Math.floor((calls - 1) / 100) * 10;
const budgets = { seconds: floor + 10, megabytes: 130 };

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-import-budget-'));
const service = await strictService(() => ({ count: 0, leads: [], message: 'ok' }));
try {
  const file = path.join(folder, 'leads.csv');
  await writeLeadFile(file, rows);
  const began = performance.now();
  const { ms, peakMb } = await runOutreach(['leads', 'import', file, '--json'], {
    folder,
    env: { OUTREACH_BASE_URL: service.url, OUTREACH_API_KEY: key },
  });
  const { seen } = service;
  const seconds = ms / 1000;
  console.log(
    `Import of ${rows} rows within the budget: ${seconds.toFixed(1)} s (floor ${floor} s, first call after ${((seen.first - began) / 1000).toFixed(1)} s), ` +
      `${seen.calls} calls, ${seen.refused} refused, peak ${peakMb.toFixed(0)} MB`,
  );
  const over = [
    ...(seconds > budgets.seconds ? [`more than ${budgets.seconds} s`] : []),
    ...(seen.refused > 0 ? ['calls were refused'] : []),
    ...(seen.calls !== calls ? [`not ${calls} calls`] : []),
    ...(peakMb > budgets.megabytes ? [`more than ${budgets.megabytes} MB`] : []),
  ];
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  service.close();
  rmSync(folder, { recursive: true, force: true });
}
