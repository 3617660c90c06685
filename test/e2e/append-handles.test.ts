// @module-tag slow
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

/** Windows does not cut a file that was opened to be appended to. */
const likeWindows = `
  const fs = require('node:fs/promises');
  const { open } = fs;
  fs.open = async (path, flags, ...rest) => {
    const file = await open(path, flags, ...rest);
    if (String(flags).startsWith('a'))
      file.truncate = async () => { throw Object.assign(new Error('EPERM'), { code: 'EPERM' }); };
    return file;
  };`;

it('an export to a file cuts none that was opened to be appended to', async () => {
  const home = await temporaryFolder();
  await writeFile(join(home, 'windows.cjs'), likeWindows);
  const { exit, err } = await outreach(home, ['leads', 'export', '--output', 'leads.csv', '-q'], {
    nodeOptions: ['-r', join(home, 'windows.cjs')],
  });
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  expect(await readFile(join(home, 'leads.csv'), 'utf8')).toContain('"email"');
});
