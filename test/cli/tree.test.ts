import { describe, expect, it } from 'vitest';
import type { AnyCommand, Group } from '../../src/cli/declare/command.ts';
import { kebab } from '../../src/cli/declare/shared-options.ts';
import { leavesOf, loadTree, nodeAt, type TreeCommand } from '../../src/cli/describe/tree.ts';
import { tree as entries } from '../../src/commands/index.ts';
import { newWorld } from '../world.ts';
import { sampleTree } from './sample-tree.ts';

const sample = await loadTree(sampleTree);
const real = await loadTree(entries);
const at = (...words: string[]) => nodeAt(sample, words) as TreeCommand;

describe('the tree', () => {
  it('is plain data', () => {
    expect(JSON.parse(JSON.stringify(sample))).toEqual(sample);
    expect(JSON.parse(JSON.stringify(real))).toEqual(real);
  });

  it('finds every command by its path, which is its own', () => {
    const leaves = leavesOf(real.commands);
    expect(new Set(leaves.map(({ path }) => path)).size).toBe(leaves.length);
    for (const leaf of leaves) expect(nodeAt(real, leaf.path.split(' '))).toBe(leaf);
    expect(nodeAt(sample, ['things', 'list', 'more'])).toBeUndefined();
    expect(nodeAt(sample, ['nothing'])).toBeUndefined();
  });

  it('names options as they are typed, and says what they take', () => {
    const options = Object.fromEntries(at('things', 'add').options.map((option) => [option.name, option]));
    expect(options['--url']).toMatchObject({ required: true, hint: 'url', family: 'own' });
    expect(options['--wrapped']).toMatchObject({ negatable: true });
    expect(options['--note']).toMatchObject({ many: true, whole: true });
    expect(options['--count']).toMatchObject({ type: 'integer', min: 1, max: 5000 });
    expect(options['--wait-timeout']).toMatchObject({ family: 'wait', type: 'duration' });
    expect(options['--dry-run']).toMatchObject({ family: 'change' });
    expect(options['--json']).toBeUndefined();
    expect(sample.options.map(({ name }) => name)).toContain('--json');
  });

  it('leaves out the options that a command refuses', async () => {
    const refusing: [AnyCommand, string][] = [];
    const walk = (node: Group | AnyCommand, path: string): void => {
      if (!('commands' in node)) {
        if (node.refuses) refusing.push([node, path]);
        return;
      }
      for (const child of [...node.commands, ...(node.groups ?? [])]) walk(child, `${path} ${child.name}`);
    };
    for (const entry of entries) walk(await entry.load(), entry.name);
    expect(refusing.map(([, path]) => path)).toEqual(['replies desk']);
    for (const [command, path] of refusing)
      for (const option of command.refuses?.map((key) => `--${kebab(key)}`) ?? []) {
        const { options } = nodeAt(real, path.split(' ')) as TreeCommand;
        expect(options.map(({ name }) => name)).not.toContain(option);
        const run = await (await newWorld()).outreach(`${path} ${option}`);
        expect([path, option, run.exit, run.err.includes('Unknown option')]).toEqual([
          path,
          option,
          2,
          false,
        ]);
      }
  });

  it('derives key and effect from what a command uses', () => {
    expect(at('things', 'list')).toMatchObject({ scope: 'read', effect: 'none' });
    expect(at('things', 'parts', 'buy')).toMatchObject({ scope: 'read_write', effect: 'buys' });
    expect(at('look')).toMatchObject({ scope: 'none', effect: 'none', operations: [] });
  });

  it('tells which paths are inferred, and why', () => {
    expect(at('things', 'add').inferred).toEqual([
      { id: 'things.polish', method: 'POST', path: '/things/:id/polish', reason: 'named without a path' },
    ]);
    expect(at('things', 'list').inferred).toEqual([]);
  });

  it('derives exit codes: whoever spends may be refused, short of money, or left in doubt', () => {
    expect(at('things', 'parts', 'buy').exitCodes).toEqual(expect.arrayContaining([0, 2, 3, 4, 7, 10, 14]));
    expect(at('things', 'list').exitCodes).not.toContain(14);
    expect(at('things', 'add').exitCodes).toEqual(expect.arrayContaining([6, 8, 14, 15, 16]));
    expect(at('look').exitCodes).toEqual([0, 1, 2, 130, 143]);
  });
});

describe('every command of the program', () => {
  it('is announced in the words it describes itself with', () => {
    const said = real.commands.map(({ name, summary }) => ({ name, summary }));
    expect(entries.map(({ name, summary }) => ({ name, summary }))).toEqual(said);
  });

  it.each(leavesOf(real.commands).map((leaf) => [leaf.path, leaf] as const))(
    '%s is described',
    (path, leaf) => {
      expect(leaf.summary).toMatch(/^[A-Z].*[^.]$/);
      expect(leaf.examples.length).toBeGreaterThan(0);
      for (const example of leaf.examples) expect(example).toContain(`outreach ${path}`);
      for (const { summary, name } of [...leaf.arguments, ...leaf.options])
        expect(summary, name).not.toBe('');
    },
  );
});
