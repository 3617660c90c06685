// How many requests `sandbox serve` answers at 8 and 64 connections, what one takes of its CPU time compared with
// node:http alone that answers the same bytes, and whether its memory stays level over 300,000 requests. With --check it
// fails where a budget is exceeded.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { client, serve } from './campaign.mjs';
import { environment, program } from './program.mjs';
import { row } from './table.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const many = Number(process.env.BENCH_REQUESTS ?? 300_000);
const leads = Number(process.env.BENCH_LEADS ?? 20_000);
const budget = { timesBare: 20, megabytesMore: 25 };
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-serve-'));
const base = process.env.BENCH_BASE;
const programs = { 'this program': program, ...(base && { [base]: path.resolve(base, 'bin/outreach.js') }) };

/** CPU time in milliseconds and memory in megabytes of a process. */
function usageOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, megabytes: Number(memory[1]) / 1024 };
}

/** Calls on open connections until it is over; milliseconds of each answer. Throws at one that is no success. */
async function load(port, connections, next, isOver) {
  const waits = [];
  const one = () =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let [text, began] = ['', 0];
      const ask = () => {
        if (isOver(waits.length)) return resolve(socket.destroy());
        [text, began] = ['', performance.now()];
        socket.write(next());
      };
      socket.setNoDelay().setEncoding('latin1').on('error', reject).on('connect', ask);
      socket.on('data', (chunk) => {
        text += chunk;
        const end = text.indexOf('\r\n\r\n');
        const length = /content-length: (\d+)/i.exec(text);
        if (end < 0 || text.length < end + 4 + Number(length[1])) return;
        if (!text.startsWith('HTTP/1.1 2')) return reject(new Error(text.slice(0, 500)));
        waits.push(performance.now() - began);
        ask();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  return waits.sort((a, b) => a - b);
}

const wire = (key, method, route, body = '') =>
  `${method} ${route} HTTP/1.1\r\nhost: 127.0.0.1:${'PORT'}\r\nauthorization: Bearer ${key}\r\n` +
  `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** What one request takes, for some seconds. */
async function measure({ port, pid }, connections, next) {
  const before = usageOf(pid);
  const until = performance.now() + seconds * 1000;
  const waits = await load(
    port,
    connections,
    () => next().replace('PORT', port),
    () => performance.now() >= until,
  );
  const cpuMs = (usageOf(pid).cpuMs - before.cpuMs) / waits.length;
  return {
    rate: waits.length / seconds,
    cpuMs,
    p50: waits[waits.length >> 1],
    p99: waits[Math.floor(waits.length * 0.99)],
  };
}

const line = (name, { rate, cpuMs, p50, p99 }, bare) =>
  console.log(
    `${name.padEnd(36)}${rate.toFixed(0).padStart(7)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(cpuMs * 1000).toFixed(0)} us of CPU time${bare ? `, ${(cpuMs / bare.cpuMs).toFixed(1)} times node:http` : ''}`,
  );

/** Serves one text by node:http alone, in a process of its own. */
async function serveBare(text) {
  const source = `const body = Buffer.from(process.argv[1]);
    require('node:http').createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body))
      .listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', source, text], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await new Promise((resolve) => child.stdout.once('data', resolve)));
  return { port, pid: child.pid, stop: () => child.kill() };
}

const over = [];
try {
  for (const [name, file] of Object.entries(programs)) {
    const server = await serve(environment(path.join(folder, String(over.length + Math.random()))), file);
    const served = { port: Number(new URL(server.baseUrl).port), pid: server.pid };
    const call = client(server);
    for (let from = 0; from < leads; from += 500)
      await call('POST', '/leads', {
        leads: Array.from({ length: 500 }, (_, at) => ({
          email: `p${from + at}@firm${at}.example`,
          firstName: 'Ana',
          company: `Lumen ${at}`,
          title: 'Head of Sales',
        })),
      });
    const get = wire(server.key, 'GET', '/r/leads?limit=20');
    let number = 0;
    const post = () =>
      wire(
        server.key,
        'POST',
        '/r/leads',
        JSON.stringify({
          leads: [
            { email: `p${number++ % leads}@firm${(number - 1) % 500}.example`, firstName: `Ana ${number}` },
          ],
        }),
      );
    const bare = await serveBare(JSON.stringify(await call('GET', '/leads?limit=20')));
    console.log(`${name}, on Node ${process.versions.node}\n`);
    // Code that is compiled late counts for neither.
    for (const one of [bare, served]) await measure(one, 8, () => get);
    for (const connections of [8, 64]) {
      const alone = await measure(bare, connections, () => get);
      const gets = await measure(served, connections, () => get);
      line(`node:http, ${connections} connections`, alone);
      line(`GET /leads?limit=20, ${connections} connections`, gets, alone);
      line(`POST /leads, ${connections} connections`, await measure(served, connections, post), alone);
      if (name === 'this program' && gets.cpuMs / alone.cpuMs > budget.timesBare)
        over.push(`a read takes more than ${budget.timesBare} times what node:http takes`);
      if (name === 'this program')
        row(
          `sandbox serve, ${connections} connections`,
          `${(gets.cpuMs / alone.cpuMs).toFixed(1)} × node:http`,
          {
            budget: budget.timesBare.toFixed(1),
            isOver: gets.cpuMs / alone.cpuMs > budget.timesBare,
          },
        );
    }
    bare.stop();
    if (many > 0) {
      const sizes = [];
      for (let part = 0; part < 4; part++) {
        let asked = 0;
        await load(
          served.port,
          8,
          () => (asked++ % 10 ? get : post()).replace('PORT', served.port),
          (done) => done >= many / 4,
        );
        sizes.push(usageOf(served.pid).megabytes);
      }
      console.log(
        `\n${sizes.map((size) => size.toFixed(0)).join(', ')} MB after each quarter of ${many} requests`,
      );
      if (sizes[3] - sizes[0] > budget.megabytesMore) over.push('memory grows with the requests');
    }
    await server.stop();
  }
  for (const text of over) console.log(`EXCEEDED: ${text}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
