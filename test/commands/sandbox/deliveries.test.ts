import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/contract/events/signature.ts';
import type { Try } from '../../../src/sandbox/deliveries/listing.ts';
import { type Answer, receiver } from '../../sandbox/deliveries/receiver.ts';
import { newWorld } from '../../world.ts';
import { baseUrl, liveKey, liveWorld } from '../live-service.ts';

const url = 'http://127.0.0.1:4242/in';

/** A world with a webhook for changes of a category, and a lead to change. */
async function rehearsal(answers: Answer[] = [200], options: { tty?: boolean } = {}) {
  const { post, got } = receiver(...answers);
  const world = await newWorld({ post, ...options });
  const done = async (line: string) => {
    const run = await world.outreach(line);
    if (run.exit !== 0) throw new Error(`${line}: ${run.err}`);
    return run;
  };
  await done(`webhooks create --url ${url} --type LeadCategoryUpdate`);
  await done('leads add ana@lumen.example --first-name Ana');
  return { ...world, done, got };
}

describe('a command that uses the sandbox', () => {
  it('delivers what it brought about when it is done', async () => {
    const { done, got, clock } = await rehearsal();
    expect(got).toEqual([]);
    await done('leads categorize 1 interested');
    expect(got).toHaveLength(1);
    const secrets = (await done('sandbox secrets --json')).json().items;
    expect(secrets).toEqual([
      {
        webhookId: 1,
        type: 'LeadCategoryUpdate',
        url,
        workspaceId: 1,
        secret: expect.stringMatching(/^whsec_/),
      },
    ]);
    expect(
      verify({
        secrets: [secrets[0].secret],
        timestamp: got[0]?.headers['X-Service-Timestamp'],
        signature: got[0]?.headers['X-Service-Signature'],
        rawBody: got[0]?.body ?? '',
        now: clock.now(),
      }).reason,
    ).toBe('ok');
  });

  it('says what waits for a later try, and the next one delivers it', async () => {
    const { done, got } = await rehearsal([503, 200]);
    const first = await done('leads categorize 1 interested');
    expect(first.err).toContain('1 delivery waits for a later try');
    expect((await done('sandbox deliveries --json')).json().items).toMatchObject([
      { attempt: 1, status: 503, state: 'waiting', nextAt: '2026-03-02T08:00:01.000Z' },
    ]);
    expect(got).toHaveLength(1);
    const later = await done('sandbox clock advance 1s');
    expect(later.err).not.toContain('waits');
    expect(got).toHaveLength(2);
  });

  it('says what is lost for good', async () => {
    const { done } = await rehearsal([404]);
    const { err } = await done('leads categorize 1 interested');
    expect(err).toContain('1 delivery did not get through; see: outreach sandbox deliveries --failed');
    expect(err).not.toContain('later try');
  });

  it('stops delivering at Ctrl-C, and loses nothing by it', async () => {
    const { post, got } = receiver('hang');
    const world = await newWorld({
      post: async (...parcel) => {
        setImmediate(() => world.interrupt());
        return post(...parcel);
      },
    });
    await world.outreach(`webhooks create --url ${url} --type LeadCategoryUpdate`);
    await world.outreach('leads add ana@lumen.example');
    const run = await world.outreach('leads categorize 1 interested');
    expect([run.exit, got.length]).toEqual([0, 1]);
    expect(run.err).toContain('1 delivery waits for a later try');
  });

  it('waits for a receiver that hangs no longer than it must, and has the rest delivered later', async () => {
    const hanging = receiver('hang');
    const patience = new AbortController();
    let takes = false;
    const quick = receiver(200);
    const world = await newWorld({
      patience: patience.signal,
      post: (...parcel) => {
        if (takes) return quick.post(...parcel);
        setImmediate(() => patience.abort());
        return hanging.post(...parcel);
      },
    });
    await world.outreach(`webhooks create --url ${url} --type LeadCategoryUpdate`);
    await world.outreach('leads add ana@lumen.example');
    const run = await world.outreach('leads categorize 1 interested');
    expect([run.exit, hanging.got.length]).toEqual([0, 1]);
    expect(run.err).toContain('1 delivery is left for the next command or outreach sandbox serve');
    takes = true;
    const { items } = (await world.outreach('sandbox deliveries --json')).json();
    // Who looks at deliveries waits for them, and what was broken off was no try.
    expect(items).toMatchObject([{ attempt: 1, status: 200, state: 'delivered' }]);
    expect(quick.got).toHaveLength(1);
  });

  it.each(['sandbox clock advance 1s', 'sandbox deliveries'])(
    'waits as long as the service does where it is %s, and tries once',
    async (line) => {
      const { post, got } = receiver('timeout');
      const world = await newWorld({ post, patience: AbortSignal.abort() });
      await world.outreach(`webhooks create --url ${url} --type LeadCategoryUpdate`);
      await world.outreach('leads add ana@lumen.example');
      expect((await world.outreach('leads categorize 1 interested')).err).toContain('1 delivery is left');
      expect(got).toEqual([]);
      expect((await world.outreach(line)).err).toContain('1 delivery waits for a later try');
      expect(got).toHaveLength(1);
    },
  );

  it('says nothing of deliveries with --json or -q, nor where all got through', async () => {
    const { done } = await rehearsal([503]);
    expect((await done('leads categorize 1 interested --json')).err).toBe('');
    expect((await done('leads categorize 1 not_interested -q')).err).toBe('');
    const other = await rehearsal();
    expect((await other.done('leads categorize 1 interested')).err).not.toContain('deliver');
  });
});

