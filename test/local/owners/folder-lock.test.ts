import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { folderLockName, lockFolder } from '../../../src/local/owners/folder-lock.ts';
import { bundle } from '../bundle.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('is of one process, and of the next one after kill -9', { timeout: 60_000 }, async () => {
  const place = temporaryFolder();
  const program = await bundle('test/local/owners/folder-lock-holder.ts', place);
  const folder = join(place, 'campaigns');
  mkdirSync(folder);
  const child = execa(process.execPath, [program, folder], { reject: false });
  const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  expect(value).toBe('held');
  expect(await lockFolder(folder)).toBeUndefined();
  child.kill('SIGKILL');
  await child;
  expect(readdirSync(folder)).toEqual([folderLockName]);
  const release = await lockFolder(folder);
  expect(await lockFolder(folder)).toBeUndefined();
  release?.();
  expect(readdirSync(folder)).toEqual([]);
  expect(await lockFolder(folder)).toBeDefined();
});

it('follows no link, and holds nothing where there is no folder', async () => {
  const folder = temporaryFolder();
  symlinkSync('/dev/null', join(folder, folderLockName));
  await expect(lockFolder(folder)).rejects.toThrow('a symbolic link');
  (await lockFolder(join(folder, 'nowhere')))?.();
});
