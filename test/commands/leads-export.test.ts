import {
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Transport, WireFailure } from '../../src/contract/wire.ts';
import { newWorld } from '../world.ts';

async function worldOf(count: number) {
  const state = { pages: Number.POSITIVE_INFINITY, asked: 0 };
  const between =
    (next: Transport): Transport =>
    async (request, signal) => {
      const full = request.query.some(([name, value]) => name === 'limit' && value === '200');
      if (request.method === 'GET' && full && ++state.asked > state.pages)
        throw new WireFailure('refused', false, 'refused');
      return next(request, signal);
    };
  const world = await newWorld({ between });
  const rows = Array.from({ length: count }, (_, n) => `lead${n}@lumen.example`);
  await writeFile(join(world.home, 'people.csv'), `Email\n${rows.join('\n')}\n`);
  await world.outreach('leads import people.csv');
  const ids = async (file: string) =>
    (await readFile(join(world.home, file), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id as number);
  return { world, state, ids };
}

/** What is in the folder, links not followed. */
async function snapshot(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('all.'));
  const entries = names.map(async (name) => {
    const found = await lstat(join(folder, name));
    const content = found.isFile() ? await readFile(join(folder, name), 'utf8') : String(found.mode);
    return [name, content] as const;
  });
  return new Map(await Promise.all(entries));
}

describe('leads export --output', () => {
  it('goes on where it was cut off, whatever was added or deleted meanwhile', async () => {
    const { world, state, ids } = await worldOf(1000);
    state.pages = 3;
    const cut = await world.outreach('leads export --output all.ndjson');
    expect(cut).toMatchObject({ exit: 15, err: expect.stringContaining('600 leads were written') });
    const written = await ids('all.ndjson.part');
    expect(written).toHaveLength(600);
    for (const name of ['x', 'y', 'z']) await world.outreach(`leads add ${name}@orchid.example`);
    await world.outreach('leads delete 999 --yes');
    Object.assign(state, { pages: Number.POSITIVE_INFINITY, asked: 0 });
    const { exit, err } = await world.outreach('leads export --output all.ndjson');
    expect({ exit, err }).toMatchObject({
      exit: 0,
      err: expect.stringContaining('Continuing after the 600'),
    });
    const all = await ids('all.ndjson');
    expect(all.slice(0, 600)).toEqual(written);
    expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n + 1));
    // Pages that were written are not asked for again, but the one at the seam.
    expect(state.asked).toBeLessThanOrEqual(5);
  });

  it.each<[string, (part: string) => Promise<unknown>]>([
    ['a link', async (part) => [await rename(part, `${part}.moved`), await symlink(`${part}.moved`, part)]],
    ['another file', (part) => writeFile(part, 'x'.repeat(100_000))],
    [
      'the same file with another byte',
      async (part) => {
        const text = await readFile(part, 'utf8');
        await writeFile(part, text.replace('lead', 'LEAD'));
      },
    ],
    ['a file with a second name', (part) => link(part, `${part}.other`)],
    ['a file that is too short', (part) => truncate(part, 10)],
    ['a folder', async (part) => [await rm(part), await mkdir(part)]],
    ['nothing', (part) => rm(part)],
  ])(
    'does not go on in %s that took the place of its unfinished file',
    { tags: 'slow' },
    async (_, replace) => {
      const { world, state, ids } = await worldOf(450);
      state.pages = 1;
      await world.outreach('leads export --output all.ndjson');
      const part = join(world.home, 'all.ndjson.part');
      await replace(part);
      const before = await snapshot(world.home);
      state.pages = Number.POSITIVE_INFINITY;
      const { json } = await world.outreach('leads export --output all.ndjson --json');
      expect(json()).toMatchObject({ leads: 450, leadsBefore: 0 });
      expect(await ids('all.ndjson')).toHaveLength(450);
      const after = await snapshot(world.home);
      after.delete('all.ndjson');
      expect(after).toEqual(before);
    },
  );

  it('leaves a file alone that is called like its unfinished one', async () => {
    const { world, ids } = await worldOf(3);
    await writeFile(join(world.home, 'all.ndjson.part'), 'mine');
    expect((await world.outreach('leads export --output all.ndjson')).exit).toBe(0);
    expect(await ids('all.ndjson')).toHaveLength(3);
    expect(await readFile(join(world.home, 'all.ndjson.part'), 'utf8')).toBe('mine');
    expect((await readdir(world.home)).filter((name) => name.includes('.part'))).toEqual(['all.ndjson.part']);
  });

  it('writes the first leads with --limit, and goes on only behind as many', { tags: 'slow' }, async () => {
    const { world, state, ids } = await worldOf(650);
    const first = (await world.outreach('leads export --limit 2 --ndjson')).out.trim().split('\n');
    expect(first.map((line) => JSON.parse(line).id)).toEqual([650, 649]);
    expect((await world.outreach('leads export --output five.csv --limit 5 --json')).json()).toMatchObject({
      leads: 5,
    });
    expect((await readFile(join(world.home, 'five.csv'), 'utf8')).trim().split('\r\n')).toHaveLength(6);
    const cut = async () => {
      Object.assign(state, { pages: 2, asked: 0 });
      expect((await world.outreach('leads export --output all.ndjson --limit 450')).exit).toBe(15);
      Object.assign(state, { pages: Number.POSITIVE_INFINITY, asked: 0 });
    };
    await cut();
    const same = (await world.outreach('leads export --output all.ndjson --limit 450 --json')).json();
    expect(same).toMatchObject({ leads: 450, leadsBefore: 400 });
    expect(await ids('all.ndjson')).toEqual(Array.from({ length: 450 }, (_, n) => 650 - n));
    await cut();
    const other = (await world.outreach('leads export --output all.ndjson --json')).json();
    expect(other).toMatchObject({ leads: 650, leadsBefore: 0 });
  });

  it.each(['--page 2', '--all'])('knows no %s: it has no pages', async (option) => {
    const { world } = await worldOf(1);
    expect((await world.outreach(`leads export ${option}`)).exit).toBe(2);
    expect((await world.outreach(`blocklist export ${option}`)).exit).toBe(2);
  });

  it('begins anew with --restart, and writes CSV where the name says so', async () => {
    const { world, state } = await worldOf(450);
    state.pages = 1;
    await world.outreach('leads export --output all.csv');
    state.pages = Number.POSITIVE_INFINITY;
    expect((await world.outreach('leads export --output all.csv --restart --json')).json()).toMatchObject({
      file: 'all.csv',
      leads: 450,
      leadsBefore: 0,
    });
    const lines = (await readFile(join(world.home, 'all.csv'), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(451);
    expect(lines[0]).toContain('"id","email","firstName"');
  });
});
