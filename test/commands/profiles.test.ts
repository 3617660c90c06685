import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey, liveWorld } from './live-service.ts';

const loggedIn = async (name = 'prod') => {
  const world = await liveWorld();
  await world.outreach(`login --profile ${name} --base-url ${baseUrl} --key-stdin`, { stdin: liveKey });
  return world;
};

describe('profiles', () => {
  it('lists the built-in one and yours', async () => {
    const world = await loggedIn();
    const { json } = await world.outreach('profiles list --json');
    expect(json()).toMatchObject({
      total: 2,
      hasMore: false,
      items: [
        { profile: 'sandbox', target: 'sandbox', chosen: false },
        { profile: 'prod', target: 'live', chosen: true, baseUrl, hasKey: true },
      ],
    });
    expect((await world.outreach('profiles list')).out.split('\n')[1]).toMatch(/^prod\ttrue\tlive\t/);
  });

  it('are chosen with use, by a name that exists', async () => {
    const world = await loggedIn();
    expect((await world.outreach('profiles use sandbox --json')).json()).toEqual({
      profile: 'sandbox',
      before: 'prod',
    });
    expect((await world.outreach('whoami --json')).json().profile).toBe('sandbox');
    const { exit, err } = await world.outreach('profiles use prd');
    expect(exit).toBe(2);
    expect(err).toContain("'prod'");
  });

  it('are shown without their key', async () => {
    const world = await loggedIn();
    expect((await world.outreach('profiles show sandbox --json')).json()).toMatchObject({
      profile: 'sandbox',
    });
    expect((await world.outreach('profiles show --json')).json()).toMatchObject({
      profile: 'prod',
      keyOrigin: 'https://api.outreach.example',
    });
    expect((await world.outreach('profiles show nobody')).exit).toBe(2);
  });

  it('are made and changed with set', async () => {
    const world = await liveWorld();
    const line = `profiles set eu --base-url ${baseUrl}/ --mcp-url https://mcp.outreach.example/ --max-usd 12.5`;
    expect((await world.outreach(`${line} --json`)).json()).toMatchObject({
      profile: 'eu',
      baseUrl,
      mcpUrl: 'https://mcp.outreach.example',
      maxUsd: 12.5,
      hasKey: false,
    });
    const { json } = await world.outreach('profiles set eu --workspace Acme --unset max-usd,mcp-url --json');
    expect(json()).toMatchObject({ workspace: 'Acme', mcpUrl: null, maxUsd: null, baseUrl });
  });

  it('say below which balance credits are low', async () => {
    const world = await liveWorld();
    const lowIn = async (line: string) => (await world.outreach(`${line} --json`)).json().lowCredits;
    expect(await lowIn('profiles set prod --low-credits 0')).toBe(0);
    expect(await lowIn('profiles set prod --low-credits 500')).toBe(500);
    expect(await lowIn('profiles show prod')).toBe(500);
    expect((await world.outreach('profiles set prod --low-credits few')).exit).toBe(2);
    expect(await lowIn('profiles set prod --unset low-credits')).toBeNull();
  });

  it.each([
    ['profiles set eu', /No setting was given/],
    ['profiles set eu --workspace x --unset workspace', /cannot be both set and removed/],
    ['profiles set eu --unset basurl', /base-url/],
    ['profiles set eu --base-url http://a.example/r', /https/],
    ['profiles set eu --max-credits -1', /max-credits/],
    ['profiles set sandbox --workspace x', /built in/],
    ['profiles set a.b --workspace x', /cannot be the name/],
    ['profiles remove sandbox --yes', /built in/],
    ['profiles remove nobody --yes', /no profile 'nobody'/],
  ])('%s is refused', async (line, message) => {
    const world = await liveWorld();
    const { exit, err } = await world.outreach(line);
    expect(exit).toBe(2);
    expect(err).toMatch(message);
  });

  it('keep the key from another origin', async () => {
    const world = await loggedIn();
    const { err } = await world.outreach('profiles set prod --base-url https://elsewhere.example/r');
    expect(err).toContain('outreach login --profile prod');
    const before = world.sent.length;
    const { exit } = await world.outreach('campaigns list');
    expect(exit).toBe(4);
    expect(world.sent).toHaveLength(before);
  });

  it('are removed with --yes, or not at all without a terminal', async () => {
    const world = await loggedIn();
    expect((await world.outreach('profiles remove prod')).exit).toBe(3);
    expect((await world.outreach('profiles remove prod --yes --json')).json()).toEqual({
      profile: 'prod',
      removed: true,
    });
    expect((await world.outreach('profiles list --json')).json().total).toBe(1);
    expect((await world.outreach('whoami --json')).json().profile).toBe('sandbox');
  });

  it('are removed by a question that names a key only where there is one', async () => {
    const world = await newWorld({ tty: true, stdin: 'n\n' });
    await world.outreach('profiles set trial --max-credits 5');
    const { err } = await world.outreach('profiles remove trial');
    expect(err).toContain("Delete the profile 'trial' from this machine?");
  });
});

