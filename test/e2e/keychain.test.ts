// @module-tag slow
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { serve } from '../client/server.ts';
import { callMessage, greeting } from '../commands/mcp-serve/session.ts';
import { needTools } from '../tool-here.ts';
import { binary, outreach, temporaryFolder } from './binary.ts';

/** The built program and a real keyring, or a program that is not one in its place. */

const key = `run_ab12cd34_${'aB3'.repeat(13)}z`;
const secret = key.slice(13);

async function account() {
  const service = await serve(({ headers }, response) => {
    const known = headers.authorization === `Bearer ${key}`;
    response.writeHead(known ? 200 : 401, { 'content-type': 'application/json' });
    const empty = { campaigns: [], total: 0, page: 1, limit: 1, hasMore: false };
    response.end(JSON.stringify(known ? empty : { error: 'Invalid API key' }));
  });
  onTestFinished(() => service.close());
  const home = await temporaryFolder();
  await writeFile(join(home, 'key.txt'), key);
  await writeFile(join(home, 'greeting.txt'), greeting + callMessage(1, { name: 'campaigns_list' }));
  const login = `outreach login --base-url ${service.baseUrl} --key-file key.txt`;
  const keysFile = join(home, '.config/outreach/keys.json');
  return { home, service, login, keysFile };
}

/** Runs a script in a session of its own, whose keyring has this password. */
async function inSession(home: string, password: string, script: string) {
  const program = `outreach() { "${process.execPath}" "${binary}" "$@"; }`;
  const unlock = `printf %s '${password}' | gnome-keyring-daemon --unlock --components=secrets >/dev/null`;
  const lines = [program, password === '' ? 'gnome-keyring-daemon --start >/dev/null' : unlock, script];
  const { stdout, stderr, exitCode } = await execa('dbus-run-session', ['--', 'sh', '-c', lines.join('\n')], {
    cwd: home,
    env: { PATH: process.env.PATH ?? '', HOME: home },
    extendEnv: false,
    reject: false,
    input: '',
  });
  return { out: stdout, err: stderr, exit: exitCode };
}

const tools = ['secret-tool', 'gnome-keyring-daemon', 'dbus-run-session'];

it('keeps a key in a real keyring, uses it from there, and takes it out', {
  timeout: 120_000,
}, async (context) => {
  needTools(context, ...tools);
  const { home, login, keysFile, service } = await account();
  const script = `
    ${login} --storage keychain --json | grep keyStorage
    outreach whoami --json | grep keyStorage
    outreach campaigns list --json | grep total
    outreach status --all-profiles --json | grep '"profile": "default"'
    outreach mcp serve < greeting.txt | grep -c structuredContent
    outreach sandbox exec -- sh -c 'echo "$OUTREACH_API_KEY" | cut -c 1-12'
    secret-tool search service outreach-cli 2>/dev/null | grep label
    outreach logout --json | grep loggedOut
    secret-tool search service outreach-cli | wc -c`;
  const { out, err, exit } = await inSession(home, 'secret', script);
  expect(out.split('\n').map((line) => line.trim())).toEqual([
    '"keyStorage":"keychain"',
    '"keyStorage": "keychain",',
    '"total": 0,',
    '"profile": "default",',
    '1',
    'run_SANDBOX0',
    'label = Outreach: profile default',
    '"loggedOut": true',
    '0',
  ]);
  expect([exit, err]).toEqual([0, expect.not.stringContaining('"error"')]);
  expect(out + err + (await readFile(keysFile, 'utf8'))).not.toContain(secret);
  expect(service.seen.length).toBeGreaterThan(3);
});

it('says that a keyring is locked', { timeout: 120_000 }, async (context) => {
  needTools(context, ...tools);
  const { home, login, service } = await account();
  await inSession(home, 'secret', `${login} --storage keychain -q`);
  const before = service.seen.length;
  const { out } = await inSession(
    home,
    '',
    `outreach campaigns list --json; echo "exit $?"
    outreach whoami --json | grep -o '"keyStorage":"[a-z]*"'`,
  );
  expect(out.trim().split(/\s*\n\s*/)).toEqual(['exit 2', '"keyStorage": "keychain",']);
  expect(service.seen).toHaveLength(before);
});

/** The program of a keyring that does `script` when it is asked. */
async function withTool(home: string, script: string) {
  const folder = join(home, 'bin');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'secret-tool'), `#!/bin/sh\necho "$@" >> ${home}/asked\n${script}\n`);
  await chmod(join(folder, 'secret-tool'), 0o755);
  return { env: { OUTREACH_HOME: '', PATH: [folder, process.env.PATH].join(delimiter) } };
}

it.each([
  ['hangs', 'sleep 600 & sleep 600', '--timeout 2s', 12, 'command_timeout'],
  ['repeats the key', '[ $1 = store ] && cat >&2; exit 1', '', 2, 'keychain_failed'],
  ['keeps nothing', 'cat >/dev/null', '', 2, 'keychain_failed'],
  ['answers garbage', '[ $1 = store ] && head -c 100000 /dev/zero; exit 1', '', 2, 'keychain_failed'],
])(
  'lets nothing out to a keyring that %s',
  { timeout: 120_000 },
  async (_case, script, more, code, error) => {
    const { home, login, keysFile } = await account();
    const words = `${login} --storage keychain --json ${more}`.trim().split(' ').slice(1);
    const { exit, out, err } = await outreach(home, words, await withTool(home, script));
    expect([exit, out, JSON.parse(err).error.code]).toEqual([code, '', error]);
    expect(err).not.toContain(secret.slice(0, 12));
    expect(await readFile(join(home, 'asked'), 'utf8')).not.toContain('run_ab12cd34');
    await expect(readFile(keysFile)).rejects.toThrow('ENOENT');
  },
);

it('says that the program is missing', { timeout: 120_000 }, async () => {
  const { home, login } = await account();
  const words = `${login} --storage keychain`.split(' ').slice(1);
  const { exit, err } = await outreach(home, words, { env: { OUTREACH_HOME: '', PATH: home } });
  expect([exit, err]).toEqual([2, expect.stringContaining('secret-tool is not installed')]);
  expect(err).toContain('--storage file');
});
