// @module-tag slow
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outreach, start, temporaryFolder } from './binary.ts';

/** The built program, in processes of its own that speak with each other over real sockets. */

const secret = 'whsec_e2e0123456789';

async function home(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'secret.txt'), `${secret}\n`);
  return folder;
}

/** Resolves with the URL once it listens. */
function listening(folder: string, options: readonly string[]) {
  const process = start(folder, ['webhooks', 'listen', '--port', '0', ...options]);
  const url = new Promise<string>((resolve, reject) => {
    let told = '';
    process.stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(told)?.[0];
      if (found !== undefined) resolve(found);
    });
    void process.then(({ stderr }) => reject(new Error(`it has ended: ${stderr}`)));
  });
  return { process, url };
}

describe('webhooks verify', () => {
  it('checks the raw bytes of standard input', async () => {
    const folder = await home();
    const body = Buffer.from([0xff, 0x00, 0xc3, 0x28, 0x0d, 0x0a, 0x1a]);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const hex = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    const line = ['webhooks', 'verify', '--timestamp', timestamp, '--signature', `v1=${hex}`];
    const withFile = [...line, '--secret-file', 'secret.txt'];
    expect((await outreach(folder, withFile, { input: body })).exit).toBe(0);
    expect((await outreach(folder, withFile, { input: body.subarray(1) })).exit).toBe(16);
    const both = Buffer.concat([Buffer.from(`${secret}\n`), body]);
    expect((await outreach(folder, [...line, '--secret-stdin'], { input: both })).exit).toBe(0);
  });
});

describe('webhooks listen', () => {
  it('takes what trigger sends, and ends with 0 at Ctrl-C', async () => {
    const folder = await home();
    const { process, url } = listening(folder, [
      '--secret-file',
      'secret.txt',
      '--ndjson',
      '--save',
      'kept.ndjson',
    ]);
    const to = await url;
    const trigger = [
      'webhooks',
      'trigger',
      'EmailReply',
      '--to',
      to,
      '--secret-file',
      'secret.txt',
      '--json',
    ];
    const sent = await outreach(folder, trigger);
    expect([sent.exit, JSON.parse(sent.out).status]).toEqual([0, 200]);
    expect((await outreach(folder, [...trigger, '--tamper', 'body'])).exit).toBe(0);
    process.kill('SIGINT');
    const { exitCode, stdout } = await process;
    const records = String(stdout)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([exitCode, records.map(({ signature }) => signature)]).toEqual([0, ['valid', 'refused']]);
    const kept = JSON.parse(await readFile(join(folder, 'kept.ndjson'), 'utf8'));
    expect(JSON.parse(kept.body).event_id).toBe(JSON.parse(sent.out).eventId);
  });

  it('forwards from one to another, and each ends by itself', async () => {
    const folder = await home();
    const options = ['--secret-file', 'secret.txt', '--once', '--json'];
    const app = listening(folder, options);
    const front = listening(folder, [...options, '--forward-to', await app.url]);
    const sent = await outreach(folder, [
      ...['webhooks', 'trigger', 'EmailUnsubscribe', '--to', await front.url],
      ...['--secret-file', 'secret.txt', '--json'],
    ]);
    expect(JSON.parse(sent.out)).toMatchObject({ status: 200 });
    const [last, first] = await Promise.all([app.process, front.process]);
    const [got, passed] = [last, first].map(({ stdout }) => JSON.parse(String(stdout)).items[0]);
    expect(passed).toMatchObject({ forwardStatus: 200, type: 'EmailUnsubscribe' });
    expect(got.payload).toEqual(passed.payload);
    expect([last.exitCode, first.exitCode]).toEqual([0, 0]);
  });

  it('ends with 0 at SIGTERM although somebody holds a connection open', async () => {
    const folder = await home();
    const { process, url } = listening(folder, ['--secret-file', 'secret.txt']);
    const { port } = new URL(await url);
    const idle = connect(Number(port), '127.0.0.1');
    idle.on('error', () => undefined);
    await new Promise<void>((resolve) => idle.once('connect', () => resolve()));
    process.kill('SIGTERM');
    expect((await process).exitCode).toBe(0);
    idle.destroy();
  });

  it('says when its port is taken', async () => {
    const folder = await home();
    const { process, url } = listening(folder, ['--secret-file', 'secret.txt']);
    const { port } = new URL(await url);
    const second = await outreach(folder, ['webhooks', 'listen', '--port', port]);
    expect([second.exit, second.err]).toEqual([7, expect.stringContaining(`Port ${port} is taken`)]);
    process.kill('SIGINT');
    await process;
  });
});
