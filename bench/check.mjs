// Checks a campaign of 100,000 leads at the pace of the service: the time against the floor of the pace for as many
// calls, and peak memory. The sandbox answers everything but the leads, of which it takes no such number. With --check the process fails where a budget is exceeded. LEADS may be another number.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { environment, measureOutreach, program } from './program.mjs';
import { row } from './table.mjs';

const total = Number(process.env.LEADS ?? 100_000);
const budgets = { floors: 1.1, megabytes: 130 };
/** The least time for so many calls: 100 in any ten seconds. */
const floorOf = (count) => Math.max(1000, Math.floor((count - 1) / 100) * 10_000);

const folder = mkdtempSync(path.join(tmpdir(), 'outreach-check-'));
mkdirSync(path.join(folder, 'service'), { mode: 0o700 });

const lead = (id) => ({
  id,
  email: `ana.${id}@firm${id % 5000}.example`,
  firstName: `Ana${id % 97}`,
  lastName: `Marlowe${id % 89}`,
  company: `Firm ${id % 5000}`,
  title: 'Head of Sales',
  customVariables: { city: 'Oslo' },
  tag: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  updatedAt: '2026-03-02T09:00:00.000Z',
});

function leadsPage(url) {
  const query = new URL(url, 'http://service').searchParams;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 20)];
  const first = (page - 1) * limit;
  const count = Math.max(0, Math.min(limit, total - first));
  const leads = Array.from({ length: count }, (_, at) => lead(total - first - at));
  return { leads, total, page, limit, hasMore: first + limit < total };
}

const sandbox = spawn(process.execPath, [program, 'sandbox', 'serve', '--port', '0', '--json', '-q'], {
  env: environment(path.join(folder, 'service')),
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => sandbox.once('close', resolve));
const { baseUrl, key } = JSON.parse(await new Promise((resolve) => sandbox.stdout.once('data', resolve)));

async function call(method, route, body) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${baseUrl}${route}`, { method, headers, body });
  return { status: answer.status, text: await answer.text() };
}

const calls = [];
const service = createServer((request, response) => {
  const { method, url } = request;
  // A sandbox that is served is asked for its time first, which is not a call of the service.
  if (url !== '/r/') calls.push(`${method} ${url}`);
  const isLeads = method === 'GET' && url.startsWith('/r/leads?');
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', async () => {
    response.setHeader('content-type', 'application/json');
    if (isLeads) return response.end(JSON.stringify(leadsPage(url)));
    const { status, text } = await call(method, url.replace(/^\/r/, ''), body || undefined);
    response.writeHead(status).end(text);
  });
});
await new Promise((ready) => service.listen(0, '127.0.0.1', ready));

async function write(method, route, body) {
  const { status, text } = await call(method, route, JSON.stringify(body));
  if (status >= 300) throw new Error(`${method} ${route} answered ${status}: ${text}`);
}

try {
  await write('POST', '/campaigns', { name: 'Autumn' });
  await write('POST', '/leads', { campaignId: 1, leads: [{ email: 'ana@lumen.example', firstName: 'Ana' }] });
  await write('PUT', '/campaigns/1/sequence', {
    steps: [1, 2, 3].map((order) => ({
      order,
      subject: 'For {company}',
      body: 'Hello {firstName} in {city}. Reply "unsubscribe" to opt out. Acme Ltd, 12 Main St, Springfield, IL 62701',
      delayDays: order === 1 ? 0 : 3,
    })),
  });
  await write('POST', '/campaigns/1/sender-emails', { senderEmailIds: [1, 2] });
  await write('PUT', '/campaigns/1/schedule', {
    daysSchedule: '1,2,3,4,5',
    startSchedule: '09:00',
    endSchedule: '17:00',
  });

  const url = `http://127.0.0.1:${service.address().port}/r`;
  const env = { OUTREACH_BASE_URL: url, OUTREACH_API_KEY: key };
  const done = await measureOutreach(['campaigns', 'check', '1', '--json'], {
    folder,
    env,
    keepOutput: true,
  });
  if (done.code !== 0) throw new Error(`the check ended with ${done.code}: ${done.said}`);
  const { looked, passed } = JSON.parse(done.out);
  if (looked.leads !== total || passed !== true || looked.calls !== calls.length)
    throw new Error(`looked ${JSON.stringify(looked)}, passed ${passed}, ${calls.length} calls`);
  const [floors, over] = [done.ms / floorOf(calls.length), []];
  if (floors > budgets.floors) over.push('slower than the pace');
  if (done.peakMb > budgets.megabytes) over.push('more memory');
  console.log(
    `Check of ${total} leads: ${calls.length} calls in ${(done.ms / 1000).toFixed(1)} s, ${floors.toFixed(2)} times the floor of the pace (budget ${budgets.floors}), ` +
      `${(done.cpuMs / 1000).toFixed(1)} s of the processor, peak ${done.peakMb.toFixed(0)} MB (budget ${budgets.megabytes})`,
  );
  row(`campaigns check, ${total.toLocaleString('en')} leads`, `${floors.toFixed(2)} × the pace`, {
    budget: budgets.floors.toFixed(2),
    isOver: over.length > 0,
  });
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  service.close();
  sandbox.kill('SIGINT');
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
