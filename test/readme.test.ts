import { access, cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld } from './world.ts';

const root = resolve(import.meta.dirname, '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');

/** The lines that a reader would type, with the exit code that the page promises (0 unless it says otherwise). */
const lines = [...readme.matchAll(/^\$ outreach (.+?)(?:\s+# exit (\d+))?$/gm)].map(
  ([, line = '', exit = '0']) => ({
    line,
    exit: Number(exit),
  }),
);

describe('the README', () => {
  it('shows lines that work, in the order it shows them', { tags: 'slow' }, async () => {
    const world = await newWorld();
    await cp(join(root, 'examples'), join(world.home, 'examples'), { recursive: true });
    expect(lines.length).toBeGreaterThan(10);
    let checked = false;
    for (const { line, exit } of lines) {
      const run = await world.outreach(line);
      expect(run.exit, `outreach ${line}\n${run.err}`).toBe(exit);
      if (line.startsWith('campaigns resume')) expect(checked).toBe(true);
      checked ||= line.startsWith('campaigns check');
    }
    // Its campaign passed the launch check, and what it sent has no unfilled merge tag.
    const left = (rest: string) => world.outreach(`sandbox outbox list ${rest} --json`);
    expect((await left('--missing')).json().total).toBe(0);
    expect((await left('')).json().total).toBeGreaterThan(100);
  });

  it('links to what is there', async () => {
    const links = [...readme.matchAll(/(?:\]\(|src(?:set)?=")([^)"#]+)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(8);
    for (const link of links) await access(join(root, link));
  });

  it('starts with the two commands', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm test');
  });
});
