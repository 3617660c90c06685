// Lets a month pass for a campaign with 10,000 leads, 20 mailboxes and three steps, and shows that what it takes does not
// grow with the number of days: peak memory is compared with that of four months. With --check a budget may be exceeded
// by nothing; CPU time is what counts, because wall time also tells what else this machine was doing.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { leads, mailboxes, prepareCampaign } from './campaign.mjs';

const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-month-'));
const budget = { seconds: 10, megabytesMore: 40 };

const home = (name) => path.join(folder, name);
const environment = (name) => ({ PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: home(name) });

/** Lets days pass in a copy of the world, in one process or in one a day. */
async function pass(days, name) {
  mkdirSync(home(name), { recursive: true, mode: 0o700 });
  const database = path.join(home(name), 'sandbox', 'sandbox.db');
  mkdirSync(path.dirname(database), { recursive: true, mode: 0o700 });
  copyFileSync(path.join(home('start'), 'sandbox', 'sandbox.db'), database);
  const file = path.join(folder, `${name}.json`);
  const began = performance.now();
  const out = await new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [
        '--require',
        usage,
        ...(process.env.BENCH_NODE?.split(' ') ?? []),
        program,
        'sandbox',
        'clock',
        'advance',
        `${days}d`,
        '--json',
      ],
      { env: { ...environment(name), BENCH_USAGE: file }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`ended with ${code}`))));
  });
  const seconds = (performance.now() - began) / 1000;
  const { cpuMs, peakMb } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    seconds,
    cpu: cpuMs / 1000,
    peakMb,
    fileMb: statSync(database).size / 2 ** 20,
    ...JSON.parse(out),
  };
}

try {
  await prepareCampaign(environment('start'));
  const month = await pass(30, 'month');
  const months = await pass(120, 'months');
  const more = months.peakMb - month.peakMb;
  const perSecond = month.emailsSent / month.cpu;
  console.log(
    `A campaign with ${leads} leads, ${mailboxes} mailboxes and three steps, on Node ${process.versions.node}\n`,
  );
  for (const [name, passed] of [
    ['30 days', month],
    ['120 days', months],
  ])
    console.log(
      `${name.padEnd(10)}${passed.emailsSent} emails, ${passed.replies} replies: ${passed.seconds.toFixed(1)} s, ${passed.cpu.toFixed(1)} s of CPU time, ` +
        `${passed.peakMb.toFixed(0)} MB at most, ${passed.fileMb.toFixed(0)} MB on disk`,
    );
  console.log(
    `\n${perSecond.toFixed(0)} emails a second of CPU time; ${more.toFixed(0)} MB more for three months more`,
  );
  const over = [
    ...(month.cpu > budget.seconds ? [`the month takes more than ${budget.seconds} s of CPU time`] : []),
    ...(more > budget.megabytesMore ? [`memory grows with the days`] : []),
  ];
  for (const line of over) console.log(`EXCEEDED: ${line}`);
  if (process.argv.includes('--check') && over.length > 0) process.exitCode = 1;
} finally {
  if (process.env.BENCH_KEEP) console.log(folder);
  else rmSync(folder, { recursive: true, force: true });
}
