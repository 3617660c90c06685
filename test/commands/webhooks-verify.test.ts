import { createHmac } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checked } from '../../src/commands/webhooks/delivery/check.ts';
import { newWorld, type Run } from '../world.ts';
import { hmac, secret } from './webhook-receiver.ts';

const body =
  '{"event_id":"evt_0123456789abcdef0123456789abcdef","lead_id":7,"unsubscribed_at":"2026-03-02T08:00:00Z"}';

interface Given {
  timestamp?: number | string;
  signature?: string;
  stdin?: string;
  options?: string;
}

/** A world whose clock shows `now`, with the secret in a file. */
async function verifying() {
  const world = await newWorld();
  await writeFile(join(world.home, 'secret.txt'), `${secret}\n`);
  const now = Math.floor(world.clock.now() / 1000);
  const verify = ({
    timestamp = now,
    signature = `v1=${hmac(secret, timestamp, body)}`,
    stdin = body,
    options = '--secret-file secret.txt --json',
  }: Given = {}): Promise<Run> =>
    world.outreach(
      ['webhooks', 'verify', '--timestamp', `${timestamp}`, '--signature', signature, ...options.split(' ')],
      { stdin },
    );
  return { world, now, verify };
}

const reasonOf = (run: Run) => [run.exit, run.json().valid, run.json().reason];

