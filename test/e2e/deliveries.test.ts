// @module-tag slow
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { outreach, start, temporaryFolder } from './binary.ts';

/** What happens in the sandbox, delivered by the built program to a server of this test over real sockets. */

interface Got {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers 200, or what is given, in turn. */
async function receiver(...answers: number[]) {
  const got: Got[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      outgoing.writeHead(answers[got.length] ?? 200).end();
      got.push({ headers: incoming.headers, body: Buffer.concat(chunks).toString('utf8') });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/in`;
  return { url, got };
}

/** As a receiver in another language would find it: with nothing of ours, nor of Node's, but the bytes and the secret. */
function isGenuine({ headers, body }: Got, secret: string): boolean {
  const timestamp = String(headers['x-service-timestamp']);
  const said = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: `${timestamp}.${body}`,
  });
  const hex = /[0-9a-f]{64}/.exec(said.toString())?.[0];
  const age = Date.now() / 1000 - Number(timestamp);
  return headers['x-service-signature'] === `v1=${hex}` && Math.abs(age) < 300;
}

const json = async (home: string, ...line: string[]) => {
  const run = await outreach(home, [...line, '--json']);
  if (run.exit !== 0) throw new Error(run.err);
  return JSON.parse(run.out);
};

describe('deliveries', () => {
  it('come to a receiver after the command that brought them about, however far the clock is', async () => {
    const home = await temporaryFolder();
    const { url, got } = await receiver(500);
    await json(home, 'webhooks', 'create', '--url', url, '--type', 'LeadCategoryUpdate');
    await json(home, 'leads', 'add', 'ana@lumen.example');
    await json(home, 'sandbox', 'clock', 'advance', '30d');
    await json(home, 'leads', 'categorize', '1', 'interested');
    expect(got).toHaveLength(1);
    await json(home, 'sandbox', 'clock', 'advance', '1m');
    expect(got).toHaveLength(2);
    expect(got[1]?.body).toBe(got[0]?.body);
    expect(got[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-service-event-id': '' });
    const [{ secret }] = (await json(home, 'sandbox', 'secrets')).items;
    expect(got.map((one) => isGenuine(one, secret))).toEqual([true, true]);
    expect((await json(home, 'sandbox', 'deliveries')).states).toEqual({ delivered: 1 });
  });

  it('go out behind a server, whose answers do not wait for them', async () => {
    const home = await temporaryFolder();
    const { url, got } = await receiver();
    await json(home, 'webhooks', 'create', '--url', url, '--type', 'LeadCategoryUpdate');
    await json(home, 'leads', 'add', 'ana@lumen.example');
    const serving = start(home, ['sandbox', 'serve', '--port', '0', '--json'], { buffer: false });
    let log = '';
    serving.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    const { baseUrl, key } = await new Promise<{ baseUrl: string; key: string }>((resolve) =>
      serving.stdout?.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()))),
    );
    const answer = await fetch(`${baseUrl}/leads/1/category`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"category":"interested"}',
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => got.length, { timeout: 10_000 }).toBe(1);
    await expect.poll(() => log, { timeout: 10_000 }).toContain(`200 LeadCategoryUpdate -> ${url}`);
    serving.kill('SIGINT');
    expect((await serving).exitCode).toBe(0);
  });
});
