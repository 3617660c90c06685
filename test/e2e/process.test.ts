// @module-tag slow
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { chmod, mkdir, readdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, cleanEnv, outreach, start, temporaryFolder } from './binary.ts';

const failureOf = (err: string) => {
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(err).error;
};

/** All others are in test/commands/exit-codes.test.ts. */
describe('the exit code', () => {
  it.each([
    [['leeds'], 2, 'Did you mean: outreach leads'],
    [['campaigns', 'get', '77'], 6, '77'],
    [['credits', 'buy', '2000'], 3, '--yes'],
  ])('of %j is %i', async (args, exit, part) => {
    const ended = await outreach(await temporaryFolder(), args);
    expect({ exit: ended.exit, out: ended.out }).toEqual({ exit, out: '' });
    expect(ended.err).toContain(part);
  });
});

describe('the folder of the sandbox', () => {
  it('is not followed where it is a link, and is refused where others can write to it', async () => {
    const home = await temporaryFolder();
    const [ours, elsewhere] = [join(home, 'outreach'), join(home, 'elsewhere')];
    await Promise.all([mkdir(ours), mkdir(elsewhere)]);
    await symlink(elsewhere, join(ours, 'sandbox'));
    const refused = await outreach(home, ['sandbox', 'info']);
    expect([refused.exit, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain('is a symbolic link; it was not touched');
    expect(await readdir(elsewhere)).toEqual([]);
    await unlink(join(ours, 'sandbox'));
    await mkdir(join(ours, 'sandbox'));
    await chmod(join(ours, 'sandbox'), 0o777);
    const open = await outreach(home, ['sandbox', 'info']);
    expect([open.exit, open.out]).toEqual([2, '']);
    expect(open.err).toContain('chmod');
    await chmod(join(ours, 'sandbox'), 0o700);
    expect((await outreach(home, ['sandbox', 'info'])).exit).toBe(0);
  });
});

describe('files', () => {
  it('keeps the sandbox in its folder, for nobody else to read', async () => {
    const home = await temporaryFolder();
    expect(await outreach(home, ['leads', 'add', 'ana@lumen.example', '-q'])).toMatchObject({ exit: 0 });
    const again = await outreach(home, ['leads', 'list', '--json']);
    expect(JSON.parse(again.out)).toMatchObject({ total: 1, items: [{ email: 'ana@lumen.example' }] });
    expect(await readdir(home)).toEqual(['outreach']);
  });

  it.each([
    ['broken', '{"profiles": {'],
    ['of another shape', '[]'],
  ])('says which settings file is %s', async (_, text) => {
    const home = await temporaryFolder();
    await mkdir(join(home, 'outreach'), { mode: 0o700 });
    await writeFile(join(home, 'outreach/config.json'), text, { mode: 0o600 });
    const { exit, out, err } = await outreach(home, ['leads', 'list']);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('config.json');
  });

  it('says why it cannot write where a file stands in the place of its folder', async () => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'outreach'), '');
    const { exit, err } = await outreach(home, ['leads', 'list']);
    expect(exit).toBe(2);
    expect(err).toContain(join(home, 'outreach'));
    expect(err).not.toMatch(/defect|\n {4}at /);
  });

  it.skipIf(process.platform === 'win32')('that was removed is said', async () => {
    const home = await temporaryFolder();
    const line = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${binary}" whoami --json`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { env: cleanEnv(home), cwd: home });
    expect([status, String(stdout)]).toEqual([2, '']);
    expect(failureOf(String(stderr))).toMatchObject({ code: 'file_error', outcome: 'none' });
  });
});

