import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withBlock } from '../../src/cli/completion/change-files.ts';
import { shellFiles } from '../../src/cli/completion/shell-files.ts';
import { newWorld } from '../world.ts';

/** A home folder with these files, and a world of a person whose shell is `shell`. */
async function homeWith(files: Readonly<Record<string, string>> = {}, shell = '/bin/bash') {
  const home = await mkdtemp(join(tmpdir(), 'outreach-home é-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, name)), { recursive: true });
    await writeFile(join(home, name), text, 'latin1');
  }
  const world = await newWorld({ env: { HOME: home, SHELL: shell, PATH: '' } });
  return { home, world };
}

/** Every file and folder below, with what is in it. */
async function contentOf(folder: string): Promise<Record<string, string>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const entries = found.map(async (entry): Promise<[string, string]> => {
    const path = join(entry.parentPath, entry.name);
    const text = entry.isFile()
      ? await readFile(path, 'latin1')
      : entry.isSymbolicLink()
        ? '(link)'
        : '(folder)';
    return [path.slice(folder.length + 1), text];
  });
  return Object.fromEntries((await Promise.all(entries)).sort());
}

const startFiles = {
  bash: '.bashrc',
  zsh: '.zshrc',
  powershell: '.config/powershell/Microsoft.PowerShell_profile.ps1',
} as const;
const ownFiles = {
  bash: '.local/share/bash-completion/completions/outreach',
  zsh: '.local/share/outreach/completions/_outreach',
  fish: '.config/fish/completions/outreach.fish',
} as const;
const filesOf = (shell: string): string[] =>
  [ownFiles, startFiles].flatMap((files) =>
    Object.entries(files).flatMap(([name, file]) => (name === shell ? [file] : [])),
  );