describe('the ceilings of a profile', () => {
  it('bind commands that state none themselves', async () => {
    const world = await loggedIn();
    await world.outreach('profiles set prod --max-credits 1500');
    const before = world.sent.length;
    const bought = () => world.sent.slice(before).filter(({ path }) => path === '/credits/purchase').length;
    const refused = await world.outreach('credits buy 2000 --yes');
    expect(refused.exit).toBe(3);
    expect(refused.err).toContain('1,500');
    expect(refused.err).toContain('outreach help safety');
    expect(refused.err).not.toMatch(/--max-credits|profiles set/);
    expect(bought()).toBe(0);
    await world.outreach('credits buy 2000 --yes --max-credits 2000');
    expect(bought()).toBe(1);
  });
});

describe('profiles route', () => {
  const route = 'profiles route leads.move';

  it('changes where an operation goes, shows it, and goes back', async () => {
    const world = await loggedIn();
    const changed = {
      operation: 'leads.move',
      route: 'POST /leads/:id/campaign',
      source: 'inferred',
      changed: true,
    };
    expect((await world.outreach(`${route} "post /leads/:id/campaign" --json`)).json().items).toMatchObject([
      changed,
    ]);
    expect((await world.outreach(`${route} --json`)).json().items).toMatchObject([changed]);
    expect((await world.outreach('profiles route --json')).json()).toMatchObject({
      profile: 'prod',
      items: [changed],
    });
    await world.outreach('api leads.move --param id=1 --field targetCampaignId=1 --yes');
    const paths = world.sent.map(({ method, path }) => `${method} ${path}`);
    expect(paths.at(-1)).toBe('POST /leads/1/campaign');
    expect((await world.outreach(`${route} --clear --json`)).json().items[0].changed).toBe(false);
    expect((await world.outreach('profiles route')).out).not.toContain('leads.move');
  });

  it.each([
    ['leads.mov', '"POST /leads/:id/x"', /'leads\.move'/],
    ['leads.move', '"POST /leads/x"', /must hold :id/],
    ['leads.move', '"POST /leads/:leadId/x"', /must hold :id/],
    ['leads.move', '"POST /leads/:id/:id"', /must hold :id/],
    ['leads.list', '"GET /people/:id"', /must not hold/],
    ['leads.list', '"POST /people"', /must stay GET/],
    ['leads.move', '"GET /leads/:id/move"', /must not be GET/],
    ['leads.move', '"PATCH /leads/:id/move"', /must begin with one of/],
    ['leads.move', '"POST https://a.example/:id"', /begins with one \//],
    ['leads.move', '"POST //a.example/:id"', /begins with one \//],
    ['leads.move', '"POST /reply-drafts/:id/send"', /is the route of drafts\.send/],
    ['leads.move', '"nonsense"', /must begin with one of/],
  ])('%s %s is refused', async (operation, text, message) => {
    const world = await loggedIn();
    const { exit, err } = await world.outreach(`profiles route ${operation} ${text}`);
    expect(exit).toBe(2);
    expect(err).toMatch(message);
    expect((await world.outreach('profiles route --json')).json().total).toBe(0);
  });

  it('cannot change the sandbox', async () => {
    const world = await liveWorld();
    const { exit, err } = await world.outreach(`${route} "POST /leads/:id/x"`);
    expect(exit).toBe(2);
    expect(err).toContain('built in');
  });
});

describe('a broken settings file', () => {
  it('is named with line and column, and stops only what needs it', async () => {
    const world = await liveWorld();
    writeFileSync(join(world.home, 'config.json'), '{\n  "profile": oops\n}', { mode: 0o600 });
    const { exit, err } = await world.outreach('campaigns list');
    expect(exit).toBe(2);
    expect(err).toMatch(/config\.json:2:14: this is not JSON/);
    for (const line of [
      '--version',
      '--help',
      'help exit-codes',
      'commands --json',
      'campaigns list --profile sandbox',
    ])
      expect([line, (await world.outreach(line)).exit]).toEqual([line, 0]);
  });
});

describe('the profile in use', () => {
  const used = async (world: Awaited<ReturnType<typeof newWorld>>, line = '') =>
    (await world.outreach(`profiles list --json ${line}`))
      .json()
      .items.filter(({ inUse }: { inUse: boolean }) => inUse)
      .map(({ profile }: { profile: string }) => profile);

  it('is the sandbox where nothing else is set up, and none where a choice is asked for', async () => {
    const world = await newWorld();
    expect(await used(world)).toEqual(['sandbox']);
    await world.outreach('profiles set prod --base-url https://prod.example/r');
    await world.outreach('profiles set other --base-url https://other.example/r');
    expect((await world.outreach('whoami')).err).toContain('You have several profiles: sandbox');
    expect(await used(world)).toEqual([]);
    await world.outreach('profiles use prod');
    expect(await used(world)).toEqual(['prod']);
    expect(await used(world, '--profile other')).toEqual(['other']);
  });
});
