import { createHmac } from 'node:crypto';
import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A program that receives deliveries, as a user of this project would write it. */

export const secret = 'whsec_a1b2c3d4e5f6';

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names and values in turn, as they came. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface TestReceiver {
  readonly port: number;
  readonly url: string;
  readonly seen: readonly Arrived[];
}

/** Answers with a status, or as it likes. */
export async function receiving(
  respond: (arrived: Arrived, response: ServerResponse) => number | undefined = () => 200,
): Promise<TestReceiver> {
  const seen: Arrived[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const arrived: Arrived = {
        method: incoming.method ?? '',
        url: incoming.url ?? '',
        headers: incoming.headers as Record<string, string>,
        rawHeaders: incoming.rawHeaders,
        body: Buffer.concat(chunks),
      };
      seen.push(arrived);
      const status = respond(arrived, response);
      if (status !== undefined) response.writeHead(status).end('noted');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/hooks`, seen };
}

/** The spec's formula (Events), written down a second time. */
export const hmac = (key: string, timestamp: number | string, body: string | Buffer): string =>
  createHmac('sha256', key)
    .update(Buffer.concat([Buffer.from(`${timestamp}.`), Buffer.from(body)]))
    .digest('hex');

/** 200 for what is genuine and fresh at this moment (Unix seconds), else 401. */
export const strict =
  (now: () => number, key = secret) =>
  ({ headers, body }: Arrived): number => {
    const timestamp = headers['x-service-timestamp'] ?? '';
    const fits = (headers['x-service-signature'] ?? '')
      .split(',')
      .includes(`v1=${hmac(key, timestamp, body)}`);
    return fits && Math.abs(now() - Number(timestamp)) <= 300 ? 200 : 401;
  };

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends exactly these headers and bytes. */
export const send = (
  url: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** The headers of a genuine delivery. */
export const signedHeaders = (
  body: string | Buffer,
  timestamp: number,
  { key = secret, id = '' }: { key?: string; id?: string } = {},
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'X-Service-Timestamp': String(timestamp),
  'X-Service-Signature': `v1=${hmac(key, timestamp, body)}`,
  'X-Service-Event-Id': id,
});