describe('completion install', () => {
  it.each([
    ['/bin/bash', 'bash'],
    ['/usr/local/bin/zsh', 'zsh'],
    ['/usr/bin/fish', 'fish'],
    ['/usr/bin/pwsh', 'powershell'],
  ])(
    'of $SHELL %s writes the files of %s, again nothing, and uninstall leaves nothing',
    { tags: 'slow' },
    async (path, shell) => {
      const { home, world } = await homeWith({}, path);
      const files = filesOf(shell);
      const told = (change: string) => files.map((file) => ({ file: join(home, file), change }));
      const tried = await world.outreach('completion install --dry-run --json');
      expect(tried.json()).toEqual({
        shell,
        files: told('created'),
        next: 'Nothing was changed. To do it, run the line without --dry-run.',
      });
      expect(await contentOf(home)).toEqual({});
      const first = await world.outreach('completion install --json');
      expect([first.exit, first.err]).toEqual([0, '']);
      expect(first.json()).toMatchObject({
        shell,
        files: told('created'),
        next: expect.stringContaining('Open a new'),
      });
      const installed = await contentOf(home);
      const second = await world.outreach('completion install --json');
      expect(second.json()).toMatchObject({
        files: told('unchanged'),
        next: expect.stringContaining('already installed'),
      });
      expect(await contentOf(home)).toEqual(installed);
      const away = await world.outreach('completion uninstall --json');
      expect(away.json()).toMatchObject({ shell, files: told('removed').reverse() });
      const kept = Object.keys(await contentOf(home));
      expect(kept.filter((name) => !/^\.(local|config)/.test(name))).toEqual([]);
      expect(Object.values(await contentOf(home)).filter((text) => text !== '(folder)')).toEqual([]);
      const gone = await world.outreach('completion uninstall --json');
      expect(gone.json()).toMatchObject({
        files: told('unchanged').reverse(),
        next: expect.stringContaining('not installed'),
      });
      expect(world.requests).toEqual([]);
    },
  );

  it.each([
    ['a whole file', 'alias ll="ls -l"\n'],
    ['an empty one', ''],
    ['a last line without end', '# last'],
    ['Windows line ends', 'a\r\nb\r\n'],
    ['bytes that are not UTF-8', '# caf\xe9 \xff\x00\n'],
  ])('keeps what is in the files of the person, byte by byte: %s', async (_, text) => {
    for (const [shell, file] of Object.entries(startFiles)) {
      const { home, world } = await homeWith({ [file]: text });
      await chmod(join(home, file), 0o640);
      expect((await world.outreach(`completion install ${shell}`)).exit).toBe(0);
      const changed = await readFile(join(home, file), 'latin1');
      expect(changed.startsWith(text)).toBe(true);
      expect(changed).toContain('# >>> outreach completion');
      expect((await lstat(join(home, file))).mode & 0o777).toBe(0o640);
      const { json } = await world.outreach(`completion uninstall ${shell} --json`);
      expect(json().files).toContainEqual({ file: join(home, file), change: 'changed' });
      expect(await readFile(join(home, file), 'latin1')).toBe(text);
    }
  });

  it('replaces what an older version has written, in its place', async () => {
    const { home, world } = await homeWith({
      '.bashrc': `${withBlock('a\n', ['old'])}b\n`,
      [ownFiles.bash]: '# bash completion for outreach. Generated from its commands; do not edit.\nold\n',
    });
    const { json } = await world.outreach('completion install --json');
    expect(json().files.map(({ change }: { change: string }) => change)).toEqual(['changed', 'changed']);
    expect(await readFile(join(home, '.bashrc'), 'utf8')).toMatch(
      /^a\n# >>> [\s\S]*fi\n# <<< [\s\S]* <<<\nb\n$/,
    );
  });

  it('writes through links of the person, which stay links', async () => {
    const { home, world } = await homeWith({ 'dotfiles/zshrc': 'a\n' });
    await symlink('dotfiles/zshrc', join(home, '.zshrc'));
    await world.outreach('completion install zsh');
    expect((await lstat(join(home, '.zshrc'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(home, 'dotfiles/zshrc'), 'utf8')).toContain('outreach completion');
    await world.outreach('completion uninstall zsh');
    expect((await lstat(join(home, '.zshrc'))).isSymbolicLink()).toBe(true);
    expect(await readFile(join(home, 'dotfiles/zshrc'), 'utf8')).toBe('a\n');
  });

  it('keeps a line of the person between the marks, and says where it is', async () => {
    const { home, world } = await homeWith({ '.bashrc': 'a=1\n' });
    await world.outreach('completion install bash');
    const file = join(home, '.bashrc');
    const changed = (await readFile(file, 'utf8')).replace('\nif', '\nexport MINE=1\nif');
    await writeFile(file, changed);
    for (const verb of ['install', 'uninstall']) {
      const { exit, err, out } = await world.outreach(`completion ${verb} bash`);
      expect({ exit, out }).toEqual({ exit: 2, out: '' });
      expect(err).toContain('.bashrc: lines 2 to 7, of outreach, were changed by hand');
      expect(err).toContain('Move your own lines');
      expect(await readFile(file, 'utf8')).toBe(changed);
    }
  });

  it('keeps both names of a file with two', async () => {
    const { home, world } = await homeWith({ 'dotfiles/bashrc': 'a=1\n' });
    await link(join(home, 'dotfiles/bashrc'), join(home, '.bashrc'));
    for (const [verb, text] of [
      ['install', expect.stringContaining('a=1\n# >>>')],
      ['uninstall', 'a=1\n'],
    ]) {
      expect((await world.outreach(`completion ${verb} bash`)).exit).toBe(0);
      expect(await readFile(join(home, 'dotfiles/bashrc'), 'utf8')).toEqual(text);
      expect((await lstat(join(home, '.bashrc'))).nlink).toBe(2);
      expect((await readdir(home)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    }
  });

  it.each([
    [
      'a file by another hand',
      async (home: string) => {
        await mkdir(join(home, '.config/fish/completions'), { recursive: true });
        await writeFile(join(home, ownFiles.fish), 'complete -c outreach -a mine\n');
      },
      'fish',
      /outreach\.fish is there, and outreach did not make it/,
    ],
    [
      'a link to nothing',
      (home: string) => symlink('gone', join(home, '.bashrc')),
      'bash',
      /Cannot read .*\.bashrc: there is no such file/,
    ],
    [
      'a folder',
      (home: string) => mkdir(join(home, '.bashrc')),
      'bash',
      /Cannot write .*\.bashrc: it is a folder/,
    ],
    [
      'one mark without the other',
      (home: string) => writeFile(join(home, '.zshrc'), 'a\n# >>> outreach completion >>>\nb\n'),
      'zsh',
      /\.zshrc: the marks .* are not one pair/,
    ],
    [
      'a file for a folder',
      (home: string) => writeFile(join(home, '.config'), ''),
      'fish',
      /Cannot write .*outreach\.fish: a part of its path is not a folder/,
    ],
  ])('ends with 2 and changes nothing where it finds %s', async (_, prepare, shell, message) => {
    const { home, world } = await homeWith();
    await prepare(home);
    const before = await contentOf(home);
    const { exit, err, out } = await world.outreach(`completion install ${shell}`);
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toMatch(message);
    expect(await contentOf(home)).toEqual(before);
  });

  it.each([
    [{ HOME: '/nowhere' }, /SHELL is not set.*bash, zsh, fish and powershell/],
    [
      { HOME: '/nowhere', SHELL: '/bin/tcsh' },
      /\$SHELL, \/bin\/tcsh: there is one for bash, zsh, fish and powershell/,
    ],
    [{ SHELL: '/bin/bash' }, /HOME is not set/],
    [{ SHELL: '/bin/bash', HOME: 'relative' }, /HOME is not an absolute path: relative/],
  ])('says what is missing: %j', async (env: Record<string, string>, message) => {
    const world = await newWorld({ env });
    for (const verb of ['install', 'uninstall']) {
      const { exit, err } = await world.outreach(`completion ${verb}`);
      expect(exit).toBe(2);
      expect(err).toMatch(message);
      expect(err).toContain(env.HOME === '/nowhere' ? `outreach completion ${verb} bash` : 'Set HOME');
    }
  });

  it('knows the folders that XDG and the shells name', () => {
    const paths = (
      shell: 'bash' | 'zsh' | 'fish',
      env: Record<string, string>,
      platform: NodeJS.Platform = 'linux',
    ) => shellFiles(shell, { env: { HOME: '/h', ...env }, platform }).map(({ path }) => path);
    expect(paths('bash', { XDG_DATA_HOME: '/data' })).toEqual([
      '/data/bash-completion/completions/outreach',
      '/h/.bashrc',
    ]);
    expect(paths('bash', { BASH_COMPLETION_USER_DIR: '/own:/other' })[0]).toBe('/own/completions/outreach');
    expect(paths('bash', {}, 'darwin')[1]).toBe('/h/.bash_profile');
    expect(paths('zsh', { ZDOTDIR: '/z', XDG_DATA_HOME: 'relative' })).toEqual([
      '/h/.local/share/outreach/completions/_outreach',
      '/z/.zshrc',
    ]);
    expect(paths('fish', { XDG_CONFIG_HOME: '/c' })).toEqual(['/c/fish/completions/outreach.fish']);
  });

  it('leaves the profile of PowerShell on Windows to the person, and says the line', () => {
    const around = { env: { HOME: '/h' }, platform: 'win32' as const };
    expect(() => shellFiles('powershell', around)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('completion powershell | Out-String') }),
    );
  });
});
