import { connect, type Socket } from 'node:net';
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

  describe('under load', () => {
    const statusesOf = async (answers: readonly Promise<{ readonly status: number }>[]) =>
      (await Promise.all(answers)).map(({ status }) => status);

    it('takes or turns away with 503 each of 500 deliveries at once, and resets none', {
      tags: 'slow',
    }, async () => {
      const { url, received } = await opened({
        receive: async (one) => {
          received.push(one);
          await new Promise((resolve) => setImmediate(resolve));
          return { status: 200, text: 'ok' };
        },
      });
      const sent = Array.from({ length: 500 }, (_, at) => send(url, `{"at":${at}}`));
      const statuses = await statusesOf(sent);
      const taken = statuses.filter((status) => status === 200);
      expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(taken.length).toBe(received.length);
      expect(taken.length).toBeGreaterThanOrEqual(64);
    });

    it('turns away what comes while 64 are handled, says when to try again, and takes it then', async () => {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const { url, received } = await opened({
        receive: async (one) => {
          received.push(one);
          await held;
          return { status: 200, text: 'ok' };
        },
      });
      const first = Array.from({ length: 64 }, () => send(url, 'x'));
      while (received.length < 64) await new Promise((resolve) => setImmediate(resolve));
      expect(await send(url, 'x')).toEqual({ status: 503, text: 'too many deliveries at once\n' });
      release();
      expect(new Set(await statusesOf(first))).toEqual(new Set([200]));
      expect((await send(url, 'x')).status).toBe(200);
    });

    it('takes a delivery beside 600 connections that say nothing, half a head or half a body', async () => {
      const { url, port } = await opened();
      const words = ['', 'POST / HTTP/1.1\r\nHost: x\r\n', `${head}\r\nhalf`];
      const idle = await Promise.all(
        Array.from(
          { length: 600 },
          (_, at) =>
            new Promise<Socket>((resolve) => {
              const socket = connect(port, '127.0.0.1', () =>
                socket.write(words[at % words.length] ?? '', () => resolve(socket)),
              );
              socket.on('error', () => undefined);
            }),
        ),
      );
      onTestFinished(() => {
        for (const socket of idle) socket.destroy();
      });
      for (let at = 0; at < 5; at++) expect((await send(url, 'x')).status).toBe(200);
    });

    it('holds no more of bodies than it has room for, and answers the rest with 503', async () => {
      const { url, port, received } = await opened();
      const half = `${head.replace('500', '1000')}\r\n${'x'.repeat(999)}`;
      const slow = await Promise.all(
        Array.from(
          { length: 8 },
          () =>
            new Promise<Socket>((resolve) => {
              const socket = connect(port, '127.0.0.1', () => socket.write(half, () => resolve(socket)));
              socket.on('error', () => undefined);
            }),
        ),
      );
      onTestFinished(() => {
        for (const socket of slow) socket.destroy();
      });
      while ((await send(url, Buffer.alloc(900))).status !== 503);
      expect((await send(url, 'x')).status).toBe(200);
      const before = received.length;
      const ends = slow.map((socket) => new Promise((resolve) => socket.once('data', resolve)));
      for (const socket of slow) socket.write('x');
      await Promise.all(ends);
      expect(received.length).toBe(before + 8);
    });
  });

  it('is open to this machine alone', async () => {
    const { url } = await opened();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });
});
