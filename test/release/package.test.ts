// @module-tag slow
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json';
import { callMessage, message } from '../commands/mcp-serve/session.ts';
import { temporaryFolder } from '../e2e/binary.ts';
import { needTools } from '../tool-here.ts';

/** The steps of a release that are taken on one machine: what it is made of, installed in an empty place, used, and removed. */

const root = resolve(import.meta.dirname, '../..');
const { name, version } = packageJson;

let made: string;
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'outreach-release-'));
  await execa(process.execPath, [join(root, 'scripts/release/release.mjs'), '--to', made], { cwd: root });
}, 120_000);
afterAll(() => rm(made, { recursive: true, force: true }));

/** The files below a folder, without the folders themselves. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

const quietly = ['--prefer-offline', '--foreground-scripts', '--no-audit', '--no-fund'];

const environment = (home: string) => ({ PATH: process.env.PATH ?? '', HOME: home });

/** The names of the tools that a server lists, and the profile that it is in. */
async function served([command = '', ...words]: readonly string[], home: string) {
  const input =
    message({ id: 1, method: 'tools/list', params: {} }) + callMessage(2, { name: 'whoami', arguments: {} });
  const options = { input, cwd: home, env: environment(home), extendEnv: false };
  const { stdout } = await execa(command, words, options);
  const answers = stdout.split('\n').map((line) => JSON.parse(line));
  const resultOf = (id: number) => answers.find((answer) => answer.id === id).result;
  const names = resultOf(1).tools.map((tool: { name: string }) => tool.name);
  return { names, profile: resultOf(2).structuredContent.profile };
}

it('is a package, a bundle, a list of libraries, and notes', async () => {
  const file = `${name}-${version}`;
  expect(await filesIn(made)).toEqual(['notes.md', `${file}.cdx.json`, `${file}.mcpb`, `${file}.tgz`]);
});

it('installs in an empty place, runs nothing there, shows the tour, and leaves nothing when it is removed', {
  timeout: 120_000,
}, async () => {
  const place = await temporaryFolder();
  const prefix = join(place, 'prefix');
  const [home, work] = [join(place, 'home'), join(place, 'work')];
  await Promise.all([mkdir(home), mkdir(work)]);
  // What npm has brought for the repository is in its cache.
  const npm = (...words: string[]) =>
    execa('npm', [...words, ...quietly, '--global', '--prefix', prefix], { cwd: home });
  const installed = await npm('install', join(made, `${name}-${version}.tgz`));
  expect(installed.stdout).toMatch(/^\s*added \d+ packages? in \S+$/);

  const program = join(prefix, 'bin', 'outreach');
  const run = async (line: string) =>
    (await execa(program, line.split(' '), { cwd: work, env: environment(home), extendEnv: false })).stdout;
  expect(await run('--version')).toBe(version);
  expect(JSON.parse(await run('start --json')).lines.length).toBeGreaterThan(10);
  expect((await served([program, 'mcp', 'serve', '--profile', 'sandbox'], home)).profile).toBe('sandbox');

  await npm('uninstall', name);
  expect(await filesIn(prefix)).toEqual([]);
  // What a person made stays, in the folders that `outreach doctor` names, and nowhere else.
  const own = /^\.(?:cache|config|local\/share|local\/state)\/outreach\//;
  expect((await filesIn(home)).filter((file) => !own.test(file))).toEqual([]);
  expect(await filesIn(work)).toEqual([]);
});

it('has a bundle for desktop agents that needs nothing beside it, and starts in the sandbox', async (context) => {
  needTools(context, 'unzip');
  const home = await temporaryFolder();
  const bundle = join(home, 'bundle');
  await execa('unzip', ['-q', join(made, `${name}-${version}.mcpb`), '-d', bundle]);
  expect((await readdir(bundle)).sort()).toEqual(['LICENSE', 'bin', 'dist', 'examples', 'manifest.json']);
  const { server, user_config } = JSON.parse(await readFile(join(bundle, 'manifest.json'), 'utf8'));
  expect(await readFile(join(bundle, server.entry_point), 'utf8')).toContain('outreach');
  const filled: Record<string, string> = {
    __dirname: bundle,
    'user_config.profile': user_config.profile.default,
  };
  const words = server.mcp_config.args.map((word: string) =>
    word.replace(/\$\{(.+?)\}/, (_, key: string) => filled[key] ?? ''),
  );
  const { names, profile } = await served([process.execPath, ...words], home);
  expect(profile).toBe('sandbox');
  expect(names).toContain('status');
  expect(names.length).toBeLessThanOrEqual(128);
});

it('lists the libraries that the package holds, and those alone', async () => {
  const { metadata, components, dependencies } = JSON.parse(
    await readFile(join(made, `${name}-${version}.cdx.json`), 'utf8'),
  );
  expect([metadata.component.name, metadata.component.version]).toEqual([name, version]);
  const refs: string[] = components.map((library: { 'bom-ref': string }) => library['bom-ref']);
  const licences = await readFile(join(root, 'dist/LICENCES.txt'), 'utf8');
  const bundled = [...licences.matchAll(/^(\S+) (\d\S*)\n\n/gm)].map(([, library, of]) => `${library}@${of}`);
  expect(bundled.length).toBeGreaterThan(50);
  const others = refs.filter((ref) => !bundled.includes(ref));
  expect(bundled.filter((ref) => !refs.includes(ref))).toEqual([]);
  expect(others.filter((ref) => !/^(?:@libsql\/|@neon-rs\/|detect-libc@)/.test(ref))).toEqual([]);
  expect(components.filter(({ hashes }: { hashes?: unknown[] }) => hashes === undefined)).toEqual([]);
  const known = new Set([...refs, `${name}@${version}`]);
  const unknown = dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) =>
    [ref, ...dependsOn].filter((other) => !known.has(other)),
  );
  expect(unknown).toEqual([]);
});

it('writes digests that hold', async (context) => {
  needTools(context, 'bash', 'sha256sum');
  const place = await temporaryFolder();
  const files = join(place, 'files');
  const workflow = parse(await readFile(join(root, '.github/workflows/release.yml'), 'utf8'));
  const steps: { name?: string; run?: string }[] = workflow.jobs.github.steps;
  const line = steps.find((step) => step.name === 'Write the digests')?.run ?? '';
  await execa('cp', ['-r', made, files]);
  await execa('bash', ['-c', line], { cwd: place });
  const { stdout } = await execa('sha256sum', ['--check', 'SHA256SUMS'], { cwd: files });
  expect(stdout.split('\n')).toEqual(
    ['cdx.json', 'mcpb', 'tgz'].map((ending) => `${name}-${version}.${ending}: OK`),
  );
  await rename(join(files, `${name}-${version}.mcpb`), join(files, `${name}-${version}.tgz`));
  await expect(execa('sha256sum', ['--check', 'SHA256SUMS'], { cwd: files })).rejects.toThrow('FAILED');
});
