// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of values in files.
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readingWorld } from './reader.ts';

const good = '---\nname: Autumn\n---\n';

test('A folder is its .md files, by name, with the values of the profile', async () => {
  const world = await readingWorld();
  await world.write('campaigns/b.md', '---\nname: Autumn ${year}\n---\n');
  await world.write('campaigns/a.md', good);
  await world.write('campaigns/.c.md', 'no campaign');
  await world.write('campaigns/below/d.md', 'no campaign');
  await world.write('campaigns/notes.txt', 'no campaign');
  await world.write('campaigns/values/sandbox.yaml', 'year: 2026\n');
  await world.write('other.yaml', 'year: 2027\n');
  const read = async (line: string) => {
    expect(await world.outreach(line)).toMatchObject({ exit: 0 });
    return world.seen.files.map(({ file, fields }) => [file, fields.get('name')]);
  };
  expect(await read('read campaigns')).toEqual([
    ['a.md', 'Autumn'],
    ['b.md', 'Autumn 2026'],
  ]);
  expect(await read('read campaigns/ --values other.yaml')).toEqual([
    ['a.md', 'Autumn'],
    ['b.md', 'Autumn 2027'],
  ]);
  expect(world.requests).toEqual([]);
});

test('The examples can be read', async () => {
  const world = await readingWorld();
  await cp(join(import.meta.dirname, '../../../examples/campaigns'), join(world.home, 'campaigns'), {
    recursive: true,
  });
  expect(await world.outreach('read campaigns')).toMatchObject({ exit: 0 });
});

test('All that is wrong with all files is one failure', async () => {
  const world = await readingWorld();
  await world.write('campaigns/a.md', '---\nname: Autumn\ndailyLimt: 5\nminGap: x\n---\n');
  await world.write('campaigns/b.md', 'Hello');
  await world.write('campaigns/c.md', new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xff]));
  await world.write('campaigns/values/sandbox.yaml', 'year:\n');
  await mkdir(join(world.home, 'campaigns/d.md'));
  await symlink('nowhere', join(world.home, 'campaigns/e.md'));
  const { exit, err, failure } = await world.outreach('read campaigns/');
  expect({ exit, code: failure?.code }).toEqual({ exit: 2, code: 'bad_campaign_file' });
  expect(err.split('\n').slice(1)).toEqual([
    'Error: campaigns/values/sandbox.yaml:1:6: year must be text, a number, true or false, or a list of texts',
    'campaigns/a.md:3:1: there is no key dailyLimt; did you mean dailyLimit?',
    'campaigns/a.md:4:9: minGap must be a whole number in digits, not x',
    'campaigns/b.md:1:1: there is no front matter: the first line must be ---, then name: and the settings, then ---. A file that is not a campaign goes into a subfolder, or has another ending than .md',
    'campaigns/c.md:2:1: byte 0xff at offset 4, line 2, is not UTF-8',
    'campaigns/d.md:1:1: this is not a file',
    'campaigns/e.md:1:1: this is not a file',
    'The keys and what they take: outreach help campaign-files',
    '',
  ]);
  const { err: json } = await world.outreach('read campaigns/ --json');
  expect(JSON.parse(json).error.problems.slice(0, 2)).toEqual([
    {
      file: 'values/sandbox.yaml',
      line: 1,
      column: 6,
      message: 'year must be text, a number, true or false, or a list of texts',
    },
    {
      file: 'a.md',
      line: 3,
      column: 1,
      message: 'there is no key dailyLimt; did you mean dailyLimit?',
    },
  ]);
});

test('What values lack because of a mistake in their file is not said', async () => {
  const world = await readingWorld();
  await world.write('campaigns/values/sandbox.yaml', 'year: 2026: 2027\n');
  await world.write('campaigns/a.md', '---\nname: A ${year}\ndailyLimit: ${limit}\n---\n');
  const { err } = await world.outreach('read campaigns --json');
  expect(JSON.parse(err).error.problems).toEqual([
    {
      file: 'values/sandbox.yaml',
      line: 1,
      column: 7,
      message: 'a text with ": " in it is written in quotes',
    },
  ]);
});

test('Of very many problems the first are shown, and how many there are', async () => {
  const world = await readingWorld();
  await world.write(
    'campaigns/a.md',
    `---\nname: A\n${Array.from({ length: 300 }, (_, at) => `x${at}: 1\n`).join('')}---\n`,
  );
  const { err } = await world.outreach('read campaigns');
  expect(err).toContain('\nand 280 more\n');
  const { error } = JSON.parse((await world.outreach('read campaigns --json')).err);
  expect(error.problems).toHaveLength(200);
});

test('A key in a file or in values is refused by its line, without a word of it', async () => {
  const world = await readingWorld();
  const key = `run_ab12cd34_${'x'.repeat(40)}`;
  await world.write('campaigns/a.md', `${good}--- step ---\nSubject: Hi\n\n${key}\n`);
  await world.write('campaigns/values/sandbox.yaml', `a: 1\nkey: ${key}\n`);
  const { exit, out, err } = await world.outreach('read campaigns');
  expect(exit).toBe(2);
  expect(err).toContain('campaigns/a.md:7:1: this looks like an API key; files of campaigns hold none');
  expect(err).toContain('campaigns/values/sandbox.yaml:2:6: this looks like an API key');
  expect(out + err).not.toContain('ab12cd34');
});

test.each([
  ['read nowhere', 'cannot read nowhere: there is no such folder'],
  ['read file', 'cannot read file: it is not a folder'],
  ['read campaigns --values nowhere.yaml', 'cannot read nowhere.yaml: there is no such file or folder'],
])('%s', async (line, message) => {
  const world = await readingWorld();
  await world.write('file', '');
  await world.write('campaigns/a.md', good);
  const { exit, err } = await world.outreach(line);
  expect({ exit, err: err.toLowerCase() }).toEqual({ exit: 2, err: expect.stringContaining(message) });
});

test('A folder without files is empty, and one with too many is refused', async () => {
  const world = await readingWorld();
  await mkdir(join(world.home, 'campaigns'));
  expect(await world.outreach('read campaigns')).toMatchObject({ exit: 0 });
  expect(world.seen.files).toEqual([]);
  for (let at = 0; at <= 1000; at++) await world.write(`campaigns/${at}.md`, good);
  const { exit, err } = await world.outreach('read campaigns');
  expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('1,001 .md files') });
});
