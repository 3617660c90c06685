import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inTerminal } from '../cli/probe/terminal.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

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
    [['-v'], `${version}\n`],
    [['version'], `${version}\n`],
    [['version', '--json'], `{"version":"${version}"}\n`],
    [['version', '--help'], `${version}\n`],
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

  it('is the same text as the program gives', { tags: 'slow' }, async () => {
    const home = await temporaryFolder();
    expect((await outreach(home, ['--help'])).out).toBe((await outreach(home, ['--help', '--no-color'])).out);
    expect((await outreach(home, ['completion', 'bash'])).out).toBe(
      (await outreach(home, ['completion', 'bash', '-q'])).out,
    );
  });

  it.each([
    [[]],
    [['leads']],
    [['leads', 'ls']],
    [['campaigns', 'resume']],
    [['sandbox', 'clock', 'advance']],
  ])('the help of %j, as the program gives it', { tags: 'slow' }, async (path) => {
    const home = await temporaryFolder();
    const preload = await listing(home);
    const { exit, out, err } = await outreach(home, [...path, '--help'], { nodeOptions: ['-r', preload] });
    expect({ exit, loaded: err.trim().split('\n') }).toEqual({
      exit: 0,
      loaded: [preload, join(root, 'bin/outreach.js'), join(root, 'dist/front/draw.js')],
    });
    expect(out).toBe((await outreach(home, [...path, '--help', '--no-color'])).out);
    expect((await outreach(home, [...path, '-h'])).out).toBe(out);
  });

  it.each([63, 200])(
    'the help at a terminal of %d columns, as the program gives it',
    { tags: 'slow' },
    async (columns) => {
      const home = await temporaryFolder();
      const screenOf = async (words: string[]) => {
        const { ended } = inTerminal(binary, words, cleanEnv(home, { TERM: 'xterm' }), home, columns);
        return (await ended).screen;
      };
      const screen = await screenOf(['leads', 'move', '--help']);
      expect(screen).toContain('\u001b[1mUSAGE\u001b[22m');
      expect(screen).toBe(await screenOf(['help', 'leads', 'move']));
    },
  );

  it('no help of what there is not', async () => {
    const { exit, err } = await outreach(await temporaryFolder(), ['leads', 'constructor', '--help']);
    expect([exit, err]).toEqual([2, expect.stringContaining("Unknown command 'constructor'")]);
  });

  it.each([
    ['no colour where it is not wanted', { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['colour where it is forced', { FORCE_COLOR: '1' }, true],
  ])('%s', async (_, env, coloured) => {
    const { out } = await outreach(await temporaryFolder(), ['--help'], { env });
    expect(out.includes('\u001b[')).toBe(coloured);
  });

  it.each([[['--version']], [['completion', 'zsh']]])('%j loads nothing else', async (args) => {
    const home = await temporaryFolder();
    const preload = await listing(home);
    const { err } = await outreach(home, args, { nodeOptions: ['-r', preload] });
    expect(err.trim().split('\n')).toEqual([preload, join(root, 'bin/outreach.js')]);
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

describe('compiled code that is kept', { tags: 'slow' }, () => {
  const list = ['leads', 'list', '--json'];
  const cacheOf = (home: string) => join(home, 'outreach', 'cache');
  /** The files of all Nodes; none where there is no folder. */
  async function kept(folder: string): Promise<string[]> {
    const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return found.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  }

  it('is in a folder that is for this user alone, and gives the same answers', async () => {
    const home = await temporaryFolder();
    const first = await outreach(home, list);
    expect(first).toMatchObject({ exit: 0, err: '' });
    const files = await kept(cacheOf(home));
    expect(files.length).toBeGreaterThan(5);
    expect((await stat(cacheOf(home))).mode & 0o777).toBe(0o700);
    expect(await outreach(home, list)).toEqual(first);
    expect(await kept(cacheOf(home))).toEqual(files);
  });

  it('stands where the system has caches, unless there is one folder for everything', async () => {
    const home = await temporaryFolder();
    const env = { OUTREACH_HOME: '', XDG_CACHE_HOME: join(home, 'caches') };
    expect(await outreach(home, ['whoami', '--json'], { env })).toMatchObject({ exit: 0, err: '' });
    expect((await kept(join(home, 'caches', 'outreach'))).length).toBeGreaterThan(0);
  });

  it.each([
    ['garbage', (bytes: Buffer) => Buffer.from('garbage'.repeat(bytes.length))],
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['empty', () => Buffer.alloc(0)],
    ['altered in the middle', (bytes: Buffer) => bytes.fill(0x55, bytes.length / 2, bytes.length / 2 + 64)],
  ])('is not believed where it is %s', async (_, spoil) => {
    const home = await temporaryFolder();
    const first = await outreach(home, list);
    for (const file of await kept(cacheOf(home))) await writeFile(file, spoil(await readFile(file)));
    expect(await outreach(home, list)).toEqual(first);
    expect(await outreach(home, list)).toEqual(first);
  });

  it('is not used where others can write to it', async () => {
    const home = await temporaryFolder();
    await outreach(home, list);
    const before = await Promise.all((await kept(cacheOf(home))).map((file) => stat(file)));
    await chmod(cacheOf(home), 0o777);
    expect(await outreach(home, ['whoami', '--json'])).toMatchObject({ exit: 0, err: '' });
    expect(await kept(cacheOf(home))).toHaveLength(before.length);
  });

  it('is not made where it is not wanted, or there is no place for it', async () => {
    const home = await temporaryFolder();
    const unwanted = await outreach(home, list, { env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
    expect(unwanted).toMatchObject({ exit: 0, err: '' });
    expect(await kept(cacheOf(home))).toEqual([]);
    await writeFile(cacheOf(home), 'a file in its place');
    expect(await outreach(home, list)).toEqual(unwanted);
  });
});
