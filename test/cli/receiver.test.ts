import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  openReceiver,
  type Received,
  type ReceiverOptions,
} from '../../src/commands/webhooks/receiver/receiver.ts';
import { send } from '../commands/webhook-receiver.ts';

async function opened(options: Partial<ReceiverOptions> = {}) {
  const received: Received[] = [];
  const away: string[] = [];
  const receiver = await openReceiver({
    port: 0,
    maxBytes: 1000,
    patienceMs: 30_000,
    receive: async (one) => {
      received.push(one);
      return { status: 200, text: 'ok' };
    },
    turnedAway: (reason) => away.push(reason),
    ...options,
  });
  onTestFinished(() => receiver.close());
  return { ...receiver, received, away, port: Number(new URL(receiver.url).port) };
}

/** Says this much and then nothing; resolves with all that comes back when the other side hangs up. */
const stall = (port: number, words: string) =>
  new Promise<string>((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(words));
    socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });

const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n';

describe('a receiver', () => {
  it('keeps bytes, path, and headers in order and case', async () => {
    const { url, received } = await opened();
    const body = Buffer.from([0, 255, 10]);
    expect(await send(`${url}/a?b=c`, body, { 'X-B': '1', 'x-a': '2' })).toEqual({
      status: 200,
      text: 'ok\n',
    });
    expect(received[0]).toMatchObject({ path: '/a?b=c', body });
    expect(received[0]?.headers.filter(([name]) => /^x-/i.test(name))).toEqual([
      ['X-B', '1'],
      ['x-a', '2'],
    ]);
  });

  it.each([
    ['in the head', 'POST / HTTP/1.1\r\nHost: x\r\n'],
    ['in the body', `${head}\r\nhalf`],
  ])('hangs up on who stalls %s', async (_, words) => {
    const { port, received } = await opened({ patienceMs: 40 });
    expect(await stall(port, words)).toMatch(/^(HTTP\/1\.1 408|$)/);
    expect(received).toEqual([]);
  });

  it('takes a body of exactly the limit, and no byte more, announced or not', async () => {
    const { url, port, received, away } = await opened();
    expect((await send(url, Buffer.alloc(1000))).status).toBe(200);
    expect((await send(url, Buffer.alloc(1001))).status).toBe(413);
    const chunks = `3e9\r\n${'x'.repeat(1001)}\r\n`;
    const answer = await stall(
      port,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413/);
    expect([received.length, away.length]).toEqual([1, 2]);
  });

  it('answers 204 without a body', async () => {
    const { url } = await opened({ receive: async () => ({ status: 204, text: 'ok' }) });
    expect(await send(url, 'x')).toEqual({ status: 204, text: '' });
  });

  it('closes although a sender has gone before its answer', async () => {
    let release = () => {};
    let asked = () => {};
    const here = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const { port, close } = await opened({
      receive: () => {
        asked();
        return new Promise((resolve) => {
          release = () => resolve({ status: 200, text: 'ok' });
        });
      },
    });
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx'),
    );
    await here;
    const gone = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.destroy();
    await gone;
    release();
    await close();
  });

  it('is open to this machine alone', async () => {
    const { url } = await opened();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
