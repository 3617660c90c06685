// Lets a month pass for a campaign with 10,000 leads, 20 mailboxes and three steps, and shows that what it takes does not
// grow with the number of days: peak memory is compared with that of four months. With --check a budget may be exceeded
// by nothing; CPU time is what counts, because wall time also tells what else this machine was doing.
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/outreach.js', import.meta.url));
const usage = fileURLToPath(new URL('usage.cjs', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'outreach-month-'));
const [leads, mailboxes] = [10_000, 20];
const budget = { seconds: 10, megabytesMore: 40 };

const home = (name) => path.join(folder, name);
const environment = (name) => ({ PATH: process.env.PATH, HOME: folder, OUTREACH_HOME: home(name) });

/** A campaign that is running, made over HTTP as a client would. */
async function prepare() {
  const server = spawn(process.execPath, [program, 'sandbox', 'serve', '--port', '0', '--json', '-q'], {
    env: environment('start'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const { baseUrl, key } = JSON.parse(await new Promise((resolve) => server.stdout.once('data', resolve)));
  const call = async (method, route, body) => {
    const answer = await fetch(`${baseUrl}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const senderEmailIds = [];
  for (let at = 0; at < mailboxes; at++) {
    const { senderEmail } = await call('POST', '/sender-emails', {
      email: `box${at}@northwind-mail.example`,
      imapServerUrl: 'imap.northwind-mail.example',
      smtpServerUrl: 'smtp.northwind-mail.example',
      password: 'a-password',
    });
    await call('PUT', `/sender-emails/${senderEmail.id}`, {
      toggleGradualBuildUp: false,
      currentDailyLimit: 100,
      maximumSendingsLimitPerDay: 100,
    });
    senderEmailIds.push(senderEmail.id);
  }
  const { campaign } = await call('POST', '/campaigns', { name: 'Month' });
  const at = `/campaigns/${campaign.id}`;
  await call('PUT', `${at}/sequence`, {
    steps: [
      {
        order: 1,
        subject: 'A question for {company}',
        body: 'Hi {firstName},\n\nhow do you ship to {city} today?',
      },
      { order: 2, body: 'Any thoughts, {firstName}?', delayDays: 3, useSameThread: true },
      { order: 3, subject: 'Last one', body: 'Shall I stop, {firstName}?', delayDays: 5 },
    ],
    signature: 'Anna Berg\nNorthwind',
  });
  await call('PUT', `${at}/schedule`, {
    daysSchedule: '1,2,3,4,5',
    startSchedule: '08:00',
    endSchedule: '18:00',
    minimumTimeBetweenEmails: 4,
    maximumTimeBetweenEmails: 7,
  });
  await call('POST', `${at}/sender-emails`, { senderEmailIds });
  for (let from = 0; from < leads; from += 1000)
    await call('POST', '/leads', {
      campaignId: campaign.id,
      leads: Array.from({ length: 1000 }, (_, i) => ({
        email: `person${from + i}@firm${(from + i) % 3000}.example`,
        firstName: `Person${from + i}`,
        company: `Firm ${(from + i) % 3000}`,
        customVariables: { city: 'Oslo' },
      })),
    });
  await call('POST', `${at}/resume`, {});
  server.kill('SIGINT');
  await ended;
}

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
  await prepare();
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