describe('stdout', () => {
  it('may be closed by whoever had enough', async () => {
    const home = await temporaryFolder();
    const rows = Array.from({ length: 900 }, (_, index) => `lead${index}@lumen.example,${'x'.repeat(200)}`);
    await writeFile(join(home, 'leads.csv'), `email,company\n${rows.join('\n')}\n`);
    expect((await outreach(home, ['leads', 'import', 'leads.csv', '-q'])).exit).toBe(0);
    const line = `"${process.execPath}" "${binary}" leads list --all --ndjson; echo "exit $?" >&2`;
    const shell = spawn('bash', ['-c', `{ ${line}; } | head -1`], { env: cleanEnv(home), cwd: home });
    const chunks = { out: '', err: '' };
    shell.stdout.on('data', (chunk) => {
      chunks.out += chunk;
    });
    shell.stderr.on('data', (chunk) => {
      chunks.err += chunk;
    });
    await new Promise((ended) => shell.on('close', ended));
    expect(chunks.err.trim().split('\n').at(-1)).toBe('exit 0');
    expect(chunks.err).not.toMatch(/EPIPE|Error/);
    expect(JSON.parse(chunks.out)).toMatchObject({ email: expect.stringContaining('@lumen.example') });
  });

  it('that is closed ends a change line by line, and says after which line', async () => {
    const home = await temporaryFolder();
    const lines = Array.from({ length: 5000 }, (_, at) => `{"lead":${at + 1},"category":"interested"}\n`);
    await writeFile(join(home, 'some.jsonl'), lines.join(''));
    const line = `"${process.execPath}" "${binary}" leads categorize --from some.jsonl; echo "exit $?" >&2`;
    const { stdout, stderr } = spawnSync('bash', ['-c', `{ ${line}; } | head -1`], {
      env: cleanEnv(home),
      cwd: home,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toMatchObject({ line: 1 });
    expect(stderr).toMatch(/nothing after line \d+ was done\nexit 15\n$/);
  });

  it.runIf(existsSync('/dev/full'))('that is full is said, and is no success', async () => {
    const home = await temporaryFolder();
    const toFullDisk = (...args: string[]) =>
      spawnSync(process.execPath, [binary, ...args], {
        env: cleanEnv(home),
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
        encoding: 'utf8',
      });
    const read = toFullDisk('leads', 'list', '--json');
    expect([read.status, failureOf(read.stderr)]).toMatchObject([
      2,
      { code: 'output_failed', outcome: 'none' },
    ]);
    const changed = toFullDisk('campaigns', 'create', 'Autumn', '--json');
    expect([changed.status, failureOf(changed.stderr)]).toMatchObject([
      14,
      { code: 'output_failed', outcome: 'done' },
    ]);
    for (const text of ['--version', '--help']) {
      const { status, stderr } = toFullDisk(text);
      expect([text, status, stderr]).toEqual([
        text,
        2,
        expect.stringMatching(/^Error: The output.*\nCheck.*\n$/),
      ]);
    }
  });

  it('comes whole through a slow pipe', async () => {
    const home = await temporaryFolder();
    const rows = Array.from({ length: 900 }, (_, index) => `lead${index}@lumen.example,${'x'.repeat(300)}`);
    await writeFile(join(home, 'leads.csv'), `email,company\n${rows.join('\n')}\n`);
    await outreach(home, ['leads', 'import', 'leads.csv', '-q']);
    const { exit, out } = await outreach(home, ['leads', 'list', '--all', '--json']);
    expect(exit).toBe(0);
    expect(JSON.parse(out).items).toHaveLength(900);
  });
});

describe('a signal', () => {
  const importing = [
    'finder',
    'import',
    '--campaign',
    '1',
    '--count',
    '200',
    '--country',
    'Germany',
    '--yes',
    '--wait',
    '--interval',
    '20s',
  ];

  it.each([
    ['SIGINT', 130, 'interrupted'],
    ['SIGTERM', 143, 'terminated'],
  ] as const)('%s ends a wait in order and says what goes on', async (signal, exit, code) => {
    const home = await temporaryFolder();
    await outreach(home, ['campaigns', 'create', 'Autumn', '-q']);
    const running = start(home, importing);
    await new Promise<void>((waiting) => {
      let said = '';
      running.stderr?.on('data', (chunk) => {
        said += chunk;
        if (/Import 1.*\n.*Import 1/s.test(said)) waiting();
      });
    });
    running.kill(signal);
    const { exitCode, stdout, stderr } = await running;
    expect({ exitCode, stdout }).toEqual({ exitCode: exit, stdout: '' });
    expect(String(stderr)).toMatch(/import 1/i);
    expect(String(stderr)).toContain('outreach finder imports wait 1');
    expect(String(stderr)).not.toMatch(/\n {4}at /);
    expect(code).toBeTruthy();
  });

  it('while a file is awaited on stdin ends at once', async () => {
    const home = await temporaryFolder();
    const running = start(home, ['leads', 'import', '-'], { stdin: 'pipe' });
    // It has begun once it says where it runs.
    await new Promise<void>((begun) => running.stderr?.once('data', () => begun()));
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
  });
});

describe('an output that is no terminal', () => {
  /** Runs a line of the shell, in which `outreach` is the built program. */
  const shell = (home: string, line: string) =>
    spawnSync('bash', ['-c', `outreach() { "${process.execPath}" "${binary}" "$@"; }; ${line}`], {
      cwd: home,
      env: cleanEnv(home),
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
    });

  it('takes more than a pipe holds, whole and in order', async () => {
    const home = await temporaryFolder();
    const whole = await outreach(home, ['commands', '--json']);
    expect(whole.out.length).toBeGreaterThan(200_000);
    expect(shell(home, 'outreach commands --json | cat').stdout).toBe(whole.out);
    expect(shell(home, 'outreach commands --json > all.json; cat all.json').stdout).toBe(whole.out);
  });

  it('may be closed by its reader', async () => {
    const home = await temporaryFolder();
    const ended = shell(home, 'outreach commands --json | head -c 1; echo $PIPESTATUS');
    expect([ended.stdout, ended.stderr]).toEqual(['{0\n', '']);
  });

  it('keeps the order of results and messages in one file', async () => {
    const home = await temporaryFolder();
    const { stdout } = shell(home, 'outreach leads add ana@lumen.example > both 2>&1; cat both');
    const [first, ...more] = stdout.split('\n');
    expect(first).toContain('Nothing is configured');
    expect(more.join('\n')).toContain('ana@lumen.example');
  });
});
