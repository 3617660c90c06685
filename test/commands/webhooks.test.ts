import { describe, expect, it } from 'vitest';
import { sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { newWorld } from '../world.ts';

const url = 'https://hooks.acme.com/in';

describe('webhooks', () => {
  it('are created, listed, changed, switched and deleted', async () => {
    const world = await newWorld();
    const made = (
      await world.outreach(`webhooks create --url ${url} --type EmailReply --name CRM --json`)
    ).json();
    expect(made).toMatchObject({ id: 1, url, type: 'EmailReply', name: 'CRM', isEnabled: true });
    expect((await world.outreach('webhooks list --json')).json()).toMatchObject({ total: 1, items: [made] });
    expect((await world.outreach('webhooks list')).out).toContain(url);
    const changed = await world.outreach('webhooks update 1 --type EmailSent --name Sales --json');
    expect(changed.json()).toMatchObject({ type: 'EmailSent', name: 'Sales', url });
    expect((await world.outreach('webhooks disable 1 --json')).json().isEnabled).toBe(false);
    expect((await world.outreach('webhooks enable 1 --json')).json()).toMatchObject({
      isEnabled: true,
      name: 'Sales',
    });
    expect((await world.outreach('webhooks delete 1')).exit).toBe(3);
    expect((await world.outreach('webhooks delete 1 --yes --json')).json()).toMatchObject({ id: 1 });
    const gone = await world.outreach('webhooks enable 1');
    expect(gone.exit).toBe(6);
    expect(gone.err).toContain('outreach webhooks list');
  });

  it('need a type there is, something to change, and a key that may write', async () => {
    const world = await newWorld();
    const misspelt = await world.outreach(`webhooks create --url ${url} --type EmailReplied`);
    expect(misspelt.exit).toBe(2);
    expect(misspelt.err).toContain('EmailReply');
    expect((await world.outreach(`webhooks create --url ${url}`)).exit).toBe(2);
    expect((await world.outreach('webhooks update 1')).exit).toBe(2);
    expect((await world.outreach('webhooks update 1 --name ""')).exit).toBe(2);
    expect(world.requests).toEqual([]);
    const reader = await newWorld({ env: { OUTREACH_API_KEY: sandboxReadOnlyKey } });
    expect((await reader.outreach(`webhooks create --url ${url} --type EmailReply`)).exit).toBe(5);
  });
});

describe('the URL of a webhook', () => {
  it.each([
    ['http://hooks.acme.com/in', 'https://'],
    ['https://ana:secret@hooks.acme.com/', 'password'],
    ['http://ana:secret@hooks.acme.com/', 'https://'],
    ['https://intranet/in', 'local'],
    ['https://167772161/in', 'a private address'],
    ['https://[::ffff:7f00:1]/in', 'IPv6'],
  ])('%s is refused before anything is sent', async (bad, reason) => {
    const world = await newWorld();
    for (const line of [
      `webhooks create --url ${bad} --type EmailReply`,
      `webhooks ensure --url ${bad} --type EmailReply`,
      `webhooks update 1 --url ${bad}`,
    ]) {
      const { exit, err } = await world.outreach(line);
      expect([line, exit]).toEqual([line, 2]);
      expect(err).toContain(reason);
      expect(err).not.toContain('secret@');
    }
    // To ensure is to look first what there is.
    expect(world.requests).toEqual(['GET /webhooks']);
  });

  it.each(['127.0.0.1', '10.0.0.7', '169.254.169.254', '::1', '::ffff:8.8.8.8', 'fd00::1', '100.64.1.1'])(
    'is refused where its name leads to %s as well',
    async (address) => {
      const asked: string[] = [];
      const world = await newWorld({
        lookup: async (name) => {
          asked.push(name);
          return ['8.8.8.8', address];
        },
      });
      const { exit, err } = await world.outreach(`webhooks create --url ${url}. --type EmailReply`);
      expect(exit).toBe(2);
      expect(err).toContain('the service cannot deliver to');
      const named = await world.outreach(
        'webhooks create --url https://Hooks.Acme.com./in --type EmailReply --json',
      );
      expect(JSON.parse(named.err).error).toMatchObject({ code: 'unreachable_url', outcome: 'none' });
      expect(JSON.parse(named.err).error.message).toContain(address);
      expect(new Set(asked)).toEqual(new Set(['hooks.acme.com']));
      expect(world.requests).toEqual([]);
    },
  );

  it('is only warned about where its name does not resolve here', async () => {
    const world = await newWorld({
      lookup: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    });
    const { exit, err, out } = await world.outreach(`webhooks create --url ${url} --type EmailReply`);
    expect(exit).toBe(0);
    expect(err).toMatch(/hooks\.acme\.com does not resolve here \(ENOTFOUND\)/);
    expect(out).toContain('EmailReply');
  });

  it('that is an address itself is not looked up', async () => {
    const world = await newWorld({ lookup: () => Promise.reject(new Error('asked')) });
    const { exit, err } = await world.outreach(
      'webhooks create --url https://8.8.8.8/in --type EmailReply --json',
    );
    expect([exit, err]).toEqual([0, '']);
  });
});

describe('webhooks ensure', () => {
  const line = `webhooks ensure --url ${url} --type EmailReply --type EmailBounce --name CRM`;
  const created = (run: { json(): { items: { type: string; created: boolean }[] } }) =>
    run.json().items.map(({ type, created }) => [type, created]);

  it('creates only what is missing', async () => {
    const world = await newWorld();
    await world.outreach(`webhooks create --url HTTPS://hooks.ACME.com:443/in --type EmailReply --name CRM`);
    expect(created(await world.outreach(`${line} --json`))).toEqual([
      ['EmailReply', false],
      ['EmailBounce', true],
    ]);
    expect(created(await world.outreach(`${line} --json`))).toEqual([
      ['EmailReply', false],
      ['EmailBounce', false],
    ]);
    expect((await world.outreach('webhooks list --json')).json().total).toBe(2);
  });

  it('tells apart by URL, type and name', async () => {
    const world = await newWorld();
    await world.outreach(line);
    await world.outreach(`webhooks ensure --url ${url} --type EmailReply --name Other`);
    await world.outreach(`webhooks ensure --url ${url}/2 --type EmailReply --name CRM`);
    expect((await world.outreach('webhooks list --json')).json().total).toBe(4);
    await world.outreach(`webhooks ensure --url ${url} --type EmailReply,EmailReply`);
    expect((await world.outreach('webhooks list --json')).json().total).toBe(4);
  });

  it('says where one is switched off, and leaves it so', async () => {
    const world = await newWorld();
    await world.outreach(line);
    await world.outreach('webhooks disable 1');
    const { err } = await world.outreach(line);
    expect(err).toContain('outreach webhooks enable 1');
    expect((await world.outreach('webhooks list --json')).json().total).toBe(2);
  });

  it('shows in a dry run what it would create', async () => {
    const world = await newWorld();
    const { out, err } = await world.outreach(`${line} --dry-run`);
    expect(out).toContain('POST /webhooks');
    expect(err).toContain('2 requests would be made');
    expect(world.requests).toEqual(['GET /webhooks']);
  });

  it('keeps what it made where a later one fails, and takes it up again', async () => {
    let posts = 0;
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        if (request.method === 'POST' && ++posts === 2)
          return { status: 400, headers: {}, body: '{"error":"too many webhooks"}' };
        return next(request, signal);
      },
    });
    const broken = await world.outreach(`${line} --json`);
    expect(broken.exit).toBe(15);
    expect(broken.json().items).toMatchObject([{ type: 'EmailReply', created: true }]);
    expect(JSON.parse(broken.err).error.message).toContain('1 of 2');
    expect(created(await world.outreach(`${line} --json`))).toEqual([
      ['EmailReply', false],
      ['EmailBounce', true],
    ]);
  });
});
