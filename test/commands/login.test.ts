import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxChildKey, sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import { WireFailure } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld, readOnlyRefusal } from './live-service.ts';

const login = `login --base-url ${baseUrl} --key-stdin`;
const planned = (answer: object) => ({
  answer: ({ path }: { path: string }) => (path === '/autopilot/plan' ? answer : undefined),
});

describe('login', () => {
  it('tries the key with one read, keeps it, and uses it from then on', async () => {
    const world = await liveWorld(planned({ body: '{"mailboxes":1}' }));
    const { exit, json } = await world.outreach(`${login} --workspace Acme --json`, {
      stdin: `${liveKey}\n`,
    });
    expect(exit).toBe(0);
    expect(json()).toEqual({
      profile: 'default',
      target: 'live',
      baseUrl,
      workspace: 'Acme',
      scope: 'read_write',
      keyStorage: 'file',
      keptIn: join(world.home, 'keys.json'),
    });
    expect(world.sent.map(({ method, path, query }) => [method, path, query])).toEqual([
      ['GET', '/campaigns', [['limit', '1']]],
      ['POST', '/autopilot/plan', []],
    ]);
    const whoami = await world.outreach('whoami --json');
    expect(whoami.json()).toEqual({
      profile: 'default',
      target: 'live',
      baseUrl,
      keySource: 'profile default',
      keyStorage: 'file',
      scope: 'read_write',
      readOnly: false,
    });
    expect((await world.outreach('campaigns list --json')).exit).toBe(0);
    expect(world.sent.at(-1)?.headers.authorization).toBe(`Bearer ${liveKey}`);
    expect(world.requests.every((request) => request.startsWith('GET '))).toBe(true);
  });

  it('says where the key lies, and keeps it for its owner alone', async () => {
    const world = await liveWorld();
    const { out } = await world.outreach(login, { stdin: liveKey });
    expect(out).toContain(`keptIn\t${join(world.home, 'keys.json')}\n`);
    expect(statSync(join(world.home, 'keys.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(world.home, 'config.json'), 'utf8')).not.toContain('run_');
  });

  it.each([
    ['a refusal as read-only', readOnlyRefusal, 'read'],
    ['another refusal', { status: 403, body: '{"error":"Your plan does not include this"}' }, 'unknown'],
    ['an answer', { body: '{}' }, 'read_write'],
    ['a refusal of the content', { status: 400, body: '{"error":"budgetUsd is too small"}' }, 'read_write'],
    ['a failure', { status: 502, body: 'Bad Gateway' }, 'unknown'],
    ['no such call', { status: 404, body: '404 page not found' }, 'unknown'],
  ])('tells the scope from %s', async (_case, answer, scope) => {
    const world = await liveWorld(planned(answer));
    const { exit, json } = await world.outreach(`${login} --json`, { stdin: liveReadOnlyKey });
    expect([exit, json().scope]).toEqual([0, scope]);
    expect((await world.outreach('whoami --json')).json().scope).toBe(scope);
  });

  it('keeps nothing that the service does not take', async () => {
    const refused = { status: 401, body: '{"error":"Invalid API key"}' };
    const world = await liveWorld({ answer: () => refused });
    const { exit, out, err } = await world.outreach(login, { stdin: liveKey });
    expect([exit, out]).toEqual([4, '']);
    expect(err).toContain('Invalid API key');
    expect(existsSync(join(world.home, 'keys.json'))).toBe(false);
    expect(existsSync(join(world.home, 'config.json'))).toBe(false);
  });

  it('says of an address that does not answer, or refuses the key, what to do with the line that was typed', async () => {
    const refused = () => Promise.reject(new WireFailure('refused', false, 'ECONNREFUSED'));
    const answers = (status: number, body: string) => ({ answer: () => ({ status, body }) });
    for (const [options, says] of [
      [{ network: refused }, `Check the address ${baseUrl}, `],
      [answers(404, '404 page not found'), `Check the address ${baseUrl}, `],
      [answers(502, '<html>Bad Gateway</html>'), `Check the address ${baseUrl}, `],
      [answers(401, '{"error":"Invalid API key"}'), 'Run the same command again with a valid key.'],
      [answers(401, 'Invalid API key'), 'Run the same command again with a valid key.'],
    ] as const) {
      const world = await liveWorld(options);
      const { err } = await world.outreach(`${login} --profile acme`, { stdin: liveKey });
      expect(err).toContain(`\n${says}`);
      expect(err).not.toMatch(/outreach [a-z]/);
    }
  });

  it('keeps nothing when the service cannot be reached', async () => {
    const world = await liveWorld({
      network: () => Promise.reject(new TypeError('must not be called like this')),
    });
    const { exit } = await world.outreach(`login --base-url ${baseUrl} --key-file none.txt`);
    expect(exit).toBe(2);
    expect(existsSync(join(world.home, 'keys.json'))).toBe(false);
  });

  it.each([
    ['', /it is empty/],
    [`"${liveKey}"`, /quotes/],
    [liveKey.slice(1), /does not begin with "run_"/],
    [liveKey.slice(0, -2), /51 characters instead of 53/],
  ])('says what is wrong with the form of a key, before anything is sent: %#', async (stdin, reason) => {
    const world = await liveWorld();
    const { exit, err } = await world.outreach(login, { stdin });
    expect(exit).toBe(4);
    expect(err).toMatch(reason);
    expect(err).not.toContain(liveKey.slice(15, 40));
    expect(world.sent).toEqual([]);
  });

  it('reads the key from a file', async () => {
    const world = await liveWorld();
    writeFileSync(join(world.home, 'key.txt'), `\uFEFF${liveKey}\r\n`);
    expect((await world.outreach(`login --base-url ${baseUrl} --key-file key.txt`)).exit).toBe(0);
    expect(world.sent[0]?.headers.authorization).toBe(`Bearer ${liveKey}`);
  });

  it('takes base URL and name from the environment', async () => {
    const world = await liveWorld({ env: { OUTREACH_BASE_URL: `${baseUrl}/`, OUTREACH_PROFILE: 'prod' } });
    const { json } = await world.outreach('login --key-stdin --json', { stdin: liveKey });
    expect(json()).toMatchObject({ profile: 'prod', baseUrl });
  });

  it.each([
    ['login --key-stdin', 2, /--base-url/],
    [`login --base-url ${baseUrl}`, 2, /--key-stdin/],
    [`login --base-url ${baseUrl} --key-stdin --key-file x`, 2, /cannot be used together/],
    ['login --base-url http://api.outreach.example/r --key-stdin', 2, /https/],
    ['login --base-url https://api.outreach.example --key-stdin', 2, /https:\/\/api\.outreach\.example\/r/],
    [`${login} --profile sandbox`, 2, /built in/],
    [`${login} --profile a.b`, 2, /cannot be the name/],
    [`login ${liveKey}`, 2, /shell history/],
    [`login --key-file ${liveKey}`, 2, /shell history/],
  ])('answers %s with exit %i', async (line, exit, message) => {
    const world = await liveWorld();
    const ran = await world.outreach(line, { stdin: liveKey });
    expect(ran.exit).toBe(exit);
    expect(ran.err).toMatch(message);
    expect(ran.out + ran.err).not.toContain(liveKey);
    expect(world.sent).toEqual([]);
  });

  it('does not change the profile in use for another one, and says so', async () => {
    const world = await liveWorld();
    await world.outreach(`${login} --profile prod`, { stdin: liveKey });
    const { err } = await world.outreach(`${login} --profile second`, { stdin: liveReadOnlyKey });
    expect(err).toContain('outreach profiles use second');
    expect((await world.outreach('whoami --json')).json().profile).toBe('prod');
    await world.outreach('profiles use second');
    expect((await world.outreach('whoami --json')).json().profile).toBe('second');
  });

  it('gives a known profile another key, and leaves its settings', async () => {
    const world = await liveWorld();
    await world.outreach(`${login} --profile prod`, { stdin: liveKey });
    await world.outreach('profiles set prod --max-credits 7 --workspace Acme');
    await world.outreach('login --key-stdin', { stdin: liveReadOnlyKey });
    const { json } = await world.outreach('profiles show --json');
    expect(json()).toMatchObject({ profile: 'prod', baseUrl, maxCredits: 7, workspace: 'Acme' });
    await world.outreach('campaigns list');
    expect(world.sent.at(-1)?.headers.authorization).toBe(`Bearer ${liveReadOnlyKey}`);
  });

  it('takes a sandbox key to this machine only, and knows its scope', async () => {
    const world = await liveWorld();
    const abroad = await world.outreach(login, { stdin: sandboxKey });
    expect(abroad.exit).toBe(4);
    expect(world.sent).toEqual([]);
    const served = 'login --base-url http://127.0.0.1:4010/r --key-stdin --json';
    const { json } = await world.outreach(served, { stdin: sandboxReadOnlyKey });
    expect(json()).toMatchObject({ target: 'sandbox', scope: 'read' });
    expect(world.sent).toHaveLength(1);
  });

  it('warns where the environment goes before what was kept', async () => {
    const world = await liveWorld({ env: { OUTREACH_API_KEY: liveKey } });
    const { exit, err } = await world.outreach(login, { stdin: liveKey });
    expect(exit).toBe(0);
    expect(err).toContain('OUTREACH_API_KEY is set');
  });
});

describe('logout', () => {
  it('forgets the key and nothing else', async () => {
    const world = await liveWorld();
    await world.outreach(`${login} --profile prod`, { stdin: liveKey });
    const { exit, json } = await world.outreach('logout --json');
    expect([exit, json()]).toEqual([0, { profile: 'prod', loggedOut: true }]);
    expect(readFileSync(join(world.home, 'keys.json'), 'utf8')).not.toContain('run_');
    const after = await world.outreach('campaigns list');
    expect(after.exit).toBe(4);
    expect(after.err).toContain('outreach login --profile prod');
    expect((await world.outreach('logout')).exit).toBe(6);
    expect((await world.outreach('profiles show --json')).json()).toMatchObject({ baseUrl, hasKey: false });
  });

  it('has nothing to forget at first', async () => {
    const world = await liveWorld();
    expect((await world.outreach('logout')).exit).toBe(6);
    expect((await world.outreach('logout --profile nobody')).exit).toBe(2);
  });
});

describe('whoami', () => {
  it('stands by the sandbox, and sends nothing', async () => {
    const world = await liveWorld();
    const { out, err, exit } = await world.outreach('whoami --json');
    expect([exit, JSON.parse(out)]).toEqual([
      0,
      {
        profile: 'sandbox',
        target: 'sandbox',
        baseUrl: 'in-process',
        keySource: 'built-in',
        keyStorage: 'built-in',
        scope: 'read_write',
        readOnly: false,
      },
    ]);
    expect(err).toBe('');
    expect([...world.requests, ...world.sent]).toEqual([]);
  });

  it('says in one line that nothing is configured', async () => {
    const world = await liveWorld();
    expect((await world.outreach('whoami')).err).toMatch(/^Nothing is configured.*outreach login\n$/);
    expect((await world.outreach('whoami -q')).err).toBe('');
    expect((await world.outreach('whoami --profile sandbox')).err).toBe('');
  });

  it.each([
    [{ CI: 'true' }, 4],
    [{ OUTREACH_API_KEY: '' }, 4],
    [{ OUTREACH_API_KEY: liveKey }, 2],
    [{ OUTREACH_API_KEY: `${liveKey} ` }, 4],
    [{ OUTREACH_PROFILE: 'nobody' }, 2],
    [{ OUTREACH_BASE_URL: baseUrl, OUTREACH_API_KEY: sandboxKey }, 4],
  ])('assumes nothing: %#', async (env, exit) => {
    const world = await liveWorld({ env });
    const ran = await world.outreach('whoami --json');
    expect([ran.exit, ran.out]).toEqual([exit, '']);
    expect(JSON.parse(ran.err).error).toMatchObject({ exitCode: exit, outcome: 'none' });
    expect(ran.err).not.toContain(liveKey);
  });

  it('warns about a key that others could read', async () => {
    const world = await liveWorld();
    await world.outreach(login, { stdin: liveKey });
    chmodSync(join(world.home, 'keys.json'), 0o640);
    const { exit, err } = await world.outreach('whoami --json');
    expect(exit).toBe(0);
    expect(err).toContain('chmod 600');
  });
});

it('never prints a key, whatever is asked', async () => {
  const world = await liveWorld();
  const lines = [
    `${login} --profile prod --debug`,
    'whoami --debug',
    'profiles list --json',
    'profiles show prod',
    'doctor --json',
    'campaigns list --debug',
    'leads add --email a@b.example --dry-run --debug',
    'profiles set prod --base-url https://elsewhere.example/r',
    'campaigns list',
    'logout --json',
  ];
  for (const line of lines) {
    const { out, err } = await world.outreach(line, { stdin: liveKey });
    expect(`${out}${err}`, line).not.toMatch(/run_[A-Za-z0-9]{8}_[A-Za-z0-9]/);
  }
});

describe('a key of the sandbox in the environment', () => {
  const served = 'http://127.0.0.1:4010/r';
  const elsewhere = 'http://localhost:4010/r';

  it.each([
    ['its address', { OUTREACH_API_KEY: sandboxKey, OUTREACH_BASE_URL: served }, ''],
    ['another name of it', { OUTREACH_API_KEY: sandboxKey, OUTREACH_BASE_URL: elsewhere }, ''],
    ['the address of the profile', { OUTREACH_API_KEY: sandboxKey }, ''],
    ['another key', { OUTREACH_API_KEY: sandboxChildKey, OUTREACH_BASE_URL: elsewhere }, ''],
    ['the sandbox profile', { OUTREACH_BASE_URL: elsewhere }, ' --profile sandbox'],
  ])('gets past no guard of the profile: %s', async (_case, env, more) => {
    let sent = 0;
    const world = await newWorld({
      env,
      network: async () => {
        sent += 1;
        return { status: 200, headers: {}, body: '{}' };
      },
    });
    const profiles = { live: { baseUrl: served, readOnly: true, maxCreditsPerDay: 10 } };
    const keys = { live: { key: sandboxKey, origin: 'http://127.0.0.1:4010' } };
    writeFileSync(join(world.home, 'config.json'), JSON.stringify({ profile: 'live', profiles }));
    writeFileSync(join(world.home, 'keys.json'), JSON.stringify({ keys }), { mode: 0o600 });
    for (const line of ['campaigns create A', 'credits buy 1000 --yes']) {
      const { exit, err } = await world.outreach(`${line}${more}`);
      expect(exit).toBe(5);
      expect(err).toContain("The profile 'live' is set to read-only; nothing was sent");
    }
    expect(sent).toBe(0);
  });

  it('is named in question and whoami where it is not the key of the built-in profile', async () => {
    const world = await newWorld({ env: { OUTREACH_API_KEY: sandboxChildKey } });
    const { exit, err } = await world.outreach('credits buy 1000 --json');
    expect(exit).toBe(3);
    expect(JSON.parse(err).error).toMatchObject({
      message: expect.stringContaining('(SANDBOX, key of OUTREACH_API_KEY, no profile)'),
      details: { profile: null, keySource: 'environment', target: 'sandbox' },
    });
    expect((await world.outreach('whoami --json')).json()).toMatchObject({
      profile: null,
      keySource: 'environment',
      baseUrl: 'in-process',
    });
  });
});
