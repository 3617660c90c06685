import { spawn } from 'node:child_process';
import { program } from './program.mjs';

export const [leads, mailboxes] = [10_000, 20];

/** Serves the sandbox of this environment until `stop` is called; fails where the server ends by itself. */
export async function serve(env, file = program) {
  const server = spawn(process.execPath, [file, 'sandbox', 'serve', '--port', '0', '--json', '-q'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const first = new Promise((resolve) => server.stdout.once('data', resolve));
  const line = await Promise.race([first, ended]);
  if (!Buffer.isBuffer(line)) throw new Error(`sandbox serve ended with ${line}`);
  const stop = () => {
    server.kill('SIGINT');
    return ended;
  };
  return { ...JSON.parse(line), pid: server.pid, stop };
}

/** A client of a served sandbox; throws at every answer that is no success. */
export const client =
  ({ baseUrl, key }) =>
  async (method, route, body) => {
    const answer = await fetch(`${baseUrl}${route}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${route} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };

/** A running campaign with three steps, made over HTTP as a client would. */
export async function prepareCampaign(env, size = {}) {
  const server = await serve(env, size.program);
  try {
    await makeCampaign(client(server), { leads, mailboxes, ...size });
  } finally {
    await server.stop();
  }
}

async function makeCampaign(call, { leads, mailboxes }) {
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
      leads: Array.from({ length: Math.min(1000, leads - from) }, (_, i) => ({
        email: `person${from + i}@firm${(from + i) % 3000}.example`,
        firstName: `Person${from + i}`,
        company: `Firm ${(from + i) % 3000}`,
        customVariables: { city: 'Oslo' },
      })),
    });
  await call('POST', `${at}/resume`, {});
}
