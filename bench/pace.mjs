// Eight processes with forty calls each, all at once, against a server that refuses every call beyond 100 in 10 seconds
// or 600 in a minute, counted as they arrive. With --check the process fails where one was refused or the rate is low.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const key = 'run_abcdefgh_0123456789012345678901234567890123456789';
const [processes, calls, pageSize] = [8, 40, 100];
const leastRate = 9.5;
const windows = [
  [100, 10_000],
  [600, 60_000],
];

/** Refused calls count as well, as with whoever means it. */
async function strictService() {
  const arrivals = [];
  const seen = { calls: 0, refused: 0, first: 0, last: 0 };
  const server = createServer((request, response) => {
    const now = performance.now();
    seen.calls += 1;
    seen.first ||= now;
    seen.last = now;
    const over = windows.some(([count, ms]) => arrivals.filter((at) => at > now - ms).length >= count);
    arrivals.push(now);
    response.setHeader('content-type', 'application/json');
    if (over) {
      seen.refused += 1;
      response.writeHead(429, { 'retry-after': '1' }).end('{"error":"too many requests"}');
      return;
    }
    const page = Number(new URL(request.url, 'http://service').searchParams.get('page') ?? 1);
    const leads = Array.from({ length: pageSize }, (_, at) => ({
      id: page * 1000 + at,
      email: `lead${page}-${at}@lumen.example`,
    }));
    const total = calls * pageSize;
    setTimeout(
      () =>
        response.end(
          JSON.stringify({ leads, total, page, limit: pageSize, hasMore: page * pageSize < total }),
        ),
      Math.random() * 20,
    );
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { url: `http://127.0.0.1:${server.address().port}/r`, seen, close: () => server.close() };
}

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-pace-'));
const service = await strictService();

const run = () =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, 'leads', 'list', '--all', '--ndjson'], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        OUTREACH_HOME: path.join(folder, 'home'),
        OUTREACH_BASE_URL: service.url,
        OUTREACH_API_KEY: key,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ended with ${code}: ${complaint}`)),
    );
  });

try {
  await Promise.all(Array.from({ length: processes }, run));
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
