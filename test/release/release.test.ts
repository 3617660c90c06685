import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json';
import { notesOf, refusalOf } from '../../scripts/release/release.mjs';
import type { Job } from '../e2e/workflow-job.ts';

const root = resolve(import.meta.dirname, '../..');
const text = await readFile(join(root, '.github/workflows/release.yml'), 'utf8');
const workflow: { on: unknown; permissions: unknown; jobs: Record<string, Job & Record<string, unknown>> } =
  parse(text);
const jobs = Object.entries(workflow.jobs);
const linesOf = (name: string) => workflow.jobs[name]?.steps.flatMap(({ run }) => run ?? []) ?? [];

describe('the workflow of a release', () => {
  it('takes every action by its digest, with the version beside it', () => {
    const uses = jobs.flatMap(([, { steps }]) => steps.flatMap(({ uses }) => uses ?? []));
    expect(uses.length).toBeGreaterThan(6);
    const pinned = [...text.matchAll(/uses: (\S+@[0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)].map(([, use]) => use);
    expect(pinned).toEqual(uses);
    // One version of each action.
    expect(new Set(uses).size).toBe(new Set(uses.map((use) => use.split('@')[0])).size);
  });

  it.each(['ci', 'campaigns'])('has the same digests in examples/%s', async (folder) => {
    const example = await readFile(join(root, 'examples', folder, 'outreach.yml'), 'utf8');
    const known = new Set([...text.matchAll(/uses: (\S+)@/g)].map(([, action]) => action));
    const used = [...example.matchAll(/uses: (\S+?)@(.*)$/gm)].filter(([, action]) => known.has(action));
    expect(used.length).toBeGreaterThan(1);
    for (const [line] of used) expect(text).toContain(line);
  });

  it('gives each job what it needs, and no job a stored secret', () => {
    expect(workflow.permissions).toEqual({});
    expect(Object.fromEntries(jobs.map(([name, { permissions }]) => [name, permissions]))).toEqual({
      package: { contents: 'read' },
      'single-files': { contents: 'read' },
      npm: { 'id-token': 'write' },
      github: { contents: 'write', 'id-token': 'write', attestations: 'write' },
    });
    expect(text).not.toMatch(/secrets\.|_TOKEN: (?!'\$\{\{ github\.token \}\}')|registry/i);
    // What writes runs no code of the repository or of a library.
    for (const name of ['npm', 'github'])
      expect(JSON.stringify(workflow.jobs[name])).not.toMatch(/checkout|npm (?:ci|run)/);
  });

  it('publishes after the whole suite, and what the suite has seen', () => {
    const { on } = workflow;
    expect(on).toEqual({ push: { tags: ['v[0-9]*'] } });
    expect(linesOf('package').slice(1)).toEqual([
      'bash .ci/run',
      'npm run test:full',
      'npm run release -- --tag "$GITHUB_REF_NAME"',
    ]);
    expect(linesOf('npm')).toEqual(['npm publish ./outreach-cli-*.tgz --provenance --access public']);
    expect([workflow.jobs.npm?.needs, workflow.jobs.github?.needs]).toEqual([
      ['package', 'single-files'],
      'npm',
    ]);
    expect(workflow.jobs.npm?.environment).toBe('release');
  });

  it('runs lines that are there', () => {
    const scripts = jobs.flatMap(([name]) =>
      linesOf(name).flatMap((line) =>
        [...line.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script),
      ),
    );
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.filter((script) => !(script in packageJson.scripts))).toEqual([]);
  });
});

const changelog =
  '# Changelog\n\n## 1.10.0 (2026-12-02)\n\nNew.\n\n## 1.1.0 (unreleased)\n\n### Added\n\n- A\n\n## 1.0.0\n\nOld.\n';

describe('the notes of a release', () => {
  it.each([
    ['1.10.0', '1.10.0 (2026-12-02)', 'New.'],
    ['1.1.0', '1.1.0 (unreleased)', '### Added\n\n- A'],
    ['1.0.0', '1.0.0', 'Old.'],
  ])('are the section of %s', (version, heading, notes) => {
    expect(notesOf(version, changelog)).toEqual({ heading, text: notes });
  });

  it.each(['1.10', '2.0.0', ''])('are none for %j', (version) => {
    expect(() => notesOf(version, changelog)).toThrow(`no section "## ${version}"`);
  });

  it('are there for this version', async () => {
    const own = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
    expect(notesOf(packageJson.version, own).text.length).toBeGreaterThan(100);
  });
});

describe('a release', () => {
  const repository = { url: 'git+https://github.com/ann/outreach-cli.git' };
  const own = { version: '1.10.0', repository, mcpName: 'io.github.ann/outreach-cli' };
  const refusal = (tag: string, place = 'ann/outreach-cli', more: Partial<typeof own> = {}) =>
    refusalOf(tag, place, { ...own, ...more }, changelog);

  it('is made of a tag that is the version, of notes with a date, in the repository that the package names', () => {
    expect(refusal('v1.10.0')).toBeUndefined();
    expect(refusal('1.10.0')).toContain('The tag is 1.10.0');
    expect(refusal('v1.1.0', undefined, { version: '1.1.0' })).toContain('calls 1.1.0 unreleased');
    for (const other of ['eve/outreach-cli', 'ann/other', ''])
      expect(refusal('v1.10.0', other)).toContain(`This is ${other}, `);
    expect(refusal('v1.10.0', undefined, { mcpName: 'io.github.OWNER/outreach-cli' })).toContain('mcpName');
  });

  it('is not made while the owner is not decided', () => {
    const withOwner = { ...packageJson, version: '1.10.0' };
    if (packageJson.mcpName.includes('OWNER'))
      expect(refusalOf('v1.10.0', 'ann/outreach-cli', withOwner, changelog)).toContain('names another');
  });
});
