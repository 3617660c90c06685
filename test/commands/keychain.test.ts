import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { digest } from '../../src/base/digest.ts';
import type { AskedProgram, ProgramAnswer, World } from '../../src/cli/declare/world.ts';
import { baseUrl, liveKey, liveReadOnlyKey, liveWorld } from './live-service.ts';

const origin = new URL(baseUrl).origin;
const login = `login --base-url ${baseUrl} --key-stdin`;
const answer = (code: number | null, out = '', err = ''): ProgramAnswer => ({ code, out, err });

/** The keychain of a system, as its program answers; `instead` answers first. */
function keychain(instead: (program: AskedProgram) => ProgramAnswer | undefined = () => undefined) {
  const held = new Map<string, string>();
  const asked: AskedProgram[] = [];
  const after = (args: readonly string[], word: string) => args[args.indexOf(word) + 1] ?? '';
  const secretTool = ({ args: [verb, ...args], input }: AskedProgram): ProgramAnswer => {
    const entry = after(args, 'account');
    if (verb === 'store') held.set(entry, input);
    if (verb === 'lookup') return held.has(entry) ? answer(0, held.get(entry)) : answer(1);
    if (verb === 'clear') return answer(held.delete(entry) ? 0 : 1);
    return answer(0);
  };
  const notFound = 'The specified item could not be found in the keychain.';
  const security = ({ args, input }: AskedProgram): ProgramAnswer => {
    if (args[0] === '-i') {
      const [, entry = '', , key = ''] = /-a (\S+) -l "([^"]*)" -w (\S+)\n$/.exec(input) ?? [];
      held.set(entry, key);
      return answer(0);
    }
    const entry = after(args, '-a');
    if (!held.has(entry)) return answer(44, '', notFound);
    if (args[0] === 'find-generic-password') return answer(0, `${held.get(entry)}\n`);
    held.delete(entry);
    return answer(0);
  };
  const askProgram: World['askProgram'] = async (program) => {
    asked.push(program);
    return instead(program) ?? (program.command === 'secret-tool' ? secretTool : security)(program);
  };
  const verbs = () => asked.map(({ args }) => args.find((word) => !word.startsWith('--')) ?? '');
  return { held, asked, askProgram, verbs, forgetAsked: () => void asked.splice(0) };
}

type Keychain = ReturnType<typeof keychain>;

