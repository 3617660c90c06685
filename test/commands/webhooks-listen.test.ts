import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DeliveryRecord } from '../../src/commands/webhooks/receiver/delivery-record.ts';
import { closedPort } from '../client/server.ts';
import { newWorld, type Run, type TestWorld, type WorldOptions } from '../world.ts';
import { receiving, secret, send, signedHeaders } from './webhook-receiver.ts';

interface Listening {
  readonly world: TestWorld;
  readonly url: string;
  /** Sends a genuine delivery of these bytes, seconds ago. */
  deliver(
    body: string | Buffer,
    options?: { id?: string; ago?: number; key?: string },
  ): Promise<{ status: number; text: string }>;
  /** Ctrl-C, and how it ended. */
  stop(): Promise<Run>;
  /** How it ended by itself. */
  readonly ended: Promise<Run>;
}

interface How extends WorldOptions {
  /** How it prints; `--ndjson` unless said. */
  format?: string;
  /** One that is there already. */
  world?: TestWorld;
}

async function listening(options = '', { format = '--ndjson', ...how }: How = {}): Promise<Listening> {
  const world = how.world ?? (await newWorld(how));
  await writeFile(join(world.home, 'secret.txt'), `${secret}\n`);
  const secrets = options.includes('--secret') ? '' : '--secret-file secret.txt';
  const ended = world.outreach(`webhooks listen --port 0 ${format} ${secrets} ${options}`);
  let over: Run | undefined;
  void ended.then((run) => {
    over = run;
  });
  const where = /(http:\/\/127\.0\.0\.1:\d+)/;
  const url = await until(() => {
    if (over) throw new Error(`it has ended: ${JSON.stringify(over)}`);
    return where.exec(world.toldSoFar())?.[1];
  });
  onTestFinished(() => world.interrupt());
  return {
    world,
    url,
    ended,
    deliver: (body, { id, ago = 0, key } = {}) => {
      const at = Math.floor(world.clock.now() / 1000) - ago;
      return send(
        url,
        body,
        signedHeaders(body, at, { ...(id !== undefined && { id }), ...(key && { key }) }),
      );
    },
    stop: () => {
      world.interrupt();
      return ended;
    },
  };
}

