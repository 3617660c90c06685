// @module-tag slow
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { binary, outreach, start, temporaryFolder } from './binary.ts';

/** `sandbox exec` with real programs and real signals. */

/** Says where its home is, then waits; on the signals it hears, it says so and ends with 5. */
const waiting = `
const fs = require('node:fs');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(name, () => { fs.writeFileSync('heard.txt', name); process.exit(5); });
fs.writeFileSync('home.txt', process.env.OUTREACH_HOME);
console.log('ready');
setInterval(() => {}, 1000);
`;

const execute = (...command: string[]) => ['sandbox', 'exec', '-q', '--', ...command];

async function untilReady(stdout: NodeJS.ReadableStream): Promise<void> {
  for await (const chunk of stdout) if (String(chunk).includes('ready')) return;
}

describe('sandbox exec', () => {
  it('runs the program itself against the fresh sandbox, and nothing of it stays', async () => {
    const home = await temporaryFolder();
    const script = `"${process.execPath}" "${binary}" leads add ana@lumen.example -q && "${process.execPath}" "${binary}" leads list --json && pwd && exit 3`;
    const run = await outreach(home, execute('sh', '-c', script));
    expect([run.exit, run.err]).toEqual([3, '']);
    expect(run.out).toContain('"total":1');
    const own = await outreach(home, ['leads', 'list', '--json']);
    expect(JSON.parse(own.out).total).toBe(0);
  });

  it('lets the command move the clock of the sandbox that it is served', async () => {
    const home = await temporaryFolder();
    const o = `"${process.execPath}" "${binary}"`;
    const script = `${o} leads add a@lumen.example -q >/dev/null; ${o} sandbox clock advance 10d -q >/dev/null; ${o} leads add b@lumen.example -q >/dev/null; ${o} leads list --json`;
    const run = await outreach(home, execute('sh', '-c', script));
    const [second, first] = JSON.parse(run.out).items;
    expect(Date.parse(second.createdAt) - Date.parse(first.createdAt)).toBeGreaterThan(9 * 86_400_000);
  });

  it('gives the command its stdin, stdout and stderr', async () => {
    const home = await temporaryFolder();
    const run = await outreach(home, execute('sh', '-c', 'cat; echo to stderr >&2'), {
      input: 'from stdin\n',
    });
    expect(run).toMatchObject({ exit: 0, out: 'from stdin\n', err: 'to stderr\n' });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'hands %s on, waits for the end of the command, and clears away',
    async (signal) => {
      const home = await temporaryFolder();
      await writeFile(join(home, 'waiting.cjs'), waiting);
      const running = start(home, execute(process.execPath, 'waiting.cjs'), { buffer: false });
      await untilReady(running.stdout as NodeJS.ReadableStream);
      running.kill(signal);
      expect((await running).exitCode).toBe(5);
      expect(await readFile(join(home, 'heard.txt'), 'utf8')).toBe(signal);
      const fresh = await readFile(join(home, 'home.txt'), 'utf8');
      expect([fresh.includes('outreach-'), existsSync(fresh)]).toEqual([true, false]);
    },
  );

  it.each([
    ['kill -9 $$', 137],
    ['kill -15 $$', 143],
    ['exit 255', 255],
    ['true', 0],
  ])('ends like a shell: %s gives %i', async (script, exit) => {
    const home = await temporaryFolder();
    expect(await outreach(home, execute('sh', '-c', script))).toMatchObject({ exit, out: '', err: '' });
  });

  it.each([
    ['no-such-command-anywhere', 'command_not_found'],
    ['./plain.txt', 'command_not_executable'],
  ])('says that %s cannot be started', async (command, code) => {
    const home = await temporaryFolder();
    await writeFile(join(home, 'plain.txt'), 'text', { mode: 0o600 });
    const run = await outreach(home, ['sandbox', 'exec', '--json', '--', command]);
    expect([run.exit, run.out, JSON.parse(run.err.trim().split('\n').at(-1) ?? '').error.code]).toEqual([
      2,
      '',
      code,
    ]);
  });
});
