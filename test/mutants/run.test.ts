import { resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const run = (...args: string[]) =>
  execa(process.execPath, [resolve(import.meta.dirname, 'run.mjs'), ...args], { reject: false });

it.each([
  ['prints its usage', ['--help'], 0, /--dry-run/],
  ['refuses an unknown option', ['--typs'], 2, /--typs[\s\S]*--types/],
  ['refuses a word that chooses nothing', ['no-such-patch'], 2, /no-such-patch/],
])('%s', async (_, args, exit, text) => {
  const { exitCode, stdout, stderr } = await run(...args);
  expect({ exitCode, text: stdout + stderr }).toEqual({ exitCode: exit, text: expect.stringMatching(text) });
});
