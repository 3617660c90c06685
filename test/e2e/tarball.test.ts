// @module-tag slow
import { readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';

/** What `npm pack` would put into the package. `npm run smoke` installs it and runs it. */

const root = resolve(import.meta.dirname, '../..');

let packed: readonly string[];
beforeAll(async () => {
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  packed = files.map(({ path }) => path);
});

const isPacked = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));

describe('the package', () => {
  it('holds the program, its documents and its examples, and nothing else', () => {
    const folders = new Set(packed.map((path) => path.replace(/\/.*/s, '/')));
    expect([...folders].toSorted()).toEqual(
      [
        ...['AGENTS.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
        ...['bin/', 'dist/', 'docs/', 'examples/', 'package.json', 'skills/'],
      ].toSorted(),
    );
    // They say how this build came about, and differ from machine to machine.
    expect(packed.filter((path) => posix.basename(path).startsWith('.'))).toEqual([]);
  });

  it('holds what its pages link to', async () => {
    const pages = packed.filter((path) => path.endsWith('.md'));
    const links = await Promise.all(
      pages.map(async (page) => {
        const text = await readFile(join(root, page), 'utf8');
        const targets = [...text.matchAll(/(?:\]\(|src(?:set)?=")([^)"#\s]+)/g)].map(([, to = '']) => to);
        return targets.map((to) => ({ page, to: posix.join(posix.dirname(page), to) }));
      }),
    );
    expect(links.flat().length).toBeGreaterThan(25);
    expect(links.flat().filter(({ to }) => !isPacked(to))).toEqual([]);
  });

  it('says what a registry shows, and names no address', async () => {
    const text = await readFile(join(root, 'package.json'), 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      name: 'outreach-cli',
      description: expect.stringMatching(/\w/),
      author: 'The Outreach authors',
      license: 'MIT',
      keywords: expect.arrayContaining(['cli', 'cold-email']),
      bin: { outreach: 'bin/outreach.js' },
      engines: { node: '>=20.19' },
    });
    expect(text).not.toMatch(/https?:|@[\w-]+\.\w/);
  });

  it('asks npm for nothing that a Node with SQLite needs', async () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    );
    expect([dependencies, Object.keys(optionalDependencies)]).toEqual([undefined, ['libsql']]);
  });
});
