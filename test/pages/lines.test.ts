import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolve as find, isGroup } from '../../src/cli/line/find-command.ts';
import { parseLine } from '../../src/cli/line/parse-line.ts';
import { tree } from '../../src/commands/index.ts';
import { outreachWords } from '../cli/shell-words.ts';
import { newWorld, type Run, type TestWorld } from '../world.ts';
import { namedLines, type PageLine, readPage, typedLines } from './page-lines.ts';

const readme = await readPage('README.md');
const pages = {
  'README.md': readme,
  'docs/first-campaign.md': await readPage('docs/first-campaign.md'),
  'docs/scripts.md': await readPage('docs/scripts.md'),
  'docs/agents.md': await readPage('docs/agents.md'),
};
const named = Object.entries(pages);

async function worldOf(tty: boolean): Promise<TestWorld> {
  const world = await newWorld({ tty, env: { OUTREACH_PROFILE: 'sandbox' } });
  await cp(resolve(import.meta.dirname, '../../examples'), join(world.home, 'examples'), { recursive: true });
  return world;
}

async function inPipe(world: TestWorld, { line, exits, asks, atTerminal }: PageLine): Promise<void> {
  const run = await world.outreach(line);
  expect(asks || atTerminal ? [3] : exits, `outreach ${line}\n${run.err}`).toContain(run.exit);
  if (asks) expectDone(line, await world.outreach(`${line} --yes`));
}

async function typed(world: TestWorld, { line, exits, asks, atTerminal }: PageLine): Promise<void> {
  if (atTerminal) return;
  if (!asks) {
    const run = await world.outreach(line);
    expect(exits, `outreach ${line}\n${run.err}`).toContain(run.exit);
    return;
  }
  const run = await world.outreach(line, {
    typing: async (keyboard) => {
      await keyboard.sees('Type y or n:');
      keyboard.type('y\r');
    },
  });
  expectDone(line, run);
}

const expectDone = (line: string, { exit, err }: Run) => expect(exit, `outreach ${line}\n${err}`).toBe(0);

describe.each(named)('the lines of %s', (_, page) => {
  it.each([
    ['in a pipe', false, inPipe],
    ['at a terminal', true, typed],
  ] as const)(
    'do what the page says, in its order, %s',
    { tags: 'slow', timeout: 60_000 },
    async (_, tty, run) => {
      const world = await worldOf(tty);
      const lines = typedLines(page);
      expect(lines.length).toBeGreaterThan(2);
      for (const line of lines) await run(world, line);
      // What was sent has no unfilled merge tag.
      const left = await world.outreach('sandbox outbox list --missing --json');
      expect(left.json().total).toBe(0);
    },
  );

  it('are understood where a sentence names them', async () => {
    for (const line of namedLines(page)) {
      const argv = outreachWords(`outreach ${line}`);
      const found = await find(tree, argv);
      const { node } = found;
      if (node === undefined) expect.fail(`outreach ${line}`);
      if (!found.help && !isGroup(node))
        await expect(parseLine(node, { ...found, argv }), line).resolves.toBeDefined();
    }
  });
});

describe('the README', () => {
  it('starts with the two commands', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm test');
  });

  it('has at most 180 lines', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(181);
  });
});
