import { describe, expect, it } from 'vitest';
import { leavesOf, loadTree, type TreeOption } from '../../src/cli/describe/tree.ts';
import { tree } from '../../src/commands/index.ts';
import { newWorld, words } from '../world.ts';
import { lines } from './lines.ts';

/** Values that no option of their kind can take, with every option of the kind. */

const program = await loadTree(tree);
const everywhere = program.options.map((option) => ({ path: 'leads list', option }));
const options = leavesOf(program.commands)
  .flatMap(({ path, options }) => options.map((option) => ({ path, option })))
  .concat(everywhere);

/** What those need that the lines leave out. */
const others: Readonly<Record<string, string>> = { 'sandbox exec': '-- true', 'mcp call': 'list_leads' };

function given(path: string, { name }: TreeOption, value: string): string[] {
  const line = words(lines[path]?.words ?? others[path] ?? '');
  const end = line.includes('--') ? line.indexOf('--') : line.length;
  return [...path.split(' '), ...line.toSpliced(end, 0, `${name}=${value}`)];
}

describe('a value that cannot be meant', () => {
  it('is refused where a file is named by nothing', async () => {
    const world = await newWorld();
    const files = options.filter(({ option }) => option.type === 'file');
    expect(files.length).toBeGreaterThan(15);
    for (const { path, option } of files) {
      const { exit, err } = await world.outreach(given(path, option, ''));
      expect({ path, exit, err }).toMatchObject({
        exit: 2,
        err: expect.stringContaining(`${option.name} must be a path`),
      });
    }
    expect(world.requests).toEqual([]);
  });

  it('is refused where a time limit or a pause is 0', async () => {
    const world = await newWorld();
    const durations = options.filter(({ option }) => option.type === 'duration');
    const above = durations.filter(({ option }) => option.min !== 0);
    expect(new Set(above.map(({ option }) => option.name))).toEqual(
      new Set(['--claim', '--interval', '--forward-timeout', '--for', '--every', '--timeout']),
    );
    for (const { path, option } of above) {
      const { exit, err } = await world.outreach(given(path, option, '0s'));
      expect({ path, exit, err }).toMatchObject({
        exit: 2,
        err: expect.stringContaining(`${option.name} must be above 0`),
      });
    }
    expect(world.requests).toEqual([]);
  });
});
