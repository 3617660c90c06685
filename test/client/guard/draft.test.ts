import { describe, expect, it } from 'vitest';
import { draftOf } from '../../../src/client/guard/draft.ts';
import { credits } from '../../../src/contract/areas/credits.ts';
import { dfy } from '../../../src/contract/areas/dfy.ts';
import { senders } from '../../../src/contract/areas/senders.ts';
import type { AnyInput, AnyOperation } from '../../../src/contract/operation.ts';

let drawn = 0;
/** Another number at every call, as randomness is. */
const random = () => {
  drawn = (drawn + 0.123) % 1;
  return drawn;
};

function draft(
  operation: AnyOperation,
  input: AnyInput,
  over: { token?: string; account?: string } = {},
  nth = 0,
) {
  const journal = { seals: async (text: string) => [`digest-${text.length}`] } as never;
  const { account = 'a', token } = over;
  const request = { method: 'POST', path: '/x' } as const;
  const options = { journal, account, token, profile: 'p', target: 'live', random } as const;
  return draftOf({ operation, input, request }, nth, options);
}

const body = { credits: 2000 };
const order = { body: { domains: [{ domainName: 'acme.com' }], forwardingDomain: 'x.com' } };

describe('what is written down of a call', () => {
  it('is one dedupe key for the same call, whatever the order of its fields', async () => {
    const one = await draft(credits.purchase, { body: { a: 1, b: 2 } });
    const two = await draft(credits.purchase, { body: { b: 2, a: 1 } });
    expect(one.dedupeKey).toBe(two.dedupeKey);
    expect((await draft(credits.purchase, { body })).dedupeKey).not.toBe(
      (await draft(credits.purchase, { body: { credits: 1 } })).dedupeKey,
    );
    expect((await draft(credits.purchase, { body })).dedupeKey).not.toBe(
      (await draft(credits.purchase, { body }, { account: 'b' })).dedupeKey,
    );
  });

  it('has a new Idempotency-Key for every intent, and under a token the same everywhere', async () => {
    expect((await draft(dfy.createOrder, order)).idempotencyKey).not.toBe(
      (await draft(dfy.createOrder, order)).idempotencyKey,
    );
    const named = async () => (await draft(dfy.createOrder, order, { token: 't' })).idempotencyKey;
    expect(await named()).toBe(await named());
    expect((await draft(dfy.createOrder, order, { token: 't' }, 1)).idempotencyKey).not.toBe(await named());
    expect((await draft(dfy.createOrder, order, { token: 't', account: 'b' })).idempotencyKey).not.toBe(
      await named(),
    );
  });

  it('keeps the key that a person gave, and no key where the call takes none', async () => {
    expect((await draft(dfy.createOrder, { ...order, idempotencyKey: 'mine' })).idempotencyKey).toBe('mine');
    expect((await draft(credits.purchase, { body })).idempotencyKey).toBeUndefined();
  });

  it('under a token knows whether another call is meant', async () => {
    const one = await draft(credits.purchase, { body }, { token: 't' });
    const two = await draft(credits.purchase, { body: { credits: 3000 } }, { token: 't' });
    expect(one.dedupeKey).toBe(two.dedupeKey);
    expect(one.fingerprint).not.toBe(two.fingerprint);
    expect(one.fingerprint).toBe((await draft(credits.purchase, { body })).fingerprint);
  });

  it('holds no secret', async () => {
    const secrets = Object.fromEntries((senders.connect.secrets ?? []).map((name) => [name, 'hunter2']));
    expect(Object.keys(secrets).length).toBeGreaterThan(0);
    const { request } = await draft(senders.connect, { body: { email: 'a@acme.com', ...secrets } });
    expect(request).toContain('a@acme.com');
    expect(request).toContain('sealed:');
    expect(request).not.toContain('hunter2');
  });
});
