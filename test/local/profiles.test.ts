import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../src/base/errors.ts';
import { hintOf } from '../../src/cli/messages/hints/hint-of.ts';
import { openProfiles } from '../../src/local/profiles.ts';
import { bundle } from './bundle.ts';

const key = `run_ab12cd34_${'x'.repeat(40)}`;
const saved = { key, origin: 'https://a.example' };

let root: string;
let home: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'outreach-profiles-'));
  home = join(root, 'home');
});
afterEach(() => {
  chmodSync(root, 0o700);
  rmSync(root, { recursive: true, force: true });
});

const open = () => openProfiles({ env: { OUTREACH_HOME: home }, platform: 'linux', cwd: root });
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('the profiles', () => {
  it('begin with the sandbox alone, and no file', () => {
    const profiles = open();
    expect(profiles.names()).toEqual(['sandbox']);
    expect(profiles.get('sandbox')).toEqual({});
    expect([profiles.get('prod'), profiles.key('prod'), profiles.chosen()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(existsSync(home)).toBe(false);
  });

  it('are kept, with their key in another file', async () => {
    await open().change('prod', () => ({
      baseUrl: 'https://a.example/r',
      routes: { 'leads.move': 'POST /m' },
    }));
    await open().change('prod', (before) => ({ ...before, workspace: 'Acme' }));
    await open().saveKey('prod', saved);
    await open().choose('prod');
    const profiles = open();
    expect(profiles.names()).toEqual(['sandbox', 'prod']);
    expect(profiles.get('prod')).toEqual({
      baseUrl: 'https://a.example/r',
      workspace: 'Acme',
      routes: { 'leads.move': 'POST /m' },
    });
    expect(profiles.key('prod')).toEqual(saved);
    expect(profiles.chosen()).toBe('prod');
    expect(readFileSync(profiles.settingsFile, 'utf8')).not.toContain('run_');
  });

  it('are seen changed by the store that changed them', async () => {
    const profiles = open();
    profiles.names();
    await profiles.change('prod', () => ({ workspace: 'Acme' }));
    expect(profiles.get('prod')).toEqual({ workspace: 'Acme' });
  });

  it('are forgotten: the key alone, or all of it', async () => {
    const profiles = open();
    await profiles.change('prod', () => ({ workspace: 'Acme' }));
    await profiles.change('other', () => ({}));
    await profiles.saveKey('prod', saved);
    await profiles.choose('prod');
    expect(await profiles.forgetKey('prod')).toBe(true);
    expect(await profiles.forgetKey('prod')).toBe(false);
    expect(profiles.get('prod')).toEqual({ workspace: 'Acme' });
    await profiles.saveKey('prod', saved);
    await profiles.remove('prod');
    expect([profiles.get('prod'), profiles.key('prod'), profiles.chosen()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(profiles.names()).toEqual(['sandbox', 'other']);
    expect(readFileSync(profiles.keysFile, 'utf8')).not.toContain(key);
  });

  it.each([
    ['{"profil": "prod"}', 'config.json: profil is not a setting', "Did you mean 'profile'?"],
    [
      '{"profiles": {"a": {"maxCreditPerDay": 10}}}',
      'config.json: profiles.a.maxCreditPerDay is not a setting',
      "Did you mean 'maxCreditsPerDay'?",
    ],
    ['{"profiles": {"a": {"readonly": true}}}', 'profiles.a.readonly', "Did you mean 'readOnly'?"],
    ['{"profiles": {"a": {"zzzzzzzzz": 1}}}', 'profiles.a.zzzzzzzzz', 'Known: baseUrl'],
    ['{"profiles": {"a": {"__proto__": 1}}}', 'profiles.a.__proto__', 'Known: baseUrl'],
    ['{"profiles": {"a": {"maxUsdPerDay": "10"}}}', 'profiles.a.maxUsdPerDay must be a number', ''],
    ['{"profiles": {"a": {"readOnly": "yes"}}}', 'profiles.a.readOnly must be true or false', ''],
    ['{"profiles": []}', 'profiles must be an object', ''],
    ['{"profile": 1}', 'profile must be the name', ''],
  ])('refuse a settings file that says %s', (text, message, hint) => {
    mkdirSync(home, { mode: 0o700 });
    writeFileSync(join(home, 'config.json'), text, { mode: 0o600 });
    const uses = [
      () => open().names(),
      () => open().get('prod'),
      () => open().chosen(),
      () => open().warnings(),
    ];
    for (const use of uses) {
      let thrown: unknown;
      try {
        use();
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toMatchObject({
        kind: 'usage',
        message: expect.stringContaining(message),
      });
      expect(hintOf(thrown as Failure) ?? '').toContain(hint);
    }
  });

  it.each([
    'sandbox',
    'environment',
    '',
    '.x',
    'a.b',
    '__proto__',
    'a b',
    'x'.repeat(41),
    '../x',
    ...['Sandbox', 'SANDBOX', 'Environment', 'constructor', 'toString'],
  ])('never take the name %j', async (name) => {
    const profiles = open();
    await expect(profiles.change(name, () => ({}))).rejects.toMatchObject({ kind: 'usage' });
    await expect(profiles.saveKey(name, saved)).rejects.toMatchObject({ kind: 'usage' });
    await expect(profiles.remove(name)).rejects.toMatchObject({ kind: 'usage' });
    expect(existsSync(home)).toBe(false);
  });

  it('that were saved under such a name before can still be used, changed and removed', async () => {
    expect(open().get('constructor')).toBeUndefined();
    await open().change('prod', () => ({ workspace: 'C' }));
    const file = open().settingsFile;
    const saved = readFileSync(file, 'utf8').replace('"prod"', '"constructor"');
    writeFileSync(file, saved);
    expect(open().get('constructor')).toEqual({ workspace: 'C' });
    await open().change('constructor', (before) => ({ ...before, maxUsd: 5 }));
    expect(open().get('constructor')).toEqual({ workspace: 'C', maxUsd: 5 });
    await open().remove('constructor');
    expect(open().names()).toEqual(['sandbox']);
  });
});

describe('the files of the profiles', () => {
  it('are for the owner alone, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      await open().change('prod', () => ({}));
      await open().saveKey('prod', saved);
    } finally {
      process.umask(before);
    }
    expect(modeOf(home)).toBe('700');
    expect(modeOf(join(home, 'state'))).toBe('700');
    for (const file of ['config.json', 'keys.json', 'state/lock.db'])
      expect([file, modeOf(join(home, file))]).toEqual([file, '600']);
    expect(readdirSync(home).sort()).toEqual(['config.json', 'keys.json', 'state']);
  });

  it('are closed again where they were loosened', async () => {
    await open().saveKey('prod', saved);
    chmodSync(home, 0o755);
    chmodSync(join(home, 'keys.json'), 0o644);
    expect(open().warnings()).toEqual([expect.stringContaining('mode 0644')]);
    await open().saveKey('other', saved);
    expect([modeOf(home), modeOf(join(home, 'keys.json'))]).toEqual(['700', '600']);
    expect(open().warnings()).toEqual([]);
  });

  it('are not written through a symlink', async () => {
    mkdirSync(home);
    writeFileSync(join(root, 'victim'), '{}');
    symlinkSync(join(root, 'victim'), join(home, 'keys.json'));
    await expect(open().saveKey('prod', saved)).rejects.toMatchObject({ kind: 'usage', code: 'unsafe_path' });
    expect(readFileSync(join(root, 'victim'), 'utf8')).toBe('{}');
  });

  it('are not written into a folder that is a symlink, a file, or shared', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), home);
    await expect(open().saveKey('prod', saved)).rejects.toMatchObject({ kind: 'usage', code: 'unsafe_path' });
    expect(readdirSync(join(root, 'real'))).toEqual([]);
    rmSync(home);
    writeFileSync(home, '');
    await expect(open().saveKey('prod', saved)).rejects.toMatchObject({ kind: 'usage', code: 'unsafe_path' });
    rmSync(home);
    mkdirSync(home);
    chmodSync(home, 0o1777);
    await expect(open().saveKey('prod', saved)).rejects.toMatchObject({
      kind: 'usage',
      code: 'unsafe_path',
      message: `Other users can write to ${home} (mode 1777); it was not used`,
    });
    chmodSync(home, 0o1700);
    await open().saveKey('prod', saved);
  });

  it('name a home that cannot be written', async () => {
    const program = await bundle('test/local/profiles-runner.ts', root);
    chmodSync(root, 0o555);
    // The superuser may write everywhere, so it steps down for this.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const { stdout } = await execa(process.execPath, [program, home, 'prod'], { ...nobody, cwd: '/' });
    expect(JSON.parse(stdout)).toEqual({
      kind: 'usage',
      code: 'file_error',
      message: `Could not make the folder ${home}: permission denied`,
      hint: expect.stringContaining('OUTREACH_HOME'),
    });
  });

  it('name a home below something that is no folder', async () => {
    writeFileSync(join(root, 'file'), '');
    home = join(root, 'file', 'home');
    expect(open().names()).toEqual(['sandbox']);
    await expect(open().saveKey('prod', saved)).rejects.toMatchObject({
      kind: 'usage',
      code: 'file_error',
      message: expect.stringContaining(home),
    });
  });

  it('are left alone where they are broken', async () => {
    mkdirSync(home);
    writeFileSync(join(home, 'config.json'), '{"profiles": ');
    await expect(open().change('prod', () => ({}))).rejects.toMatchObject({
      kind: 'usage',
      code: 'broken_config',
    });
    expect(readFileSync(join(home, 'config.json'), 'utf8')).toBe('{"profiles": ');
  });
});

describe('many at once', () => {
  const twenty = Array.from({ length: 20 }, (_, n) => `p${n}`);
  const kept = () => Object.keys(JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')).profiles);

  it('lose nothing within one process', async () => {
    await Promise.all(twenty.map((name) => open().change(name, () => ({ workspace: name }))));
    expect(kept().sort()).toEqual([...twenty].sort());
  });

  it('lose nothing between processes', { tags: 'slow', timeout: 60_000 }, async () => {
    const program = await bundle('test/local/profiles-runner.ts', root);
    await Promise.all(twenty.map((name) => execa(process.execPath, [program, home, name])));
    expect(kept().sort()).toEqual([...twenty].sort());
    expect(open().get('p7')).toEqual({ workspace: 'p7' });
  });
});
