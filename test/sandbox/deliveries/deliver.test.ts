import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/contract/events/signature.ts';
import { createCourier } from '../../../src/sandbox/deliveries/courier.ts';
import { deliverDue } from '../../../src/sandbox/deliveries/deliver-due.ts';
import { countStates, listTries, showDelivery } from '../../../src/sandbox/deliveries/listing.ts';
import { claim, countWaiting, release } from '../../../src/sandbox/deliveries/queue.ts';
import { listSecrets, rotateSecret } from '../../../src/sandbox/deliveries/secrets.ts';
import { emailBounced } from '../../../src/sandbox/world/events/mail-events.ts';
import { sandboxAtHand } from '../sandbox-at-hand.ts';
import { type Answer, receiver } from './receiver.ts';

const url = 'http://127.0.0.1:4242/in';

/** A webhook for changes of a category, and a lead whose category can change. */
async function desk(address = url) {
  const sandbox = await sandboxAtHand();
  const { call, open } = sandbox;
  const webhook = async (more: object = {}) =>
    (await call('POST', '/webhooks', { url: address, type: 'LeadCategoryUpdate', ...more })).json.webhook
      .id as number;
  const id = await webhook();
  await call('POST', '/leads', { leads: [{ email: 'ana@lumen.example' }] });
  let turn = 0;
  const happen = async () => {
    const category = turn++ % 2 === 0 ? 'interested' : 'not_interested';
    const answer = await call('PUT', '/leads/1/category', { category });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  const tries = () => listTries(open.state, { failed: false, limit: 1000 });
  return { ...sandbox, state: open.state, id, webhook, happen, tries };
}

/** One event, and what became of it when everything was tried that ever will be; seconds after it happened. */
async function outcome(...answers: Answer[]) {
  const at = await desk();
  const { post, got } = receiver(...answers);
  await at.happen();
  const happened = at.state.now();
  await deliverDue(at.state, { post });
  for (let i = 0; i < 5; i++) {
    await at.open.advance(60_000);
    await deliverDue(at.state, { post });
  }
  const tries = at.tries();
  return {
    ...at,
    got,
    statuses: tries.map(({ status }) => status),
    seconds: tries.map((one) => (Date.parse(one.at) - happened) / 1000),
    last: tries.at(-1),
  };
}

describe('a delivery', () => {
  it('is signed over its very bytes, with the time of the wall and the secret of its webhook', async () => {
    const at = await desk();
    const { post, got } = receiver(204);
    await at.open.advance(40 * 86_400_000);
    await at.happen();
    await deliverDue(at.state, { post });
    const [first] = got;
    expect(Object.keys(first?.headers ?? {})).toEqual([
      'Content-Type',
      'X-Service-Timestamp',
      'X-Service-Signature',
      'X-Service-Event-Id',
    ]);
    const secrets = listSecrets(at.state).map(({ secret }) => secret);
    const verdict = verify({
      secrets,
      timestamp: first?.headers['X-Service-Timestamp'],
      signature: first?.headers['X-Service-Signature'],
      rawBody: first?.body ?? '',
      now: at.clock.now(),
    });
    expect(verdict).toEqual({ reason: 'ok', secret: 0, ageSeconds: 0 });
    expect(first?.headers['X-Service-Event-Id']).toBe('');
    const { updated_at } = JSON.parse(first?.body ?? '');
    expect(Date.parse(updated_at) - at.clock.now()).toBe(40 * 86_400_000);
  });

  it.each<[string, Answer[], (number | null)[], number[], string]>([
    ['ends with a 2xx', [202], [202], [0], 'delivered'],
    [
      'is tried again after 1, 2 and 4 seconds, and dropped then',
      [500, 502, 503, 500],
      [500, 502, 503, 500],
      [0, 1, 3, 7],
      'dropped',
    ],
    ['is tried again where no server listens', ['refused', 200], [null, 200], [0, 1], 'delivered'],
    [
      'waits thirty seconds for an answer before it is tried again',
      ['timeout', 503, 200],
      [null, 503, 200],
      [0, 31, 33],
      'delivered',
    ],
    ['ends at once with a 4xx', [410, 200], [410], [0], 'refused'],
    ['follows no redirect', [302, 200], [302], [0], 'refused'],
    ['can end with a 4xx at a later try', [500, 404, 200], [500, 404], [0, 1], 'refused'],
  ])('%s', async (_, answers, statuses, seconds, state) => {
    const found = await outcome(...answers);
    expect(found.statuses).toEqual(statuses);
    expect(found.seconds).toEqual(seconds);
    expect(found.last).toMatchObject({ state, nextAt: null });
    expect(found.got).toHaveLength(statuses.length);
  });

  it('waits for its time on the clock of the sandbox', async () => {
    const at = await desk();
    const { post, got } = receiver(500);
    await at.happen();
    const seen: number[] = [];
    for (const wait of [0, 999, 1, 1999, 1, 3999, 1, 60_000]) {
      await at.open.advance(wait);
      await deliverDue(at.state, { post });
      seen.push(got.length);
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
  });

  it('keeps body and event id over its tries, under a fresh signature', async () => {
    const at = await desk();
    await at.webhook({ type: 'EmailBounce' });
    at.run(
      `INSERT INTO email (id, workspace_id, campaign_id, lead_id, sender_id, thread_id, status, recipient, subject,
         body, content_type, due_at, sent_at, bounce, bounced_at, created_at)
       VALUES (900, 1, 1, 1, 1, 't', 'bounced', 'ana@lumen.example', 's', 'b', 'text', 0, 0, 'soft_bounce', 1, 0)`,
    );
    emailBounced(at.state, 1, 900);
    const { post, got } = receiver(500, 500, 200);
    for (const wait of [1000, 2000, 4000]) {
      await deliverDue(at.state, { post });
      at.clock.advance(wait);
    }
    expect(got).toHaveLength(3);
    const ids = got.map(({ headers, body }) => [headers['X-Service-Event-Id'], JSON.parse(body).event_id]);
    expect(new Set(ids.flat()).size).toBe(1);
    expect(ids[0]?.[0]).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(new Set(got.map(({ body }) => body)).size).toBe(1);
    expect(new Set(got.map(({ headers }) => headers['X-Service-Signature'])).size).toBe(3);
  });

  it('goes nowhere but to this machine', async () => {
    const at = await desk('https://hooks.acme.com/in');
    const { post, got } = receiver(200);
    await at.happen();
    await deliverDue(at.state, { post });
    expect(got).toEqual([]);
    expect(at.tries()).toMatchObject([
      {
        attempt: 0,
        state: 'withheld',
        why: 'not delivered: the sandbox delivers to loopback only',
        nextAt: null,
      },
    ]);
  });

  it('does not follow its webhook abroad, and ends with it', async () => {
    const at = await desk();
    const [off, gone] = [await at.webhook(), await at.webhook()];
    const { post, got } = receiver(200);
    await at.happen();
    await at.call('PUT', `/webhooks/${at.id}`, { url: 'https://hooks.acme.com/in' });
    await at.call('PUT', `/webhooks/${off}`, { isEnabled: false });
    await at.call('DELETE', `/webhooks/${gone}`);
    await deliverDue(at.state, { post });
    expect(got).toEqual([]);
    expect(at.tries().map(({ state }) => state)).toEqual(['withheld', 'void', 'void']);
    expect(countWaiting(at.state)).toBe(0);
  });

  it('goes to where its webhook leads by then', async () => {
    const at = await desk();
    await at.happen();
    await at.call('PUT', `/webhooks/${at.id}`, { url: 'https://[::1]:5000/new' });
    const { post, got } = receiver(200);
    await deliverDue(at.state, { post });
    expect(got.map((one) => one.url)).toEqual(['https://[::1]:5000/new']);
  });

  it('is signed with the secret that replaced another', async () => {
    const at = await desk();
    const [before] = listSecrets(at.state);
    expect(rotateSecret(at.state, at.id)).toBe(true);
    expect(rotateSecret(at.state, 99)).toBe(false);
    const [after] = listSecrets(at.state);
    expect(after?.secret).toMatch(/^whsec_[A-Za-z0-9]{32}$/);
    expect(after?.secret).not.toBe(before?.secret);
    await at.happen();
    const { post, got } = receiver(200);
    await deliverDue(at.state, { post });
    const [first] = got;
    const judged = (secret = '') =>
      verify({
        secrets: [secret],
        timestamp: first?.headers['X-Service-Timestamp'],
        signature: first?.headers['X-Service-Signature'],
        rawBody: first?.body ?? '',
        now: at.clock.now(),
      }).reason;
    expect([judged(before?.secret), judged(after?.secret)]).toEqual(['no-match', 'ok']);
  });
});

describe('many deliveries', () => {
  it('go out a few at once, each of them once', async () => {
    const at = await desk();
    const other = await at.webhook();
    for (let i = 0; i < 50; i++) await at.happen();
    const { post, got, mostAtOnce } = receiver(200);
    await deliverDue(at.state, { post });
    expect(got).toHaveLength(100);
    expect(mostAtOnce()).toBeLessThanOrEqual(8);
    expect(mostAtOnce()).toBeGreaterThan(4);
    expect(countStates(at.state)).toEqual({ delivered: 100 });
    expect(at.tries().filter(({ webhookId }) => webhookId === other)).toHaveLength(50);
  });

  it('do not wait for a receiver that hangs, and are tried again when somebody stopped', async () => {
    const at = await desk();
    await at.webhook({ url: 'http://localhost:1/quick' });
    for (let i = 0; i < 20; i++) await at.happen();
    const stop = new AbortController();
    const quick = receiver(200);
    const slow = receiver('hang');
    const post: typeof quick.post = (to, ...rest) =>
      (to.pathname === '/quick' ? quick : slow).post(to, ...rest);
    const running = deliverDue(at.state, { post, signal: stop.signal });
    while (quick.got.length < 20) await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('enough'));
    await running;
    expect(slow.got).toHaveLength(4);
    expect(countWaiting(at.state)).toBe(20);
    const { post: again, got } = receiver(200);
    await deliverDue(at.state, { post: again });
    expect(got).toHaveLength(20);
  });

  it('to a receiver that lets one time out are left for later by who has no patience', async () => {
    const at = await desk();
    for (let i = 0; i < 20; i++) await at.happen();
    const { post, got } = receiver('timeout');
    await deliverDue(at.state, { post, impatient: true });
    expect(got.length).toBeLessThanOrEqual(4);
    expect(countWaiting(at.state)).toBe(20);
  });

  it('are tried by one program alone, until it is long gone', async () => {
    const at = await desk();
    await at.happen();
    const mine = claim(at.state, []);
    if (!mine) throw new Error('nothing to claim');
    expect(claim(at.state, [])).toBeUndefined();
    at.clock.advance(46_000);
    const theirs = claim(at.state, []);
    expect(theirs?.id).toBe(mine.id);
    // Who comes back too late changes nothing.
    release(at.state, mine);
    expect(claim(at.state, [])).toBeUndefined();
  });

  it('that are gone when their answer comes leave no mark', async () => {
    const at = await desk();
    await at.happen();
    const post = async () => {
      at.run('DELETE FROM delivery');
      return { status: 200 };
    };
    await deliverDue(at.state, { post });
    expect(at.rows('SELECT * FROM delivery_attempt')).toEqual([]);
  });

  it('are forgotten, the oldest first, once they are over', async () => {
    const at = await desk();
    for (let i = 0; i < 3; i++) await at.happen();
    const { post } = receiver(200, 503, 200);
    await deliverDue(at.state, { post });
    at.run("UPDATE sqlite_sequence SET seq = 20999 WHERE name = 'delivery'");
    await at.happen();
    expect(at.tries().map(({ deliveryId, state }) => [deliveryId, state])).toEqual([
      [2, 'waiting'],
      [21_000, 'waiting'],
    ]);
    expect(at.rows('SELECT delivery_id FROM delivery_attempt')).toEqual([{ delivery_id: 2 }]);
  });

  it('are listed, and shown one by one', async () => {
    const at = await desk();
    for (let i = 0; i < 3; i++) await at.happen();
    const { post } = receiver(200, 500, 404);
    await deliverDue(at.state, { post });
    expect(listTries(at.state, { failed: true, limit: 10 }).map(({ status }) => status)).toEqual([500, 404]);
    expect(at.tries().map(({ deliveryId, state }) => [deliveryId, state])).toEqual([
      [1, 'delivered'],
      [2, 'waiting'],
      [3, 'refused'],
    ]);
    const shown = showDelivery(at.state, 2);
    expect(shown).toMatchObject({ state: 'waiting', attempts: [{ attempt: 1, status: 500 }] });
    expect(JSON.parse(shown?.body ?? '')).toMatchObject({ new_category: 'not_interested' });
    expect(showDelivery(at.state, 4)).toBeUndefined();
  });
});

describe('behind a server', () => {
  const until = async (done: () => boolean) => {
    for (let i = 0; i < 1000 && !done(); i++) await new Promise((resolve) => setImmediate(resolve));
    expect(done()).toBe(true);
  };
  const onDefect = (error: unknown) => {
    throw error;
  };

  it('deliveries go out when somebody says that something happened, and again when they are due', async () => {
    const at = await desk();
    const { post, got } = receiver(500, 500, 200);
    const courier = createCourier(at.state, { post, onDefect });
    courier.wake();
    await at.happen();
    courier.wake();
    await until(() => got.length === 3 && countWaiting(at.state) === 0);
    await at.happen();
    courier.wake();
    courier.wake();
    await until(() => got.length === 4 && countWaiting(at.state) === 0);
    await courier.stop();
    await at.happen();
    courier.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(got).toHaveLength(4);
    // A first try at once, the others a second and two later: the clock of the test jumps at every sleep.
    expect(at.clock.slept.slice(0, 2)).toEqual([1000, 2000]);
  });

  it('what is under way is given back when the server stops', async () => {
    const at = await desk();
    const { post, got } = receiver('hang');
    const courier = createCourier(at.state, { post, onDefect });
    await at.happen();
    courier.wake();
    await until(() => got.length === 1);
    await courier.stop();
    expect(countWaiting(at.state)).toBe(1);
    expect(claim(at.state, [])).toBeDefined();
  });
});
