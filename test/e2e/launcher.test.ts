import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { outreach, temporaryFolder } from './binary.ts';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

/** Preloaded: writes the modules that were loaded to stderr when the process ends. */
async function listing(home: string): Promise<string> {
  const file = join(home, 'listing.cjs');
  await writeFile(file, 'process.on("exit", () => console.error(Object.keys(require.cache).join("\\n")));');
  return file;
}

describe('what is answered before the program', () => {
  it.each([
    [['--version'], `${version}\n`],
    [['-V'], `${version}\n`],
    [['--version', '--json'], `{"version":"${version}"}\n`],
  ])('%j', async (args, out) => {
    expect(await outreach(await temporaryFolder(), args)).toEqual({ exit: 0, out, err: '' });
  });

  it.each([[[]], [['--help']], [['-h']]])('root help: %j', async (args) => {
    const { exit, out, err } = await outreach(await temporaryFolder(), args);
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain('USAGE\n  outreach <command> [options]');
    expect(out).not.toContain('\u001b');
  });

  it('is the same text as the program gives', async () => {
    const home = await temporaryFolder();
    expect((await outreach(home, ['--help'])).out).toBe((await outreach(home, ['--help', '--no-color'])).out);
    expect((await outreach(home, ['completion', 'bash'])).out).toBe(
      (await outreach(home, ['completion', 'bash', '-q'])).out,
    );
  });

  it.each([
    ['no colour where it is not wanted', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['colour where it is forced', { FORCE_COLOR: '1' }, true],
  ])('%s', async (_, env, coloured) => {
    const { out } = await outreach(await temporaryFolder(), ['--help'], { env });
    expect(out.includes('\u001b[')).toBe(coloured);
  });

  it.each([[['--version']], [['--help']], [['completion', 'zsh']]])('%j loads nothing else', async (args) => {
    const home = await temporaryFolder();
    const preload = await listing(home);
    const { err } = await outreach(home, args, { nodeOptions: ['-r', preload] });
    expect(err.trim().split('\n')).toEqual([preload, join(root, 'bin/outreach.js')]);
  });

  it('loads neither the network nor the drawing of tables for a list as JSON on the sandbox', async () => {
    const home = await temporaryFolder();
    const { err } = await outreach(home, ['leads', 'list', '--json'], {
      nodeOptions: ['-r', await listing(home)],
    });
    const loaded = err.split('\n').filter((line) => line.startsWith('/'));
    expect(loaded.length).toBeGreaterThan(5);
    expect(
      loaded.filter((name) => /pool-|undici|prompts|ora-|conf|string-width|table-|source-/.test(name)),
    ).toEqual([]);
  });

  it('refuses a Node that is too old in one line', async () => {
    const home = await temporaryFolder();
    const old = join(home, 'old.cjs');
    await writeFile(old, 'Object.defineProperty(process.versions, "node", { value: "18.20.1" });');
    const { exit, out, err } = await outreach(home, ['leads', 'list'], { nodeOptions: ['-r', old] });
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toBe('outreach needs Node 20.19 or newer, and this is Node 18.20.1.\n');
  });
});
