import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EventName, events, eventTypes } from '../../src/contract/events/events.ts';
import { closedPort } from '../client/server.ts';
import { newWorld, type TestWorld } from '../world.ts';
import { type Arrived, hmac, receiving, secret, strict } from './webhook-receiver.ts';

async function prepared(): Promise<TestWorld & { seconds(): number }> {
  const world = await newWorld();
  await writeFile(join(world.home, 'secret.txt'), `${secret}\n`);
  return { ...world, seconds: () => Math.floor(world.clock.now() / 1000) };
}

const bodyOf = (arrived: Arrived | undefined) => JSON.parse(arrived?.body.toString('utf8') ?? '');
const withId: readonly EventName[] = ['EmailReply', 'EmailBounce', 'EmailUnsubscribe'];

describe('webhooks trigger', () => {
  it.each(eventTypes)('delivers %s with its very fields, signed', async (type) => {
    const world = await prepared();
    const { url, seen } = await receiving();
    const run = await world.outreach(`webhooks trigger ${type} --to ${url} --secret-file secret.txt --json`);
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(run.json()).toMatchObject({ type, to: url, status: 200, tampered: null });
    const [arrived] = seen;
    expect(arrived).toMatchObject({ method: 'POST', url: '/hooks' });
    expect(Object.keys(bodyOf(arrived)).sort()).toEqual([...events[type].fields].sort());
    const timestamp = arrived?.headers['x-service-timestamp'] ?? '';
    expect(Number(timestamp)).toBe(world.seconds());
    expect(arrived?.headers['x-service-signature']).toBe(
      `v1=${hmac(secret, timestamp, arrived?.body ?? '')}`,
    );
    const id = bodyOf(arrived).event_id ?? bodyOf(arrived).eventId;
    expect(arrived?.headers['x-service-event-id']).toBe(id);
    expect(run.json().eventId).toBe(id);
    expect(id).toMatch(withId.includes(type) ? /^evt_[0-9a-f]{32}$/ : /^(evt_[0-9a-f]{32})?$/);
  });

  it('never asks the service, and never gives two events one id', async () => {
    const world = await prepared();
    const { port, seen } = await receiving();
    for (let n = 0; n < 3; n++)
      await world.outreach(`webhooks trigger EmailReply --to ${port}/hooks --secret-file secret.txt`);
    expect(new Set(seen.map((arrived) => bodyOf(arrived).event_id)).size).toBe(3);
    expect(world.requests).toEqual([]);
  });

  it('takes values of fields, typed, and refuses names that are none', async () => {
    const world = await prepared();
    const { url, seen } = await receiving();
    const line = `webhooks trigger EmailReply --to ${url} --secret-file secret.txt`;
    await world.outreach(`${line} --field lead_id=77 --field subject=null --field event_id=evt_1`);
    expect(bodyOf(seen[0])).toMatchObject({ lead_id: 77, subject: null });
    expect(seen[0]?.headers['x-service-event-id']).toBe('evt_1');
    const wrong = await world.outreach(`${line} --field response_categry=interested`);
    expect([wrong.exit, seen.length]).toEqual([2, 1]);
    expect(wrong.err).toContain('Did you mean response_category?');
  });

  it('ends with 16 where the answer is not 2xx, and says what the service would do', async () => {
    const world = await prepared();
    for (const [status, told] of [
      [404, 'would not retry'],
      [500, 'would retry three times'],
      [302, 'redirects are not followed'],
    ] as const) {
      const { url, seen } = await receiving((_, response) => {
        response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
        return undefined;
      });
      const run = await world.outreach(
        `webhooks trigger EmailReply --to ${url} --secret-file secret.txt --json`,
      );
      expect([run.exit, run.json().status, seen.length]).toEqual([16, status, 1]);
      expect(run.err).toContain(told);
    }
  });

  it('ends when its time is over, and tells a broken connection from none', async () => {
    const world = await prepared();
    const line = 'webhooks trigger EmailReply --secret-file secret.txt --json --timeout 5s';
    const silent = await receiving(() => {
      world.clock.advance(5000);
      return undefined;
    });
    const slow = await world.outreach(`${line} --to ${silent.url}`);
    expect([slow.exit, slow.out]).toEqual([12, '']);
    expect(slow.err).toContain('command_timeout');
    const rude = await receiving((_, response) => {
      response.destroy();
      return undefined;
    });
    const reset = await world.outreach(`${line} --to ${rude.url}`);
    expect([reset.exit, reset.json().error]).toEqual([16, expect.stringContaining('hung up')]);
    const none = await world.outreach(`${line} --to ${await closedPort()}/hooks`);
    expect([none.exit, none.out]).toEqual([12, '']);
    expect(none.err).toContain('receiver_refused');
  });

  it.each([
    'http://hooks.acme.com/in',
    'http://127.0.0.1.acme.com/',
    'http://10.0.0.1/',
    'ftp://127.0.0.1/',
    'https://me:you@hooks.acme.com/in',
    'http://localhost:0/',
    'file:///etc/passwd',
    'nowhere',
  ])('refuses the address %s', async (to) => {
    const world = await prepared();
    const run = await world.outreach([
      'webhooks',
      'trigger',
      'EmailReply',
      '--to',
      to,
      '--secret-file',
      'secret.txt',
    ]);
    expect(run.exit).toBe(2);
    expect(run.err).not.toContain('you@');
  });

  it('needs a secret, and takes none from the line', async () => {
    const world = await prepared();
    const { url, seen } = await receiving();
    const line = `webhooks trigger EmailReply --to ${url}`;
    expect((await world.outreach(line)).exit).toBe(2);
    const given = await world.outreach(`${line} --secret-file whsec_oops`);
    expect([given.exit, given.err]).toEqual([2, expect.stringContaining('rotate it')]);
    expect(given.err).not.toContain('oops');
    expect((await world.outreach(`${line} --secret-stdin`, { stdin: '\n \n' })).exit).toBe(2);
    expect(
      (await world.outreach(`${line} --secret-stdin`, { stdin: `run_${'a'.repeat(8)}_${'b'.repeat(40)}` }))
        .exit,
    ).toBe(2);
    expect(seen).toEqual([]);
    const odd = await world.outreach(`${line} --secret-stdin`, { stdin: 'plain\r\n' });
    expect([odd.exit, odd.err]).toEqual([0, expect.stringContaining('does not begin with whsec_')]);
    expect((await world.outreach(`${line} --tamper unsigned`)).exit).toBe(16);
    expect(seen[1]?.headers['x-service-signature']).toBeUndefined();
  });

  it('signs with every secret while one is rotated', async () => {
    const world = await prepared();
    const { url, seen } = await receiving();
    await writeFile(join(world.home, 'both.txt'), `\uFEFFwhsec_old\r\nwhsec_new\r\n\r\n`);
    await world.outreach(`webhooks trigger EmailReply --to ${url} --secret-file both.txt`);
    const { headers, body } = seen[0] as Arrived;
    const at = headers['x-service-timestamp'] ?? '';
    expect(headers['x-service-signature']).toBe(
      `v1=${hmac('whsec_old', at, body)},v1=${hmac('whsec_new', at, body)}`,
    );
  });

  it.each(['signature', 'body', 'timestamp', 'unsigned'])(
    'tampers with the %s: a receiver that checks refuses it, one that takes everything is named',
    async (way) => {
      const world = await prepared();
      const careful = await receiving(strict(world.seconds));
      const line = `webhooks trigger EmailReply --secret-file secret.txt --tamper ${way} --json`;
      const refused = await world.outreach(`${line} --to ${careful.url}`);
      expect([refused.exit, refused.json()]).toMatchObject([0, { tampered: way, status: 401 }]);
      expect(JSON.parse(careful.seen[0]?.body.toString('utf8') ?? '').event_id).toMatch(/^evt_/);
      const careless = await receiving();
      const taken = await world.outreach(`${line} --to ${careless.url}`);
      expect([taken.exit, taken.json().status]).toEqual([16, 200]);
      expect(taken.err).toContain('anyone who knows its address');
      const crashing = await receiving(() => 500);
      const crash = await world.outreach(`${line} --to ${crashing.url}`);
      expect([crash.exit, crash.err]).toEqual([16, expect.stringContaining('should refuse with a 4xx')]);
    },
  );

  it('prints the request of a dry run and sends nothing', async () => {
    const world = await prepared();
    const { url, seen } = await receiving();
    const line = `webhooks trigger EmailReply --to ${url} --secret-file secret.txt --dry-run`;
    const { headers, body, dryRun } = (await world.outreach(`${line} --json`)).json();
    expect([dryRun, headers['X-Service-Signature']]).toEqual([
      true,
      `v1=${hmac(secret, headers['X-Service-Timestamp'], body)}`,
    ]);
    expect((await world.outreach(line)).out).not.toContain(secret);
    expect(seen).toEqual([]);
  });

  it('shows nothing of a hostile answer that acts', async () => {
    const world = await newWorld({ tty: true, env: { NO_COLOR: '1' } });
    await writeFile(join(world.home, 'secret.txt'), secret);
    const { url } = await receiving((_, response) => {
      response.writeHead(200).end('\u001b]0;pwned\u0007\u202e');
      return undefined;
    });
    const run = await world.outreach(`webhooks trigger EmailReply --to ${url} --secret-file secret.txt`);
    expect(run.exit).toBe(0);
    expect(run.out).toContain('^[]0;pwned');
    expect(run.out).not.toMatch(/\u0007|\u202e/);
  });
});
