// Eight processes with forty calls each, all at once, against a server that enforces the limits strictly. With --check
// the process fails where one was refused or the rate is low.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { key, runOutreach } from './program.mjs';
import { strictService } from './strict-service.mjs';

const [processes, calls, pageSize] = [8, 40, 100];
const leastRate = 9.5;

const service = await strictService(async ({ url }) => {
  const page = Number(new URL(url, 'http://service').searchParams.get('page') ?? 1);
  const leads = Array.from({ length: pageSize }, (_, at) => ({
    id: page * 1000 + at,
    email: `lead${page}-${at}@lumen.example`,
  }));
  const total = calls * pageSize;
  await pause(Math.random() * 20);
  return { leads, total, page, limit: pageSize, hasMore: page * pageSize < total };
});
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-pace-'));
const env = { OUTREACH_BASE_URL: service.url, OUTREACH_API_KEY: key };

try {
  await Promise.all(
    Array.from({ length: processes }, () =>
      runOutreach(['leads', 'list', '--all', '--ndjson'], { folder, env }),
    ),
  );
  const { seen } = service;
  const seconds = (seen.last - seen.first) / 1000;
  const rate = seen.calls / seconds;
  console.log(
    `Pace: ${processes} processes, ${seen.calls} calls in ${seconds.toFixed(1)} s: ${rate.toFixed(2)} a second, ${seen.refused} refused`,
  );
  const over = [
    ...(seen.refused > 0 ? ['calls were refused'] : []),
    ...(rate < leastRate ? [`fewer than ${leastRate} calls a second`] : []),
    ...(seen.calls < processes * calls ? ['not every page was asked for'] : []),
  ];
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  service.close();
  rmSync(folder, { recursive: true, force: true });
}
