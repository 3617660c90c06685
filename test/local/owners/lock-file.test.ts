import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { holdFile } from '../../../src/local/owners/hold-file.ts';
import { folderLockName, lockFolder } from '../../../src/local/owners/lock-file.ts';
import { bundle } from '../bundle.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('is of one process, and of the next one after kill -9', { timeout: 60_000 }, async () => {
  const place = temporaryFolder();
  const program = await bundle('test/local/owners/lock-file-holder.ts', place);
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

it('says who has it, as long as they do', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'transfers', 'one');
  const [ana, ben] = [{ pid: 1 }, { pid: 2 }];
  const first = await holdFile(path, ana);
  expect(await holdFile(path, ben)).toEqual({ heldBy: ana });
  writeFileSync(`${path}.json`, '{"pid":');
  expect(await holdFile(path, ben)).toEqual({ heldBy: undefined });
  if ('release' in first) first.release();
  expect(readdirSync(join(folder, 'transfers'))).toEqual([]);
  expect(await holdFile(path, ben)).toHaveProperty('release');
});