/** A machine with the usual folders, where OUTREACH_HOME is not set. */
async function machine(
  store: Pick<Keychain, 'askProgram'>,
  { env = {}, ...more }: Parameters<typeof liveWorld>[0] = {},
) {
  const home = mkdtempSync(join(tmpdir(), 'outreach-keychain-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const folders = Object.fromEntries(
    ['CONFIG', 'STATE', 'DATA'].map((name) => [`XDG_${name}_HOME`, join(home, name)]),
  );
  const all = { OUTREACH_HOME: '', HOME: home, ...folders, ...env };
  const world = await liveWorld({ ...more, env: all, askProgram: store.askProgram });
  const keysFile = join(home, 'CONFIG/outreach/keys.json');
  const saved = () => JSON.parse(readFileSync(keysFile, 'utf8')).keys;
  const everything = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .map((name) => join(home, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => readFileSync(path, 'latin1'))
      .join('\n');
  return { ...world, saved, everything, keysFile };
}

async function loggedIn(store: Keychain, options: Parameters<typeof liveWorld>[0] = {}) {
  const world = await machine(store, options);
  const { exit, err } = await world.outreach(`${login} --profile prod --storage keychain`, {
    stdin: liveKey,
  });
  expect([exit, err]).toEqual([0, expect.not.stringContaining('Warning')]);
  store.forgetAsked();
  return world;
}

describe('login --storage keychain', () => {
  it.each([
    ['linux', 'secret-tool', ['lookup', 'store', 'lookup']],
    ['darwin', '/usr/bin/security', ['find-generic-password', '-i', 'find-generic-password']],
  ] as const)(
    'on %s gives the key to %s by standard input, and no file has it',
    async (platform, command, verbs) => {
      const store = keychain();
      const world = await machine(store, { platform });
      const { exit, json } = await world.outreach(`${login} --storage keychain --json`, { stdin: liveKey });
      expect(exit).toBe(0);
      expect(json()).toMatchObject({ profile: 'default', keyStorage: 'keychain', keptIn: 'the keychain' });
      expect(store.verbs()).toEqual(verbs);
      expect(new Set(store.asked.map((program) => program.command))).toEqual(new Set([command]));
      expect(store.asked.flatMap(({ args }) => args).join(' ')).not.toContain('run_');
      expect(store.asked.filter(({ input }) => input.includes(liveKey))).toHaveLength(1);
      expect([...store.held.values()]).toEqual([liveKey]);
      expect(world.everything()).not.toContain(liveKey.slice(13));
      expect(world.saved()).toEqual({
        default: {
          storage: 'keychain',
          origin,
          entry: [...store.held.keys()][0],
          shown: 'run_ab12cd34_…aB3z',
          fingerprint: digest(liveKey),
          account: digest(origin, liveKey),
        },
      });
      expect((await world.outreach('campaigns list --json')).exit).toBe(0);
      expect(world.sent.at(-1)?.headers.authorization).toBe(`Bearer ${liveKey}`);
      expect((await world.outreach('logout')).exit).toBe(0);
      expect([store.held.size, world.saved()]).toEqual([0, {}]);
    },
  );

  it.each([
    ['OUTREACH_HOME is set', { OUTREACH_HOME: '/tmp/outreach-nowhere' }, 'linux'],
    ['CI is set', { CI: 'true' }, 'linux'],
    ['only on macOS and Linux', {}, 'win32'],
  ] as const)('is refused before anything is asked or sent: %s', async (reason, env, platform) => {
    const store = keychain();
    const world = await machine(store, { env, platform });
    const { exit, err } = await world.outreach(`${login} --storage keychain`, { stdin: liveKey });
    expect(exit).toBe(2);
    expect(err).toContain(reason);
    expect(err).toContain('--storage file');
    expect([world.sent, store.asked]).toEqual([[], []]);
  });

  it.each<[string, ProgramAnswer, RegExp]>([
    [
      'the program is missing',
      { ...answer(null), failed: 'is not installed' },
      /secret-tool is not installed/,
    ],
    ['there is no desktop', answer(1, '', 'secret-tool: Cannot autolaunch D-Bus'), /said: Cannot autolaunch/],
  ])('asks for no key and sends nothing where %s', async (_case, told, message) => {
    const world = await machine(keychain(() => told));
    const { exit, err } = await world.outreach(`login --base-url ${baseUrl} --storage keychain`, {
      tty: true,
    });
    expect([exit, err]).toEqual([2, expect.stringMatching(message)]);
    expect(err).not.toContain('API key');
    expect(world.sent).toEqual([]);
  });

  it.each<[string, string, ProgramAnswer, RegExp]>([
    ['store', 'is missing', { ...answer(null), failed: 'is not installed' }, /secret-tool is not installed/],
    [
      'store',
      'hangs',
      { ...answer(null), failed: 'did not answer within 20 s' },
      /did not answer within 20 s/,
    ],
    [
      'store',
      'is locked',
      answer(1, '', 'secret-tool: Cannot create an item in a locked collection\n'),
      /said: Cannot create an item/,
    ],
    ['store', 'fails without a word', answer(1), /without a word/],
    [
      'store',
      'repeats the key',
      answer(1, liveKey, `no: ${liveKey} ${liveKey.slice(13)} ${liveKey}`),
      /said: no: /,
    ],
    ['lookup', 'kept something else', answer(0, 'nonsense'), /answers something else/],
    ['lookup', 'kept nothing', answer(1), /did not keep the key/],
  ])('saves nothing where %s %s', async (verb, _case, told, message) => {
    const store = keychain(({ args }) => (args[0] === verb ? told : undefined));
    const world = await machine(store);
    const { exit, out, err } = await world.outreach(`${login} --storage keychain --json`, { stdin: liveKey });
    expect([exit, out, JSON.parse(err).error.code]).toEqual([2, '', 'keychain_failed']);
    expect(JSON.parse(err).error.message).toMatch(message);
    expect(JSON.parse(err).error.hint).toContain('--storage file');
    expect([...store.held]).toEqual([]);
    expect(err).not.toContain(liveKey.slice(13, 45));
    expect(world.everything()).not.toContain('run_ab12cd34');
    expect((await world.outreach('profiles list --json')).json().items).toHaveLength(1);
  });

  it('removes the entry where the rest of the login fails', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    await world.outreach('profiles set prod --read-only');
    store.forgetAsked();
    // Guards keep their service: another address needs a person.
    const elsewhere = 'login --profile prod --base-url https://other.outreach.example/r --key-stdin';
    expect((await world.outreach(elsewhere, { stdin: liveKey })).exit).toBe(3);
    expect(store.verbs()).toEqual(['lookup', 'store', 'lookup', 'clear']);
    expect([...store.held.keys()]).toEqual([world.saved().prod.entry]);
  });
});

describe('a key in the keychain', () => {
  it('is not asked for by what needs none', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    const lines = [
      'whoami',
      'profiles list',
      'profiles show prod',
      'profiles set prod --max-credits 5',
      'journal list',
      'approvals list',
      'help safety',
      'commands --json',
      'campaigns list --help',
      'campaigns list --profile sandbox',
    ];
    for (const line of lines) expect((await world.outreach(line)).exit, line).toBe(0);
    expect(store.asked).toEqual([]);
    const { json } = await world.outreach('whoami --json');
    expect(json()).toMatchObject({ profile: 'prod', keySource: 'profile prod', keyStorage: 'keychain' });
    expect((await world.outreach('profiles show prod --json')).json()).toMatchObject({
      keyStorage: 'keychain',
    });
    const seen = async (line: string) => (await world.outreach(`${line} --no-color`, { tty: true })).out;
    expect(await seen('whoami')).toMatch(/Key saved in +the keychain/);
    expect(await seen('profiles show prod')).toMatch(/Key +in the keychain/);
    expect(store.asked).toEqual([]);
  });

  it('is asked for once, whatever a command needs it for', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    await world.outreach(`${login} --profile second --storage keychain`, { stdin: liveReadOnlyKey });
    await world.outreach(`${login} --profile third`, { stdin: liveReadOnlyKey });
    store.forgetAsked();
    expect((await world.outreach('status --json')).exit).toBe(0);
    expect(store.verbs()).toEqual(['lookup']);
    store.forgetAsked();
    const { json } = await world.outreach('status --all-profiles --json');
    expect(json().profiles.map(({ profile, ok }: { profile: string; ok: boolean }) => [profile, ok])).toEqual(
      [
        ['sandbox', true],
        ['prod', true],
        ['second', true],
        // The same account, whose key is in the file.
        ['third', true],
      ],
    );
    expect(store.verbs()).toEqual(['lookup', 'lookup']);
    store.forgetAsked();
    await world.outreach('doctor --json');
    expect(store.verbs()).toEqual(['lookup']);
  });

  it('is known without being asked for where the environment has it', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    const inEnvironment = await machine(store, {
      env: {
        OUTREACH_API_KEY: liveKey,
        XDG_CONFIG_HOME: join(world.keysFile, '../..'),
      },
    });
    const { json } = await inEnvironment.outreach('whoami --json');
    expect(json()).toMatchObject({ profile: 'prod', keySource: 'profile prod', keyStorage: 'keychain' });
    expect((await inEnvironment.outreach('campaigns list')).exit).toBe(0);
    expect(inEnvironment.sent.at(-1)?.headers.authorization).toBe(`Bearer ${liveKey}`);
    expect(store.asked).toEqual([]);
  });

  it('holds the guards of every profile with this key, wherever it is saved', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    await world.outreach(`${login} --profile other`, { stdin: liveKey });
    await world.outreach('profiles set prod --read-only');
    const { json } = await world.outreach('whoami --profile other --json');
    expect(json().readOnly).toBe(true);
  });

  it('has the journal of its account', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    expect((await world.outreach('credits buy 1000 --yes')).exit).toBe(0);
    expect(world.journalled()).toContain(digest(origin, liveKey));
    store.forgetAsked();
    expect((await world.outreach('journal list --json')).json().total).toBeGreaterThan(0);
    expect(store.asked).toEqual([]);
  });

  const unlock = 'Unlock the keychain, and run';
  it.each<[string, number, string, string, ProgramAnswer]>([
    ['is locked', 2, 'keychain_failed', unlock, answer(1, '', 'User interaction is not allowed.')],
    ['has another key', 2, 'keychain_failed', unlock, answer(0, liveReadOnlyKey)],
    ['has garbage', 2, 'keychain_failed', unlock, answer(0, `\u001b[31m${liveKey}${liveKey}`, liveKey)],
    [
      'has no program',
      2,
      'keychain_failed',
      'Install secret-tool (package libsecret-tools or libsecret), and run',
      { ...answer(null), failed: 'is not installed' },
    ],
    ['has no such entry', 4, 'no_key', 'outreach login --profile prod --storage keychain', answer(1)],
  ])('sends nothing where the keychain %s: exit %i', async (_case, code, error, hint, told) => {
    let broken = false;
    const store = keychain(({ args }) => (broken && args[0] === 'lookup' ? told : undefined));
    const world = await loggedIn(store);
    const before = world.sent.length;
    broken = true;
    const { exit, out, err } = await world.outreach('campaigns list --json');
    expect([exit, out, JSON.parse(err).error.code]).toEqual([code, '', error]);
    expect(JSON.parse(err).error.hint).toContain(hint);
    expect(err).not.toContain(liveKey.slice(13, 45));
    expect(world.sent).toHaveLength(before);
    const { json } = await world.outreach('doctor --json');
    expect(json().checks).toContainEqual(expect.objectContaining({ check: 'keychain', state: 'failed' }));
  });

  it('tells an entry that is locked from one that is gone', async () => {
    const locked = keychain(({ args: [verb] }) =>
      verb === 'lookup' && locked.held.size > 1
        ? answer(1)
        : verb === 'search'
          ? answer(0, '[/1]\nlabel = ', 'secret-tool: Cannot get secret of a locked object')
          : undefined,
    );
    const world = await loggedIn(locked);
    locked.held.set('another', '');
    const { exit, err } = await world.outreach('campaigns list');
    expect([exit, err]).toEqual([2, expect.stringContaining('without a word, as where it is locked')]);
  });

  it('does not go where keys.json was changed to lead', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    const { writeFile } = await import('node:fs/promises');
    const other = 'https://evil.example';
    const configFile = join(world.keysFile, '../config.json');
    for (const file of [world.keysFile, configFile])
      await writeFile(file, readFileSync(file, 'utf8').replaceAll(origin, other), { mode: 0o600 });
    const before = world.sent.length;
    expect((await world.outreach('campaigns list')).exit).toBe(2);
    expect(world.sent).toHaveLength(before);
  });

  it('is not asked for under CI, and the way out is named', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    const underCi = await machine(store, {
      env: { CI: '1', XDG_CONFIG_HOME: join(world.keysFile, '../..') },
    });
    expect((await underCi.outreach('whoami')).exit).toBe(0);
    const { exit, err } = await underCi.outreach('campaigns list');
    expect([exit, err]).toEqual([2, expect.stringContaining('OUTREACH_API_KEY')]);
    expect(store.asked).toEqual([]);
  });
});

