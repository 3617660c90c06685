import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { editText } from '../../src/cli/consent/editor.ts';
import { platformWords } from '../../src/cli/outside/platform-words.ts';
import { temporaryFolder } from '../e2e/binary.ts';
import { newWorld } from '../world.ts';

const platforms = ['linux', 'darwin', 'win32'] as const;

describe('the words of the system', () => {
  it.each([
    ['linux', 'Ctrl-D ends it', 'kill 12'],
    ['darwin', 'Ctrl-D ends it', 'kill 12'],
    ['win32', 'Ctrl-Z and Enter ends it', 'taskkill /F /PID 12'],
  ] as const)('on %s', async (platform, ends, kill) => {
    const world = await newWorld({ platform, tty: true, stdin: 'x' });
    await writeFile(join(world.home, 'secret'), 'whsec_abcdefghijklmnopqrstuvwxyz');
    const { err } = await world.outreach(
      'webhooks verify --timestamp 1 --signature v1=0 --secret-file secret',
    );
    expect(err).toContain(ends);
    expect(platformWords(platform).endProcess(12)).toBe(kill);
  });
});

describe.each(platforms)('the editor on %s', (platform) => {
  const edit = async (editor: string, name = 'my editor') => {
    const program = join(await temporaryFolder(), name);
    await writeFile(program, '#!/bin/sh\nfor file; do :; done\necho "$#" > "$file"\n');
    await chmod(program, 0o755);
    const env = { PATH: process.env.PATH ?? '', EDITOR: editor.replace('{file}', program) };
    return editText('old', { env, platform, signal: new AbortController().signal }, async (text) => text);
  };

  it.each([
    ['{file}', 1],
    ["'{file}'", 1],
    ['"{file}" --wait', 2],
  ])('may have blanks in its path: %s', async (editor, given) => {
    expect(await edit(editor)).toBe(`${given}\n`);
  });

  it('is named where there is no such program', async () => {
    await expect(edit('no-such-editor --wait')).rejects.toMatchObject({
      code: 'no_editor',
      message: expect.stringMatching(/^The editor \(no-such-editor --wait\) does not start: /),
    });
  });
});

describe('lists with blanks instead of commas, as PowerShell hands them on', () => {
  it.each([
    ['leads list --json --fields', 'email,id'],
    ['leads list --json --fields', 'id,customVariables.city'],
    ['campaigns list --json --status', 'draft,paused'],
    ['finder search --json --limit 3 --domain', 'lumen.example,ostra.example'],
    ['campaigns schedule 1 --dry-run --json --from 09:00 --to 17:00 --days', 'mon,wed-fri'],
  ])('%s %s', async (line, list) => {
    const world = await newWorld();
    await world.outreach('leads add ana@lumen.example --var city=Oslo');
    await world.outreach('campaigns create Autumn');
    const run = (value: string) => world.outreach([...line.split(' '), value]);
    const [usual, apart] = [await run(list), await run(list.replace(',', ' '))];
    expect([usual.exit, apart.exit]).toEqual([0, 0]);
    expect(apart.out).toBe(usual.out);
  });

  it('leave names with blanks whole', async () => {
    const world = await newWorld();
    await world.outreach(['leads', 'add', 'ana@lumen.example', '--var', 'met email=Oslo']);
    const run = await world.outreach(['leads', 'list', '--json', '--fields', 'id,customVariables.met email']);
    expect(run.json().items).toEqual([{ id: 1, customVariables: { 'met email': 'Oslo' } }]);
    expect((await world.outreach(['leads', 'list', '--fields', 'id nothing'])).exit).toBe(2);
  });
});

describe('doctor on Windows', () => {
  it.each([
    ['C:\\Users\\anna\\oh', 'ok', 'C:\\Users\\anna\\oh is in your user folder'],
    ['D:\\shared', 'warning', 'D:\\shared is not in your user folder'],
    ['C:\\Users\\annabel', 'warning', 'not in your user folder'],
  ])('says whether others may read the keys: %s', async (home, state, detail) => {
    const env = { OUTREACH_HOME: home, USERPROFILE: 'C:\\Users\\anna' };
    const { checks } = (await (await newWorld({ platform: 'win32', env })).outreach('doctor --json')).json();
    const found = checks.find(({ check }: { check: string }) => check === 'rights');
    expect(found).toMatchObject({ state, detail: expect.stringContaining(detail) });
    expect(JSON.stringify(checks)).not.toContain('(mode');
  });

  it('has no such check on other systems', async () => {
    const { out } = await (await newWorld()).outreach('doctor --json');
    expect(out).not.toContain('"rights"');
  });
});
