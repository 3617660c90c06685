import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openLifeFile } from '../../../src/local/owners/life-file.ts';
import { bundle } from '../bundle.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'outreach-life-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Node of 22.13 or later, to hold the file through the other engine where the tests run on an older one. */
const nodes = [
  process.execPath,
  ...(process.env.OUTREACH_TEST_NODE22 ? [process.env.OUTREACH_TEST_NODE22] : []),
];

it('is held as long as its process runs, and no longer, however it ends', { timeout: 60_000 }, async () => {
  const program = await bundle('test/local/owners/life-file-holder.ts', folder);
  const owners = join(folder, 'owners');
  const files = await openLifeFile(owners);
  for (const node of nodes) {
    const child = execa(node, [program, owners], { reject: false });
    const [name = ''] = (await createInterface(child.stdout)[Symbol.asyncIterator]().next()).value.split(
      '\n',
    );
    expect(files.isHeld(name)).toBe(true);
    // Asking does not take it.
    expect(files.isHeld(name)).toBe(true);
    child.kill('SIGKILL');
    await child;
    expect(files.isHeld(name)).toBe(false);
  }
});

it('is held within the process too, and is gone when it was let go of', async () => {
  const place = join(folder, 'within');
  const [mine, other] = [await openLifeFile(place), await openLifeFile(place)];
  const { name } = mine;
  expect([mine.isHeld(name), other.isHeld(name)]).toEqual([true, true]);
  expect(other.isHeld('../within')).toBe(false);
  mine.close();
  expect([mine.isHeld(name), other.isHeld(name)]).toEqual([false, false]);
  other.close();
  expect(readdirSync(place)).toEqual([]);
});

it('that cannot be read counts as held', async () => {
  const files = await openLifeFile(folder);
  const name = '6f1c3b52-8f38-4a51-9b9c-0a4f1d9f6c11';
  writeFileSync(join(folder, name), 'not a database, and longer than its first sixteen bytes'.repeat(20));
  expect(files.isHeld(name)).toBe(true);
});

it('of a killed process is removed a day later, one that is held is not', async () => {
  const place = join(folder, 'old');
  const files = [await openLifeFile(place)];
  const held = files[0]?.name ?? '';
  const dead = '6f1c3b52-8f38-4a51-9b9c-0a4f1d9f6c11';
  writeFileSync(join(place, dead), '');
  const old = new Date(Date.now() - 2 * 86_400_000);
  for (const name of [held, dead]) utimesSync(join(place, name), old, old);
  // It sweeps before it makes its own, so the newest file decides at the next one.
  files.push(await openLifeFile(place), await openLifeFile(place));
  expect(readdirSync(place).sort()).toEqual(files.map(({ name }) => name).sort());
  for (const file of files) file.close();
});
