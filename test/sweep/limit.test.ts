// @module-tag slow
import { expect, it } from 'vitest';
import { leavesOf, loadTree } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';
import { lines } from './lines.ts';

const limited = leavesOf((await loadTree(tree)).commands)
  .filter(({ options }) => options.some(({ name }) => name === '--limit'))
  .map(({ path }) => path);

it('gives one item at most with --limit 1, whatever offers it', async () => {
  const world = await newWorld();
  expect((await world.outreach('start --yes -q')).exit).toBe(0);
  for (const value of ['a@lumen.example', 'b@lumen.example']) await world.outreach(`blocklist add ${value}`);
  const several: string[] = [];
  for (const path of limited) {
    // A check lists leads only where it is asked to.
    const more = path === 'campaigns check' ? ' --rule role-address --leads' : '';
    const line = `${path} ${lines[path]?.words ?? ''}${more}`;
    const count = async (more: string) => {
      const { exit, out, err } = await world.outreach(`${line} ${more} --json`);
      expect({ line, exit, err }).toMatchObject({ exit: path === 'verification jobs records' ? 6 : 0 });
      return exit === 0 ? JSON.parse(out).items.length : 0;
    };
    expect({ line, count: await count('--limit 1') }).toEqual({
      line,
      count: expect.toSatisfy((n) => n <= 1),
    });
    if ((await count('')) > 1) several.push(path);
  }
  expect(several).toEqual(expect.arrayContaining(['leads export', 'blocklist export', 'leads list']));
});
