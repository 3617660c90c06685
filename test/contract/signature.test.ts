import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delivered, sign, verify } from '../../src/contract/events/signature.ts';

const secret = 'whsec_test';
const at = 1_700_000_000;
const body = '{"event_id":"","balance":99,"threshold":100}';
/** Made by `openssl dgst -sha256 -hmac whsec_test` over `1700000000.<body>`. */
const known = 'v1=056aecbbf2017c3a43c6bc8708087f6121f29850a7848525cdc121bc565cb0d1';

const delivered = (changes: Partial<Delivered> = {}): Delivered => ({
  secrets: [secret],
  timestamp: String(at),
  signature: known,
  rawBody: body,
  now: at * 1000,
  ...changes,
});
const reason = (changes: Partial<Delivered>) => verify(delivered(changes)).reason;

describe('sign', () => {
  it('gives what other programs give', () => {
    expect(sign(secret, at, body)).toBe(known);
  });

  it('takes text as its UTF-8 bytes', () => {
    const text = '{"first_name":"Zoë 🙂"}';
    // Made by Python's hmac.
    const other = 'v1=408b4be393c9ce8e9bd86623b7353129c9c4f1e899bd528476333094714fabf1';
    expect([sign(secret, at, text), sign(secret, at, Buffer.from(text))]).toEqual([other, other]);
  });
});

describe('verify', () => {
  it('takes what was signed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string({ minLength: 1 }), (rawBody, key) => {
        const signature = sign(key, at, rawBody);
        expect(verify(delivered({ secrets: [key], signature, rawBody }))).toEqual({
          reason: 'ok',
          secret: 0,
          ageSeconds: 0,
        });
      }),
    );
  });

  it('refuses a body with any one byte changed', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (raw, n, by) => {
          const other = Uint8Array.from(raw);
          const place = n % raw.length;
          other[place] = (raw[place] ?? 0) ^ by;
          expect(reason({ signature: sign(secret, at, raw), rawBody: other })).toBe('no-match');
        },
      ),
    );
  });

  it('signs the timestamp along', () => {
    expect(reason({ timestamp: String(at + 1) })).toBe('no-match');
    expect(reason({ timestamp: `0${at}` })).toBe('no-match');
  });

  it('takes five minutes both ways and not a second more', () => {
    const after = (seconds: number) => reason({ now: (at + seconds) * 1000 });
    expect([-301, -300, 300, 301].map(after)).toEqual(['in-the-future', 'ok', 'ok', 'too-old']);
  });

  it('says that a delivery is false before it says that it is old', () => {
    expect(verify(delivered({ secrets: ['whsec_other'], now: (at + 900) * 1000 }))).toEqual({
      reason: 'no-match',
      ageSeconds: 900,
    });
  });

  it('takes any of several signatures and any of several secrets', () => {
    const wrong = `v1=${'0'.repeat(64)}`;
    for (const signature of [`${wrong},${known}`, `${wrong} ${known}`, `v0=1, ${known}`, `${known},v2=x`])
      expect(reason({ signature })).toBe('ok');
    expect(verify(delivered({ secrets: ['', 'whsec_new', secret] }))).toMatchObject({
      reason: 'ok',
      secret: 2,
    });
  });

  it.each([
    [{ secrets: [] }, 'no-secret'],
    [{ secrets: [''], signature: sign('', at, body) }, 'no-secret'],
    [{ signature: undefined }, 'missing-signature'],
    [{ signature: ' ' }, 'missing-signature'],
    [{ timestamp: undefined }, 'missing-timestamp'],
    [{ timestamp: '2026-11-21T05:00:00Z' }, 'bad-timestamp'],
    [{ timestamp: '1700000000.5' }, 'bad-timestamp'],
    [{ timestamp: '-1' }, 'bad-timestamp'],
    [{ signature: 'v2=abc' }, 'unknown-version'],
    [{ signature: known.slice(3) }, 'unknown-version'],
    [{ signature: known.slice(0, -1) }, 'malformed-signature'],
    [{ signature: known.toUpperCase().replace('V1', 'v1') }, 'malformed-signature'],
  ] satisfies [Partial<Delivered>, string][])('refuses %j: %s', (changes, why) => {
    expect(reason(changes)).toBe(why);
  });
});
