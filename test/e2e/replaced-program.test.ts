// @module-tag slow
import { cp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { cleanEnv, temporaryFolder } from './binary.ts';

/** An upgrade or an uninstall takes the files away from a program that waits. */
it('ends a command whose program is gone, in one line', async () => {
  const [home, copy] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const root = resolve(import.meta.dirname, '../..');
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const child = execa(process.execPath, [join(copy, 'bin/outreach.js'), 'replies', 'watch'], {
    env: cleanEnv(home),
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    // A loop hears no other signal.
    timeout: 15_000,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  await expect.poll(() => said, { timeout: 10_000 }).toContain('Ctrl-C ends it');
  await rm(join(copy, 'dist'), { recursive: true });
  child.kill('SIGINT');
  const { exitCode, stderr } = await child;
  expect(exitCode).toBe(1);
  expect(stderr).toContain('Error: The program is gone or was replaced while it ran. Start it again.');
}, 30_000);