describe('the entry in the keychain is removed', () => {
  it('by profiles remove', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    expect((await world.outreach('profiles remove prod --yes')).exit).toBe(0);
    expect(store.held.size).toBe(0);
  });

  it('by a login that saves the key in the file', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    const line = `${login} --profile prod --storage file --json`;
    const { json } = await world.outreach(line, { stdin: liveKey });
    expect(json()).toMatchObject({ keyStorage: 'file', keptIn: world.keysFile });
    expect([store.held.size, world.saved()]).toEqual([0, { prod: { key: liveKey, origin } }]);
  });

  it('by a login with another key, which goes where the first one was', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    expect((await world.outreach(`${login} --profile prod`, { stdin: liveReadOnlyKey })).exit).toBe(0);
    expect([...store.held]).toEqual([[world.saved().prod.entry, liveReadOnlyKey]]);
    expect((await world.outreach(`${login} --profile prod`, { stdin: liveReadOnlyKey })).exit).toBe(0);
    expect(store.held.size).toBe(1);
  });

  it('of the profile alone, where another has the same key', async () => {
    const store = keychain();
    const world = await loggedIn(store);
    await world.outreach(`${login} --profile other --storage keychain`, { stdin: liveKey });
    await world.outreach('logout --profile other');
    expect([...store.held.keys()]).toEqual([world.saved().prod.entry]);
    expect((await world.outreach('campaigns list --profile prod')).exit).toBe(0);
  });

  it.each([
    ['logout', 'logout'],
    ['profiles remove', 'profiles remove prod --yes'],
    ['login', `${login} --profile prod --storage file`],
  ])('or %s says that it is still there', async (_command, line) => {
    const store = keychain(({ args }) => (args[0] === 'clear' ? answer(1, '', 'it is locked') : undefined));
    const world = await loggedIn(store);
    const { entry } = world.saved().prod;
    const { exit, err } = await world.outreach(line, { stdin: liveKey });
    expect(exit).toBe(0);
    expect(err).toContain(`still in the keychain, under outreach-cli and ${entry}`);
    expect(err).toContain('it is locked');
  });
});

it.each([
  [
    'no entry',
    { storage: 'keychain', origin, shown: 'x', fingerprint: 'x', account: 'x' },
    'entry must be text',
  ],
  ['another place', { storage: 'cloud', origin }, 'must have a key and an origin'],
])('refuses a key with %s', async (_case, key, problem) => {
  const world = await loggedIn(keychain());
  const { writeFile } = await import('node:fs/promises');
  await writeFile(world.keysFile, JSON.stringify({ keys: { prod: key } }), { mode: 0o600 });
  const { exit, err } = await world.outreach('whoami');
  expect([exit, err]).toEqual([2, expect.stringContaining(problem)]);
});