/** Looks again after everything that is ready has happened. */
async function until<T>(look: () => T | undefined): Promise<T> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const recordsOf = ({ out }: Pick<Run, 'out'>): DeliveryRecord[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const reply = (n = 1, more: object = {}) =>
  JSON.stringify({
    event_id: `evt_${String(n).padStart(32, '0')}`,
    email_id: n,
    response_category: 'interested',
    from_email: 'ana@lumen.example',
    sent_at: '2026-03-02T08:00:00Z',
    ...more,
  });

describe('webhooks listen', () => {
  it('says where it listens, prints a line per event, and ends well at Ctrl-C', async () => {
    const { world, deliver, stop } = await listening();
    expect((await deliver(reply())).status).toBe(200);
    await until(() => world.writtenSoFar() || undefined);
    const run = await stop();
    expect([run.exit, recordsOf(run)]).toEqual([
      0,
      [
        {
          receivedAt: '2026-03-02T08:00:00.000Z',
          type: 'EmailReply',
          eventId: 'evt_00000000000000000000000000000001',
          about: 'ana@lumen.example',
          signature: 'valid',
          reason: null,
          secret: 1,
          duplicate: false,
          forwardStatus: null,
          forwardMilliseconds: null,
          error: null,
          answered: 200,
          payload: JSON.parse(reply()),
        },
      ],
    ]);
    expect(run.err).toMatch(/^\{"listening":"http:\/\/127\.0\.0\.1:\d+"\}\n$/);
  });

  it('forwards the very bytes with the original headers, and answers what was answered', async () => {
    let status = 202;
    const app = await receiving(() => status);
    const { url, world, stop } = await listening(`--forward-to ${app.url}?a=b`);
    const body = Buffer.from([...Buffer.from(reply()), 0xff, 0xfe, 0x0d, 0x0a]);
    const headers = {
      ...signedHeaders(body, Math.floor(world.clock.now() / 1000), { id: 'evt_x' }),
      'X-Odd-Case': 'Kept',
      'user-agent': 'service/1',
    };
    expect((await send(`${url}/any/path`, body, headers)).status).toBe(202);
    const [arrived] = app.seen;
    expect(arrived?.body).toEqual(body);
    expect(arrived?.url).toBe('/hooks?a=b');
    for (const [name, value] of Object.entries(headers)) {
      const at = arrived?.rawHeaders.indexOf(name) ?? -1;
      expect([name, arrived?.rawHeaders[at + 1]]).toEqual([name, value]);
    }
    expect(arrived?.headers).toMatchObject({
      host: `127.0.0.1:${app.port}`,
      'content-length': `${body.length}`,
    });
    expect(arrived?.headers['transfer-encoding']).toBeUndefined();
    for (const next of [204, 400, 410, 429, 500, 503]) {
      status = next;
      const at = Math.floor(world.clock.now() / 1000);
      const other = reply(next);
      expect((await send(url, other, signedHeaders(other, at))).status).toBe(next);
    }
    await stop();
  });

  it('answers with a 5xx where the program behind gives no good answer, so that the service tries again', async () => {
    const redirecting = await receiving((_, response) => {
      response.writeHead(307, { location: '/elsewhere' }).end();
      return undefined;
    });
    const silent = await receiving(() => undefined);
    const cases = [
      [redirecting.url, 502, '20s'],
      [silent.url, 504, '50ms'],
      [`http://127.0.0.1:${await closedPort()}/`, 502, '20s'],
    ] as const;
    for (const [to, status, patience] of cases) {
      const { deliver, stop } = await listening(`--forward-to ${to} --forward-timeout ${patience}`);
      expect((await deliver(reply())).status).toBe(status);
      const [record] = recordsOf(await stop());
      expect(record).toMatchObject({ answered: status, error: expect.any(String) });
    }
    expect(redirecting.seen).toHaveLength(1);
  });

  it('lets nothing through that is not genuine', async () => {
    const app = await receiving();
    const { url, world, deliver, stop } = await listening(`--forward-to ${app.url} --save events`);
    const body = reply();
    const now = Math.floor(world.clock.now() / 1000);
    const tampered = [
      await send(url, body),
      await send(url, `${body} `, signedHeaders(body, now)),
      await send(url, body, signedHeaders(body, now, { key: 'whsec_other' })),
      await send(url, body, { ...signedHeaders(body, now), 'X-Service-Timestamp': String(now - 1) }),
      await deliver(body, { ago: 301 }),
      await deliver(body, { ago: -301 }),
    ];
    expect(tampered.map(({ status }) => status)).toEqual(tampered.map(() => 401));
    expect([app.seen, await readdir(join(world.home, 'events'))]).toEqual([[], []]);
    // None of them has spoilt the genuine one.
    expect((await deliver(body)).status).toBe(200);
    expect(app.seen).toHaveLength(1);
    const records = recordsOf(await stop());
    expect(records.map(({ signature }) => signature)).toEqual([...tampered.map(() => 'refused'), 'valid']);
    expect(records[0]).toMatchObject({ reason: 'missing-signature', error: 'The delivery is not signed' });
  });

  it('takes two secrets while one is rotated', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'secret-2.txt'), 'whsec_new');
    const { deliver, stop } = await listening('--secret-file secret.txt --secret-file secret-2.txt', {
      world,
    });
    expect((await deliver(reply(1))).status).toBe(200);
    expect((await deliver(reply(2), { key: 'whsec_new' })).status).toBe(200);
    expect((await deliver(reply(3), { key: 'whsec_other' })).status).toBe(401);
    expect(recordsOf(await stop()).map((record) => record.secret)).toEqual([1, 2, null]);
  });

  it('says loudly that without a secret nothing is checked', async () => {
    const world = await newWorld();
    const ended = world.outreach('webhooks listen --port 0 --count 1');
    const url = await until(() => /(http:\/\/127\.0\.0\.1:\d+)/.exec(world.toldSoFar())?.[1]);
    expect((await send(url, reply())).status).toBe(200);
    const run = await ended;
    expect(run.err).toContain('Signatures are NOT checked');
    expect(run.out).toBe(
      '2026-03-02T08:00:00.000Z\tEmailReply\tevt_00000000000000000000000000000001\tana@lumen.example\tunchecked\tfalse\t\t200\n',
    );
  });

  it('takes unsigned ones of old webhooks where it is told to, and only those', async () => {
    const { url, world, stop } = await listening('--allow-unsigned');
    expect((await send(url, reply())).status).toBe(200);
    const wrong = signedHeaders(reply(2), Math.floor(world.clock.now() / 1000), { key: 'whsec_other' });
    expect((await send(url, reply(2), wrong)).status).toBe(401);
    expect(recordsOf(await stop()).map(({ signature }) => signature)).toEqual(['unsigned', 'refused']);
  });

  it('drops what came before: by its id, or by the fields of its type', async () => {
    const app = await receiving();
    const { deliver, world, stop } = await listening(`--forward-to ${app.url}`);
    const category = (updated_at: string) =>
      JSON.stringify({
        event_id: '',
        lead_id: 7,
        old_category: 'open',
        new_category: 'interested',
        updated_at,
      });
    const low = JSON.stringify({ event_id: '', balance: 90, threshold: 100 });
    const bodies = [
      reply(1),
      reply(1, { subject: 'again' }),
      reply(2),
      category('a'),
      category('a'),
      category('b'),
      low,
      low,
    ];
    for (const body of bodies) expect((await deliver(body)).status).toBe(200);
    // The header is not signed, so it makes no other event of one.
    expect((await deliver(reply(1), { id: 'evt_other' })).status).toBe(200);
    // Long after, the same balance is another event; the same id is not.
    world.clock.advance(200_000);
    for (const body of [low, reply(1)]) await deliver(body);
    const records = recordsOf(await stop());
    expect(records.map(({ duplicate }) => duplicate)).toEqual([
      ...[false, true, false, false, true, false, false, true],
      true,
      ...[false, true],
    ]);
    expect(app.seen).toHaveLength(records.filter(({ duplicate }) => !duplicate).length);
  });

  it('does not take for a duplicate what it got no good answer for', async () => {
    const statuses = [500, 503, 200];
    const app = await receiving(() => statuses.shift());
    const { deliver, stop } = await listening(`--forward-to ${app.url}`);
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push((await deliver(reply())).status);
    expect([answers, app.seen.length]).toEqual([[500, 503, 200, 200], 3]);
    await stop();
  });

  it('waits for the one that is under way where its retry comes too early', async () => {
    let release: (() => void) | undefined;
    const app = await receiving((_, response) => {
      release = () => response.writeHead(200).end();
      return undefined;
    });
    const { deliver, stop } = await listening(`--forward-to ${app.url}`);
    const first = deliver(reply());
    const letGo = await until(() => release);
    const second = deliver(reply());
    // Time for the second to come through, had it been forwarded.
    for (let n = 0; n < 50; n++) await new Promise((resolve) => setImmediate(resolve));
    expect(app.seen).toHaveLength(1);
    letGo();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect(app.seen).toHaveLength(1);
    await stop();
  });

  it('ends after so many events that went well, and prints one document with --json', async () => {
    let status = 500;
    const app = await receiving(() => status);
    const { url, deliver, ended } = await listening(`--count 2 --forward-to ${app.url}`, {
      format: '--json',
    });
    await deliver(reply(1));
    status = 200;
    await send(url, reply(1));
    await deliver(reply(1));
    await deliver(reply(1));
    await deliver(reply(2));
    const run = await ended;
    expect(run.exit).toBe(0);
    const { items, total } = run.json();
    expect(total).toBe(5);
    expect(items.map(({ answered }: DeliveryRecord) => answered)).toEqual([500, 401, 200, 200, 200]);
  });

  it('ends by the clock: well, or with 8 where events are missing', async () => {
    const world = await newWorld();
    expect((await world.outreach('webhooks listen --port 0 --for 1s')).exit).toBe(0);
    const missing = await world.outreach('webhooks listen --port 0 --for 1s --once --json');
    expect([missing.exit, missing.out, missing.err]).toEqual([
      8,
      '',
      expect.stringContaining('too_few_events'),
    ]);
    const { stop } = await listening('--once');
    expect((await stop()).exit).toBe(130);
  });

  it('saves the bytes and headers of each event once, for its owner alone', async () => {
    const statuses = [500, 200, 200];
    const app = await receiving(() => statuses.shift());
    const { world, deliver, stop } = await listening(`--save sub/events --forward-to ${app.url}`);
    await deliver(reply(1));
    await deliver(reply(1));
    const strange = Buffer.from([0xff, 0x00, 0x7b]);
    await deliver(strange, { id: '../../etc/passwd' });
    await stop();
    const folder = join(world.home, 'sub/events');
    const names = await readdir(folder);
    expect(names.sort()).toEqual([
      '20260302T080000000Z-0000-EmailReply-evt_00000000000000000000000000000001.json',
      '20260302T080000000Z-0001-unknown.json',
    ]);
    const [first, second] = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
    );
    expect(first.body).toBe(reply(1));
    expect(first.headers).toContainEqual(['X-Service-Event-Id', '']);
    expect(Buffer.from(second.bodyBase64, 'base64')).toEqual(strange);
    expect((await lstat(folder)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await lstat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('shows and saves nothing of a key that is in use, and forwards it as it came', async () => {
    const key = `run_ab12cd34_${'q7Wm2Zk9Rb'.repeat(4)}`;
    const receiver = await receiving();
    const { world, deliver, stop } = await listening(`--save events.ndjson --forward-to ${receiver.url}`, {
      env: { OUTREACH_API_KEY: key },
    });
    const body = reply(1, { text: `for ${Buffer.from(key).toString('base64')} or ${key.slice(20, 40)}` });
    expect((await deliver(body)).status).toBe(200);
    const run = await stop();
    expect(recordsOf(run)[0]?.payload).toMatchObject({ text: expect.stringMatching(/ or \[hidden\]$/) });
    const text = run.out + (await readFile(join(world.home, 'events.ndjson'), 'utf8'));
    for (const part of [key.slice(20, 32), Buffer.from(key).toString('base64').slice(20, 40)])
      expect(text).not.toContain(part);
    expect(receiver.seen[0]?.body.toString()).toBe(body);
  });

  it('adds lines to a file, and follows no link', async () => {
    const world = await newWorld();
    await writeFile(join(world.home, 'events.ndjson'), '', { mode: 0o644 });
    for (const n of [1, 2]) {
      const { deliver, stop } = await listening('--save events.ndjson', { world });
      await deliver(reply(n));
      expect((await stop()).exit).toBe(0);
    }
    const lines = (await readFile(join(world.home, 'events.ndjson'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).body)).toEqual([reply(1), reply(2)]);
    expect((await lstat(join(world.home, 'events.ndjson'))).mode & 0o777).toBe(0o600);
    await symlink(join(world.home, 'elsewhere'), join(world.home, 'link.ndjson'));
    const linked = await world.outreach('webhooks listen --port 0 --for 1s --save link.ndjson');
    expect([linked.exit, linked.err]).toEqual([2, expect.stringContaining('it is a symbolic link')]);
    await writeFile(join(world.home, 'file'), '');
    expect((await world.outreach('webhooks listen --port 0 --for 1s --save file/events')).exit).toBe(2);
  });

  it('ends with an error, and answers 500, where an event cannot be saved', async () => {
    const { world, deliver, ended } = await listening('--save events.ndjson');
    await import('node:fs/promises').then(({ rm }) => rm(join(world.home, 'events.ndjson')));
    await mkdir(join(world.home, 'events.ndjson'));
    expect((await deliver(reply())).status).toBe(500);
    const run = await ended;
    expect([run.exit, run.err]).toEqual([2, expect.stringContaining('file_not_writable')]);
  });

  it('turns web pages, other methods and large bodies away', async () => {
    const { url, stop } = await listening();
    const statuses = [
      await send(url, reply(), { origin: 'https://evil.example' }),
      await send(url, reply(), { 'sec-fetch-site': 'cross-site' }),
      await send(url, '', {}, 'GET'),
      await send(url, reply(), {}, 'PUT'),
      await send(url, Buffer.alloc(10 * 1024 * 1024 + 1)),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 405, 405, 413]);
    const run = await stop();
    expect([run.exit, run.out]).toEqual([0, '']);
  });

  it('survives senders that hang up or talk nonsense', async () => {
    const { url, deliver, stop } = await listening();
    const { port } = new URL(url);
    const talk = (words: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(words);
          setImmediate(() => socket.destroy());
        });
        socket.on('close', () => resolve());
        socket.on('error', () => undefined);
      });
    await talk('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nhalf');
    await talk('\u0000\u0001 nonsense\r\n\r\n');
    await talk('');
    expect((await deliver(reply())).status).toBe(200);
    expect((await stop()).exit).toBe(0);
  });

  it('shows a terminal nothing that acts', async () => {
    const { world, deliver, stop } = await listening('', { format: '', tty: true, env: { NO_COLOR: '1' } });
    await deliver(reply(1, { from_email: '\u001b[2J\u202e\u001b]0;x\u0007' }));
    await deliver(reply(2), { key: 'whsec_other' });
    await until(() => (world.writtenSoFar().split('\n').length > 3 ? true : undefined));
    const { out } = await stop();
    expect(out).toContain('^[[2J');
    expect(out).toMatch(/401 refused:[^\n]*\n +no match/);
    expect(out.replaceAll('\n', '')).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('picks fields, and tells what cannot be combined', async () => {
    const { deliver, ended } = await listening('--once --fields eventId,payload.email_id');
    await deliver(reply(3));
    expect(JSON.parse((await ended).out)).toEqual({
      eventId: 'evt_00000000000000000000000000000003',
      payload: { email_id: 3 },
    });
    const world = await newWorld();
    for (const wrong of [
      '--once --count 2',
      '--forward-to https://hooks.acme.com/in',
      '--forward-to http://hooks.acme.com/in --allow-remote',
      '--count 0',
      '--port 70000',
    ])
      expect([wrong, (await world.outreach(`webhooks listen --for 1s ${wrong}`)).exit]).toEqual([wrong, 2]);
  });

  it('says when its port is taken', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const world = await newWorld();
    const { port } = server.address() as AddressInfo;
    const run = await world.outreach(`webhooks listen --port ${port} --for 1s --json`);
    expect([run.exit, run.out, run.err]).toEqual([7, '', expect.stringContaining('port_taken')]);
  });
});
