import { describe, expect, it, onTestFinished } from 'vitest';
import { post } from '../../src/cli/outside/post.ts';
import { closedPort, serveRaw, serveSecurely } from '../client/server.ts';
import { receiving } from '../commands/webhook-receiver.ts';

const parcel = { headers: [['X-Case', 'Kept']] as const, body: Buffer.from([1, 0, 255]) };
const patience = { timeoutMs: 5000 };

describe('posting to a receiver', () => {
  it('sends the very bytes and gives status and beginning of the answer', async () => {
    const { url, seen } = await receiving((_, response) => {
      response.writeHead(418).end('x'.repeat(100_000));
      return undefined;
    });
    const { status, answer, milliseconds } = await post(new URL(url), parcel, patience);
    expect([status, answer.length, milliseconds >= 0]).toEqual([418, 2000, true]);
    expect(seen[0]?.body).toEqual(parcel.body);
    expect(seen[0]?.rawHeaders).toEqual(
      expect.arrayContaining(['X-Case', 'Kept', 'Content-Length', '3', 'Connection', 'close']),
    );
  });

  it('takes any certificate of this machine', async () => {
    const server = await serveSecurely((_, response) => response.writeHead(200).end());
    onTestFinished(server.close);
    expect((await post(new URL(server.baseUrl), parcel, patience)).status).toBe(200);
  });

  it('tells what broke, and whether anything had left', async () => {
    const rude = await serveRaw((socket) => socket.destroy());
    onTestFinished(rude.close);
    await expect(post(new URL(rude.baseUrl), parcel, patience)).rejects.toMatchObject({
      reason: 'reset',
      sent: true,
    });
    const silent = await serveRaw(() => undefined);
    onTestFinished(silent.close);
    await expect(post(new URL(silent.baseUrl), parcel, { timeoutMs: 30 })).rejects.toMatchObject({
      reason: 'timeout',
      sent: true,
    });
    const none = new URL(`http://127.0.0.1:${await closedPort()}`);
    await expect(post(none, parcel, patience)).rejects.toMatchObject({ reason: 'refused', sent: false });
  });

  it('is over at once where it is told to stop', async () => {
    const silent = await serveRaw(() => undefined);
    onTestFinished(silent.close);
    const stop = new AbortController();
    const posted = post(new URL(silent.baseUrl), parcel, { ...patience, signal: stop.signal });
    stop.abort(new Error('told to'));
    await expect(posted).rejects.toThrow('told to');
    await expect(post(new URL(silent.baseUrl), parcel, { ...patience, signal: stop.signal })).rejects.toThrow(
      'told to',
    );
  });

  it('reads an answer that never ends no further than it needs', async () => {
    const endless = await receiving((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
      return undefined;
    });
    expect((await post(new URL(endless.url), parcel, patience)).status).toBe(200);
  });
});
