// @module-tag slow
import { readFile } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';

/** What `npm pack` would put into the package. `npm run smoke` installs it and runs it. */

const root = resolve(import.meta.dirname, '../..');

let packed: readonly string[];
let bytes: number;
beforeAll(async () => {
  const { stdout } = await execa('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: root });
  const [{ files, size }] = JSON.parse(stdout) as [{ files: { path: string }[]; size: number }];
  packed = files.map(({ path }) => path);
  bytes = size;
});

const isPacked = (path: string) => packed.some((file) => file === path || file.startsWith(`${path}/`));

describe('the package', () => {
  it('holds the program, its documents and its examples, and nothing else', () => {
    const folders = new Set(packed.map((path) => path.replace(/\/.*/s, '/')));
    expect([...folders].toSorted()).toEqual(
      [
        ...['AGENTS.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'LICENSE', 'README.md'],
        ...['SECURITY.md', 'bin/', 'dist/', 'docs/', 'examples/', 'package.json', 'skills/'],
      ].toSorted(),
    );
    // They say how this build came about, and differ from machine to machine.
    expect(packed.filter((path) => posix.basename(path).startsWith('.'))).toEqual([]);
  });

  it('is at most 2.3 MB, without source maps', () => {
    expect(packed.filter((path) => path.endsWith('.map'))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(2_300_000);
  });

  it('runs nothing when it is installed', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    expect(Object.keys(scripts).filter((name) => /install|prepare$/.test(name))).toEqual([]);
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

  it('says what a registry shows, and names no address but that of the repository', async () => {
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
    const { repository, ...rest } = JSON.parse(text);
    expect(repository.url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/outreach-cli\.git$/);
    expect(JSON.stringify(rest)).not.toMatch(/https?:|@[\w-]+\.\w/);
  });

  it('asks npm for nothing that a Node with SQLite needs', async () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    );
    expect([dependencies, Object.keys(optionalDependencies)]).toEqual([undefined, ['libsql']]);
  });
});
