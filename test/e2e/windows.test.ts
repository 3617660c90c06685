// @module-tag slow
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asPlatform } from './as-platform.ts';
import { outreach, start, temporaryFolder } from './binary.ts';

/** The built program, which takes this machine for Windows. What only the system does is put in here. */

/** A home with `tool.cmd` on the path, and a cmd.exe that says what it was given. */
async function machine() {
  const home = await temporaryFolder();
  const programs = join(home, 'programs');
  await mkdir(programs);
  await writeFile(join(programs, 'tool.cmd'), '');
  const cmd = join(home, 'cmd.exe');
  await writeFile(cmd, `#!/bin/sh\nprintf '<%s>' "$@"\nexit 5\n`);
  await chmod(cmd, 0o755);
  const env = { PATH: `C:\\nowhere;${programs}`, PATHEXT: '.exe;.cmd', comspec: cmd, TEMP: home };
  const options = { env, nodeOptions: await asPlatform(home, 'win32') };
  return { home, options };
}

describe.runIf(process.platform === 'linux')('on Windows', () => {
  it.each([
    ['--'],
    // PowerShell drops it on the way to a program that npm installed.
    [],
  ])(
    'sandbox exec starts scripts by their short name, and gives them their arguments: %s',
    { tags: 'needed' },
    async (...dashes) => {
      const { home, options } = await machine();
      const words = ['sandbox', 'exec', '-q', ...dashes, 'tool', '--json', 'a "b" & c'];
      const run = await outreach(home, words, options);
      expect({ exit: run.exit, err: run.err }).toEqual({ exit: 5, err: '' });
      expect(run.out).toMatch(/^<\/d><\/s><\/c><"tool \^"--json\^" \^"a\^ \\\^"b\\\^"\^ \^&\^ c\^"">$/);
    },
  );

  it('a program that is not there is named, with a shell of that system', async () => {
    const { home, options } = await machine();
    await writeFile(join(home, 'cmd.exe'), '#!/bin/sh\nexit 1\n');
    const run = await outreach(home, ['sandbox', 'exec', '-q', 'nosuch'], options);
    expect(run).toMatchObject({ exit: 2, out: '' });
    expect(run.err).toContain("Could not start 'nosuch': there is no such command");
    expect(run.err).toContain('cmd /c "…"');
  });

  it.each([
    ['SIGBREAK', 130],
    ['SIGHUP', 143],
  ])('%s ends a command in order', async (signal, exit) => {
    const { home, options } = await machine();
    const fault = 'sandbox fault add leads.list --kind hang'.split(' ');
    expect((await outreach(home, fault, options)).exit).toBe(0);
    const heard = `const timer = setInterval(() => process.emit('${signal}') && clearInterval(timer), 50);`;
    const nodeOptions = await asPlatform(home, 'win32', heard);
    const run = await start(home, 'leads list --json --timeout 20s'.split(' '), { ...options, nodeOptions });
    expect([run.exitCode, run.stdout]).toEqual([exit, '']);
  });
});