describe('sandbox deliveries', () => {
  it('shows every try, those that failed, and one whole', async () => {
    const { done, outreach } = await rehearsal([500, 200, 404, 200]);
    for (const category of ['interested', 'not_interested', 'interested'])
      await done(`leads categorize 1 ${category}`);
    await done('sandbox clock advance 1m');
    const all = (await done('sandbox deliveries --json')).json();
    expect(all.states).toEqual({ delivered: 2, refused: 1 });
    expect(all.items.map(({ deliveryId, attempt, why }: Try) => [deliveryId, attempt, why])).toEqual([
      [1, 1, 'answered 500'],
      [2, 1, 'answered 200'],
      [3, 1, 'answered 404'],
      [1, 2, 'answered 200'],
    ]);
    const failed = (await done('sandbox deliveries --failed --json')).json().items;
    expect(failed.map(({ status }: Try) => status)).toEqual([500, 404]);
    expect(all).toMatchObject({ total: 4, page: 1, limit: 50, hasMore: false });
    const { items: older, ...paging } = (await done('sandbox deliveries --page 2 --limit 1 --json')).json();
    expect(older).toEqual([all.items[2]]);
    expect(paging).toMatchObject({ total: 4, page: 2, limit: 1, hasMore: true });
    expect((await done('sandbox deliveries --failed --all --json')).json()).toMatchObject({
      total: 2,
      limit: 2,
      hasMore: false,
    });
    const shown = (await done('sandbox deliveries --show 2 --json')).json();
    expect(JSON.parse(shown.body)).toMatchObject({ first_name: 'Ana', new_category: 'not_interested' });
    expect(shown.attempts).toMatchObject([
      { attempt: 1, signature: expect.stringMatching(/^v1=[0-9a-f]{64}$/) },
    ]);
    const gone = await outreach('sandbox deliveries --show 99');
    expect([gone.exit, gone.err]).toEqual([6, expect.stringContaining('no delivery 99')]);
  });

  it('is readable on a terminal', async () => {
    const { done } = await rehearsal([200], { tty: true });
    expect((await done('sandbox deliveries')).out).toContain('No deliveries yet');
    await done('leads categorize 1 interested');
    const { out } = await done('sandbox deliveries');
    expect(out).toContain('LeadCategoryUpdate');
    expect(out).toContain('answered 200');
    expect(out).toContain('In all: 1 delivered.');
    expect((await done('sandbox deliveries --show 1')).out).toContain('"old_category":null');
  });

  it('tells of what is meant for elsewhere that it stays here', async () => {
    const { done, got } = await rehearsal();
    await done('webhooks update 1 --url https://hooks.acme.com/in');
    await done('leads categorize 1 interested');
    expect(got).toEqual([]);
    const [one] = (await done('sandbox deliveries --failed --json')).json().items;
    expect(one.why).toBe('not delivered: the sandbox delivers to loopback only');
  });
});

describe('sandbox secrets', () => {
  it('shows the secret of a webhook, and rotates it', async () => {
    const { done, outreach } = await rehearsal();
    const secret = async (line: string) => (await done(`${line} --json`)).json().items[0].secret as string;
    const first = await secret('sandbox secrets --webhook 1');
    const second = await secret('sandbox secrets --webhook 1 --rotate');
    expect(second).not.toBe(first);
    expect(await secret('sandbox secrets')).toBe(second);
    expect((await done('sandbox secrets')).out).toContain(second);
    expect((await outreach('sandbox secrets --webhook 2')).exit).toBe(6);
    expect((await outreach('sandbox secrets --rotate')).exit).toBe(2);
    expect((await done('webhooks list --json')).out).not.toContain('whsec_');
  });
});

describe('a webhook on this machine', () => {
  it.each(['https://localhost:3000/in', 'http://[::1]:3000', 'http://127.0.0.1:3000/in'])(
    '%s is taken by the sandbox and refused for the live service',
    async (here) => {
      const world = await newWorld();
      expect((await world.outreach(`webhooks create --url ${here} --type EmailReply`)).exit).toBe(0);
      expect((await world.outreach(`webhooks ensure --url ${here} --type EmailReply`)).exit).toBe(0);
      const live = await liveWorld({ env: { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: baseUrl } });
      const refused = await live.outreach(`webhooks create --url ${here} --type EmailReply`);
      expect(refused.exit).toBe(2);
      expect(live.sent).toEqual([]);
    },
  );
});
