import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { closedPort } from '../client/server.ts';
import { newWorld } from '../world.ts';
import { hmac, receiving, secret, strict } from './webhook-receiver.ts';

const id = 'evt_0123456789abcdef0123456789abcdef';
const saved = (more: object = {}) => ({
  receivedAt: '2026-03-01T10:00:00.000Z',
  headers: [
    ['Host', 'tunnel.example'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Service-Timestamp', '1'],
    ['X-Service-Signature', 'v1=old'],
    ['X-Service-Event-Id', id],
    ['Content-Length', '999'],
    ['Connection', 'keep-alive'],
    ['X-Other', 'kept'],
  ],
  body: `{ "event_id": "${id}",\r\n  "email_id": 2, "response_category": "interested" }`,
  ...more,
});

async function prepared(files: Record<string, string>) {
  const world = await newWorld();
  await mkdir(join(world.home, 'events'));
  for (const [name, content] of Object.entries({ 'secret.txt': secret, ...files }))
    await writeFile(join(world.home, name), content);
  const seconds = () => Math.floor(world.clock.now() / 1000);
  const replay = (words: string) =>
    world.outreach(`webhooks replay ${words} --secret-file secret.txt --json`);
  return { world, seconds, replay };
}

describe('webhooks replay', () => {
  it('sends the same bytes and headers under a fresh signature', async () => {
    const { seconds, replay } = await prepared({ 'event.json': JSON.stringify(saved(), undefined, 2) });
    const { url, seen } = await receiving(strict(seconds));
    const run = await replay(`event.json --to ${url}`);
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(run.json()).toMatchObject({
      to: url,
      delivered: 1,
      total: 1,
      items: [{ type: 'EmailReply', eventId: id, savedAt: '2026-03-01T10:00:00.000Z', status: 200 }],
    });
    expect(seen[0]?.body.toString()).toBe(saved().body);
    expect(seen[0]?.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-other': 'kept',
      'x-service-timestamp': String(seconds()),
      'x-service-event-id': id,
      'content-length': String(saved().body.length),
    });
    expect(seen[0]?.rawHeaders.filter((name) => /^x-service/i.test(name))).toHaveLength(3);
  });

  it('takes folders in the order of arrival, lines, and bytes that are no text', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0a]);
    const { seconds, replay } = await prepared({
      'events/20260302-b.json': JSON.stringify(saved({ body: '{"n":2}' })),
      'events/20260301-a.json': JSON.stringify(saved({ body: '{"n":1}' })),
      'events/notes.txt': 'no event',
      'more.ndjson': `${JSON.stringify(saved({ body: '{"n":3}' }))}\n${JSON.stringify(
        saved({ body: undefined, bodyBase64: bytes.toString('base64') }),
      )}\n`,
    });
    const { url, seen } = await receiving(strict(seconds));
    expect((await replay(`events more.ndjson --to ${url}`)).exit).toBe(0);
    expect(seen.slice(0, 3).map(({ body }) => JSON.parse(body.toString()).n)).toEqual([1, 2, 3]);
    expect(seen[3]?.body).toEqual(bytes);
  });

  it('can leave the signature away', async () => {
    const { world, replay } = await prepared({ 'e.json': JSON.stringify(saved()) });
    const { url, seen } = await receiving();
    expect((await world.outreach(`webhooks replay e.json --to ${url} --unsigned`)).exit).toBe(0);
    expect(seen[0]?.headers).not.toHaveProperty('x-service-signature');
    expect((await replay(`e.json --to ${url} --unsigned`)).exit).toBe(2);
  });

  it('says how much arrived: 15 for a part, 16 for nothing, 12 where nobody is there', async () => {
    const { replay } = await prepared({
      'e.ndjson': `${JSON.stringify(saved())}\n${JSON.stringify(saved())}`,
    });
    const statuses = [500, 200, 400, 404];
    const { url } = await receiving(() => statuses.shift());
    const part = await replay(`e.ndjson --to ${url}`);
    expect([part.exit, part.json().delivered, part.json().items.length]).toEqual([15, 1, 2]);
    const none = await replay(`e.ndjson --to ${url}`);
    expect([none.exit, none.json().delivered]).toEqual([16, 0]);
    const nobody = await replay(`e.ndjson --to ${await closedPort()}`);
    expect([nobody.exit, nobody.out]).toEqual([12, '']);
  });

  it.each([
    ['nothing', ''],
    ['other JSON', '[]'],
    ['null', 'null'],
    ['text', 'hello'],
    ['a line that is none', `${JSON.stringify(saved())}\n{"half":`],
    ['no body', JSON.stringify(saved({ body: undefined }))],
    ['bytes that are none', JSON.stringify(saved({ body: undefined, bodyBase64: '%%%' }))],
    ['a header in a header', JSON.stringify(saved({ headers: [['A', 'b\r\nEvil: 1']] }))],
    ['a header without a name', JSON.stringify(saved({ headers: [['', 'b']] }))],
  ])('refuses a file that holds %s, and sends nothing', async (_, content) => {
    const { replay } = await prepared({ 'e.ndjson': content });
    const { url, seen } = await receiving();
    const run = await replay(`e.ndjson --to ${url}`);
    expect([run.exit, seen]).toEqual([2, []]);
    expect(run.err).toContain('not_a_saved_event');
  });

  it('refuses what is not there, and a folder without events', async () => {
    const { replay } = await prepared({});
    expect((await replay('missing.json --to 3000')).exit).toBe(2);
    expect((await replay('events --to 3000')).err).toContain('nothing_saved');
  });
});

describe('what was listened to', () => {
  it('can be replayed and is taken for what it was', async () => {
    const { world, seconds, replay } = await prepared({});
    const { url, seen } = await receiving(strict(seconds));
    const ended = world.outreach(
      'webhooks listen --port 0 --once --save events --secret-file secret.txt --json',
    );
    let listened: string | undefined;
    while (listened === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      listened = /http:\/\/127\.0\.0\.1:\d+/.exec(world.toldSoFar())?.[0];
    }
    // Another world, since one runs one command at a time; the clocks of both stand at the same time.
    const other = await prepared({});
    const sent = await other.world.outreach(
      `webhooks trigger EmailBounce --to ${listened} --secret-file secret.txt --json`,
    );
    expect(sent.exit).toBe(0);
    expect((await ended).json().items[0]).toMatchObject({
      type: 'EmailBounce',
      eventId: sent.json().eventId,
    });
    expect((await replay(`events --to ${url}`)).json().items).toMatchObject([
      { type: 'EmailBounce', eventId: sent.json().eventId, status: 200 },
    ]);
    const { body, headers } = seen[0] ?? {};
    expect(headers?.['x-service-signature']).toBe(
      `v1=${hmac(secret, headers?.['x-service-timestamp'] ?? '', body ?? '')}`,
    );
  });
});