describe('webhooks verify', () => {
  it('takes what the service signs', async () => {
    const { now, verify } = await verifying();
    const run = await verify();
    expect([run.exit, run.err]).toEqual([0, '']);
    expect(run.json()).toEqual({
      valid: true,
      reason: null,
      message: 'The signature is valid',
      advice: null,
      sentAt: new Date(now * 1000).toISOString(),
      ageSeconds: 0,
      secret: 1,
      bytes: body.length,
      type: 'EmailUnsubscribe',
      eventId: 'evt_0123456789abcdef0123456789abcdef',
    });
    expect((await verify({ options: '--secret-file secret.txt' })).out).toContain('valid\ttrue\n');
  });

  it('needs no key and no service', async () => {
    const world = await newWorld({ env: { CI: 'true' } });
    await writeFile(join(world.home, 's'), secret);
    const now = Math.floor(world.clock.now() / 1000);
    const line = `webhooks verify --timestamp ${now} --signature v1=${hmac(secret, now, body)} --secret-file s`;
    expect((await world.outreach(line, { stdin: body })).exit).toBe(0);
    expect(world.requests).toEqual([]);
  });

  it('allows 300 s both ways, and no second more', async () => {
    const { now, verify } = await verifying();
    const at = (age: number, options?: string) =>
      verify({
        timestamp: now - age,
        ...(options && { options: `--secret-file secret.txt --json ${options}` }),
      });
    for (const age of [0, 300, -300]) expect((await at(age)).exit).toBe(0);
    expect(reasonOf(await at(301))).toEqual([16, false, 'too-old']);
    expect(reasonOf(await at(-301))).toEqual([16, false, 'in-the-future']);
    expect(reasonOf(await at(301, '--tolerance 301s'))).toEqual([0, true, null]);
    expect(reasonOf(await at(1, '--tolerance 0s'))).toEqual([16, false, 'too-old']);
    expect((await at(90_000, `--at ${now - 90_100}`)).exit).toBe(0);
    expect((await at(90_000, `--at ${new Date((now - 90_000) * 1000).toISOString()}`)).exit).toBe(0);
    expect((await at(0, '--at lately')).exit).toBe(2);
  });

  it.each([
    ['', 'missing-signature'],
    ['v1=', 'malformed-signature'],
    ['v1=abc', 'malformed-signature'],
    [`v2=${'0'.repeat(64)}`, 'unknown-version'],
    ['0'.repeat(64), 'unknown-version'],
    [`v1=${'0'.repeat(64)}`, 'no-match'],
  ])('refuses the header "%s": %s', async (signature, reason) => {
    const { verify } = await verifying();
    const run = await verify({ signature });
    expect(reasonOf(run)).toEqual([16, false, reason]);
    expect(JSON.parse(run.err).error).toMatchObject({
      code: `signature_${reason.replaceAll('-', '_')}`,
      exitCode: 16,
    });
  });

  it.each([
    ['', 'missing-timestamp'],
    ['12.5', 'bad-timestamp'],
    ['0x10', 'bad-timestamp'],
    ['-5', 'bad-timestamp'],
  ])('refuses the timestamp "%s": %s', async (timestamp, reason) => {
    const { world } = await verifying();
    const words = ['webhooks', 'verify', `--timestamp=${timestamp}`, `--signature=v1=${'0'.repeat(64)}`];
    const run = await world.outreach([...words, '--secret-file', 'secret.txt', '--json'], { stdin: body });
    expect(reasonOf(run)).toEqual([16, false, reason]);
  });

  it('takes several signatures and two secrets, and says which fits', async () => {
    const { world, now, verify } = await verifying();
    await writeFile(join(world.home, 'new.txt'), 'whsec_new\r\n');
    const options = '--secret-file secret.txt --secret-file new.txt --json';
    const signature = `v1=${'0'.repeat(64)},v2=later, v1=${hmac('whsec_new', now, body)}`;
    expect((await verify({ signature, options })).json()).toMatchObject({ valid: true, secret: 2 });
    expect((await verify({ options })).json()).toMatchObject({ valid: true, secret: 1 });
    expect((await verify({ signature })).exit).toBe(16);
  });

  it('takes the secret as the first line of standard input', async () => {
    const { verify } = await verifying();
    const options = '--secret-stdin --json';
    expect((await verify({ stdin: `${secret}\n${body}`, options })).exit).toBe(0);
    expect((await verify({ stdin: `${secret}\r\n${body}`, options })).exit).toBe(0);
    expect((await verify({ stdin: `${secret}\n${body}\n`, options })).json()).toMatchObject({
      reason: 'no-match',
      advice: expect.stringContaining('line break'),
    });
    expect((await verify({ stdin: '', options })).exit).toBe(2);
    expect((await verify({ stdin: `\n${body}`, options })).exit).toBe(2);
    expect((await verify({ options: '--json' })).exit).toBe(2);
    expect((await verify({ options: '--secret-file - --json' })).exit).toBe(2);
    expect((await verify({ options: `--secret-file ${secret} --json` })).err).toContain('secret_as_argument');
  });

  it('never shows the secret', async () => {
    const { world, verify } = await verifying();
    await writeFile(join(world.home, 'two.txt'), 'not-prefixed-secret\n');
    for (const options of [
      '--secret-file secret.txt',
      '--secret-file two.txt',
      '--secret-file two.txt --json',
    ]) {
      const run = await verify({ options, stdin: 'other' });
      expect(run.out + run.err).not.toMatch(/a1b2c3d4e5f6|not-prefixed-secret/);
    }
  });

  it.each([
    ['a line break that was added', `${body}\n`, (now: number) => hmac(secret, now, body), 'line break'],
    [
      'JSON that was written again',
      JSON.stringify(JSON.parse(body), undefined, 2),
      (now: number) => hmac(secret, now, body),
      'another form',
    ],
    [
      'the body alone being signed',
      body,
      () => createHmac('sha256', secret).update(body).digest('hex'),
      'body alone',
    ],
    ['the prefix being cut off', body, (now: number) => hmac(secret.slice(6), now, body), 'without whsec_'],
  ])('explains %s, and refuses it all the same', async (_, stdin, signed, told) => {
    const { now, verify } = await verifying();
    const run = await verify({ signature: `v1=${signed(now)}`, stdin });
    expect(reasonOf(run)).toEqual([16, false, 'no-match']);
    expect(run.json().advice).toContain(told);
    expect(JSON.parse(run.err).error.hint).toContain(told);
  });

  it('catches every tamper, whatever the bytes', { tags: 'slow' }, () => {
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(
        bytes,
        fc.nat(2 ** 31),
        change,
        fc.integer({ min: 1, max: 1000 }),
        (raw, at, { at: place, by }, shift) => {
          const timestamp = String(at);
          const signature = `v1=${hmac(secret, timestamp, raw)}`;
          const genuine = { timestamp, signature, rawBody: raw, secrets: [secret], now: at * 1000 };
          expect(checked(genuine).valid).toBe(true);
          const other = Buffer.from(raw);
          if (raw.length > 0)
            other.writeUInt8((other.readUInt8(place % raw.length) + by) % 256, place % raw.length);
          const longer = Buffer.concat([raw, Buffer.from([by])]);
          const flipped = signature.split('');
          const digit = 3 + (place % 64);
          flipped[digit] = flipped[digit] === '0' ? '1' : '0';
          const later = String(at + shift);
          for (const tampered of [
            ...(raw.length > 0
              ? [
                  { ...genuine, rawBody: other },
                  { ...genuine, rawBody: raw.subarray(1) },
                ]
              : []),
            { ...genuine, rawBody: longer },
            { ...genuine, signature: flipped.join('') },
            { ...genuine, secrets: [`${secret}x`] },
            // A digit moved from the timestamp to the body, and a new time for an old signature.
            { ...genuine, timestamp: `${timestamp}.` },
            { ...genuine, timestamp: later, now: Number(later) * 1000 },
          ])
            expect(checked(tampered).valid).toBe(false);
        },
      ),
      { numRuns: 300, seed: 20_260_302 },
    );
  });
});
