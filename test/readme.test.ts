import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failureKinds } from '../src/base/failure-codes.ts';
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
  it('shows lines that work, in the order it shows them', async () => {
    const world = await newWorld();
    await cp(join(root, 'examples'), join(world.home, 'examples'), { recursive: true });
    expect(lines.length).toBeGreaterThan(10);
    for (const { line, exit } of lines) {
      const run = await world.outreach(line);
      expect(run.exit, `outreach ${line}\n${run.err}`).toBe(exit);
    }
  });

  it('names every exit code', () => {
    const codes = [0, ...Object.values(failureKinds).map(({ exit }) => exit)];
    expect([...readme.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))).toEqual(codes);
  });

  it('starts with the two commands', () => {
    expect(readme).toContain('npm ci && npm start');
    expect(readme).toContain('npm test');
  });
});
