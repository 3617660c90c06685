// Imports generated files into a loopback server that only reads bodies, beside the CSV parser alone in the same run, and
// prints rows a second as a ratio, and peak memory. With --check the process fails where a budget is exceeded.
// ROWS (1,000,000) and a tenth of it are measured; the program has to be built.
import { spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const rows = Number(process.env.ROWS ?? 1_000_000);
const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-import-'));
const key = 'run_abcdefgh_0123456789012345678901234567890123456789';
const budgets = { speed: 0.5, megabytes: 130, growth: 1.5 };

const service = `
  const answer = JSON.stringify({ count: 0, leads: [], message: 'ok' });
  require('node:http').createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(answer));
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;

const parserAlone = `
  const { createReadStream } = require('node:fs');
  const { parse } = require('csv-parse');
  const began = process.hrtime.bigint();
  let rows = 0;
  createReadStream(process.argv[1]).pipe(parse({ relax_column_count: true }))
    .on('data', () => { rows += 1; })
    .on('end', () => {
      const { user, system } = process.cpuUsage();
      console.error(JSON.stringify({ ms: Number(process.hrtime.bigint() - began) / 1e6, cpuMs: (user + system) / 1000 }));
    });`;

async function generate(file, count) {
  const out = createWriteStream(file);
  const write = (text) => (out.write(text) ? undefined : new Promise((ready) => out.once('drain', ready)));
  await write('First Name,Last Name,Email,Company,Job Title,Phone,Website,Met at\n');
  for (let n = 0; n < count; n += 1) {
    await write(
      `Ana${n % 97},Marlowe${n % 89},ana.${n}@lumen.example,"Lumen ${n % 1000}, GmbH",Head of Sales ${n % 17},` +
        `+1 202 555 ${String(n % 10_000).padStart(4, '0')},https://www.lumen-${n}.example,SaaS Meetup Lisbon ${n % 31}\n`,
    );
  }
  await new Promise((ready) => out.end(ready));
}

/** Runs Node to its end; what it wrote on stderr, its wall time, and the peak of its memory as it says itself. */
function node(args, env = {}) {
  return new Promise((resolve, reject) => {
    const began = process.hrtime.bigint();
    const child = spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: path.join(folder, 'home'), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: fileURLToPath(new URL('..', import.meta.url)),
    });
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    child.on('close', (code) => {
      const ms = Number(process.hrtime.bigint() - began) / 1e6;
      if (code === 0) resolve({ ms, said });
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${said}`));
    });
  });
}

const usage = path.join(folder, 'usage.cjs');
const server = spawn(process.execPath, ['-e', service], { stdio: ['ignore', 'pipe', 'inherit'] });
try {
  const { writeFileSync } = await import('node:fs');
  writeFileSync(
    usage,
    `process.on('exit', () => {
       const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
       require('node:fs').writeSync(2, '\\n' + JSON.stringify({ kilobytes: maxRSS, cpuMs: (userCPUTime + systemCPUTime) / 1000 }));
     });`,
  );
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
    await generate(file, count);
    const alone = JSON.parse((await node(['-e', parserAlone, file])).said);
    const { ms, said } = await node(['-r', usage, program, 'leads', 'import', file, '--json'], env);
    const { kilobytes, cpuMs } = JSON.parse(said.trim().split('\n').at(-1));
    const megabytes = kilobytes / 1024;
    peaks.push(megabytes);
    const [byTime, byCpu] = [alone.ms / ms, alone.cpuMs / cpuMs];
    // Small files are mostly start-up; on a busy machine time lies, and processor time does not.
    const slow = count === rows && Math.max(byTime, byCpu) < budgets.speed;
    const large = megabytes > budgets.megabytes;
    exceeded += slow + large;
    console.log(
      `${count} rows: ${byTime.toFixed(2)} of the parser's rows a second (${byCpu.toFixed(2)} by processor time)${slow ? '  EXCEEDED' : ''}, ` +
        `peak ${megabytes.toFixed(0)} MB${large ? '  EXCEEDED' : ''}`,
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
