import { execFileSync } from 'node:child_process';
import {
  appendFile,
  chmod,
  lstat,
  mkdir,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newWorld, type TestWorld } from '../../world.ts';
import { written } from './file-parameters.ts';

interface Writing {
  readonly line: string;
  readonly stdin?: string;
  /** What a place must be called. */
  readonly ending?: string;
  /** It adds to a file, takes a new one only, or replaces none but its own. */
  readonly existing?: 'added' | 'refused' | 'own';
  /** The rights of a file that is replaced; its own unless said. */
  readonly mode?: number;
}

/** A line for each parameter that names a file to write. */
const writings: Readonly<Record<string, Writing>> = {
  'leads import --rejects': { line: 'leads import people.csv --rejects' },
  'leads audit --fix': { line: 'leads audit sound.csv --fix', existing: 'own' },
  'leads export --output': { line: 'leads export --output' },
  'leads export-subject --output': { line: 'leads export-subject 1 --output', mode: 0o600 },
  'campaigns sequence show --out': { line: 'campaigns sequence show 1 --out', existing: 'refused' },
  'campaigns plan --out': { line: 'campaigns plan folder --out' },
  'campaigns preview --html': { line: 'campaigns preview 1 --html', ending: '.html', existing: 'own' },
  'report outcomes --html': { line: 'report outcomes --html', ending: '.html', existing: 'own' },
  'report compare --html': { line: 'report compare 1 2 --html', ending: '.html', existing: 'own' },
  'report daily --html': { line: 'report daily --since 2026-03-01 --html', ending: '.html', existing: 'own' },
  'copilot plan --out': { line: 'copilot plan acme.com --out', existing: 'refused' },
  'doctor --report': { line: 'doctor --report', mode: 0o600, existing: 'own' },
  'imports instantly accounts --csv-file': {
    line: 'imports instantly accounts --key-stdin --csv-file',
    stdin: 'key',
    existing: 'refused',
  },
  'webhooks listen --save': {
    line: 'webhooks listen --allow-unsigned --port 0 --for 1s --save',
    ending: '.ndjson',
    existing: 'added',
  },
};

const world = async (): Promise<TestWorld> => {
  const made = await newWorld();
  await writeFile(join(made.home, 'people.csv'), 'Email\nana@lumen.example\nnobody\n');
  await writeFile(join(made.home, 'sound.csv'), 'Email\nAna@lumen.example\n');
  await writeFile(join(made.home, 'known.csv'), 'Email,City\nkim@lumen.example,Porto\n');
  await mkdir(join(made.home, 'folder'));
  await writeFile(join(made.home, 'folder/autumn.md'), '---\nname: Autumn\ndailyLimit: 90\n---\n');
  await made.outreach('campaigns create Autumn');
  await made.outreach('campaigns create Winter');
  await made.outreach('campaigns sequence set 1 -', { stdin: '--- step ---\nSubject: Hi\n\nHello\n' });
  await made.outreach('leads add kim@lumen.example --campaign 1');
  return made;
};

/** What can be in the place of a file, and what must be there afterwards. */
const places: readonly { name: string; words: string; put(path: string): Promise<void> }[] = [
  {
    name: 'a link to a file',
    words: 'symbolic link',
    async put(path) {
      await writeFile(`${path}.victim`, 'kept');
      await symlink(`${path}.victim`, path);
    },
  },
  { name: 'a link to nowhere', words: 'symbolic link', put: (path) => symlink(`${path}.nowhere`, path) },
  { name: 'a folder', words: 'a folder', put: async (path) => void (await mkdir(path)) },
  {
    name: 'a named pipe',
    words: 'named pipe',
    put: async (path) => void execFileSync('mkfifo', [path]),
  },
  {
    name: 'a socket',
    words: 'socket',
    put: (path) =>
      new Promise((resolve) => {
        const server = createServer().listen(path, resolve);
        onTestFinished(() => void server.close());
      }),
  },
];

describe('a file that is written', () => {
  it('is in this table, whatever command writes it', () => {
    // It takes a free name beside what is there: leads-import-before.
    const names = written.map(({ name }) => name).filter((name) => name !== 'leads import --before');
    expect(names.sort()).toEqual(Object.keys(writings).sort());
  });

  it.each(Object.entries(writings))(
    '%s follows no link and replaces nothing but a plain file',
    async (_, writing) => {
      const { line, stdin = '', ending = '.out' } = writing;
      const here = await world();
      for (const [at, place] of places.entries()) {
        // A folder is what some of them take.
        if (place.name === 'a folder' && writing.existing !== undefined && ending !== '.ndjson') continue;
        const path = join(here.home, `target${at}${ending}`);
        await place.put(path);
        const before = await lstat(path);
        const { exit, err } = await here.outreach(`${line} target${at}${ending}`, { stdin });
        expect({ place: place.name, exit, err }).toEqual({
          place: place.name,
          exit: 2,
          err: expect.stringContaining(place.words),
        });
        expect(err).toContain(`target${at}${ending}`);
        const after = await lstat(path);
        expect([after.ino, after.mode, after.mtimeMs]).toEqual([before.ino, before.mode, before.mtimeMs]);
      }
      const victim = await readFile(join(here.home, `target0${ending}.victim`), 'utf8');
      expect(victim).toBe('kept');
      expect((await readdir(here.home)).filter((name) => /\.tmp$|nowhere$|\.part$/.test(name))).toEqual([]);
    },
  );

  it.each(Object.entries(writings))(
    '%s keeps or replaces a plain file, whole and with its rights',
    async (_, writing) => {
      const { line, stdin = '', ending = '.out', existing = 'replaced', mode = 0o640 } = writing;
      const here = await world();
      const path = join(here.home, `target${ending}`);
      const isReplaced = existing === 'replaced' || existing === 'own';
      if (existing === 'own') await here.outreach(`${line} target${ending}`, { stdin });
      await appendFile(path, 'what was there\n');
      await chmod(path, 0o640);
      const { exit, err } = await here.outreach(`${line} target${ending}`, { stdin });
      const content = await readFile(path, 'utf8');
      expect(err.includes(`Replaced target${ending}, which was there already.`)).toBe(isReplaced);
      if (isReplaced) {
        expect({ exit, mode: (await stat(path)).mode & 0o777 }).toEqual({ exit: 0, mode });
        expect(content).not.toContain('what was there');
      } else
        expect({ exit, content }).toEqual({
          exit: existing === 'added' ? 0 : 2,
          content: 'what was there\n',
        });
    },
  );

  it.each(Object.entries(writings).filter(([, { existing }]) => existing === 'own'))(
    '%s leaves a file alone that holds something else, and fills an empty one',
    async (_, { line, ending = '.out' }) => {
      const here = await world();
      const path = join(here.home, `target${ending}`);
      await writeFile(path, 'by hand\n');
      const { exit, err } = await here.outreach(`${line} target${ending}`);
      expect({ exit, content: await readFile(path, 'utf8') }).toEqual({ exit: 2, content: 'by hand\n' });
      expect(err).toContain(`Cannot write target${ending}: it is there, and holds something else`);
      await writeFile(path, '');
      expect((await here.outreach(`${line} target${ending}`)).exit).toBe(0);
    },
  );

  it.each(Object.entries(writings))(
    '%s says where no file can be made',
    async (_, { line, stdin = '', ending = '.out' }) => {
      const here = await world();
      const { exit, err } = await here.outreach(`${line} /proc/self/target${ending}`, { stdin });
      expect({ exit, err }).toEqual({
        exit: 2,
        err: expect.stringContaining(`/proc/self/target${ending}: `),
      });
      expect(err).not.toMatch(/\.tmp|\.part|defect/);
    },
  );
});

describe('standard output as a file', () => {
  it.each([
    ['leads import people.csv --rejects -', /^"_row","_column","_reason","Email"\r\n"3",.*\r\n$/],
    ['leads import people.csv --rejects /dev/stdout', /^"_row",.*\r\n"3",.*\r\n$/],
    ['leads audit sound.csv --fix -', /^"Email"\r\n"ana@lumen.example"\r\n$/],
    ['leads export --ndjson --output -', /^\{"id":2,.*\}\n\{"id":1,.*\}\n$/],
    ['campaigns sequence show 1 --out -', /^--- step [^\0]*Hello\n$/],
    ['campaigns preview 1 --html -', /^<!DOCTYPE html>[^\0]*<\/html>\n$/],
    ['report outcomes --by-campaign --html -', /^<!DOCTYPE html>[^\0]*<\/html>\n$/],
    ['campaigns plan folder --out -', /^\{[^\0]*\}\n$/],
    ['copilot plan acme.com --out -', /^--- step /],
    ['imports instantly accounts --key-stdin --csv-file -', /^email,firstName,[^\0]*\n$/],
  ])('%s holds nothing else', { tags: 'slow' }, async (line, content) => {
    const here = await world();
    await here.outreach('leads import people.csv');
    const { exit, out } = await here.outreach(line, { stdin: 'key' });
    expect({ exit, out }).toEqual({ exit: 0, out: expect.stringMatching(content) });
    expect(await readdir(here.home)).not.toContain('-');
  });

  it.each([
    'leads import people.csv --rejects - --json',
    'leads audit sound.csv --fix - --json',
    'campaigns sequence show 1 --out - --json',
    'campaigns preview 1 --html - --json',
    'report outcomes --html - --json',
    'campaigns plan folder --out - --json',
    'copilot plan acme.com --out /dev/stdout --ndjson',
    'imports instantly accounts --key-stdin --csv-file - --csv',
    'sandbox outbox export -',
    'webhooks listen --allow-unsigned --port 0 --for 1s --save -',
  ])('%s is refused before anything is done', async (line) => {
    const here = await world();
    const before = here.requests.length;
    const { exit, out } = await here.outreach(line, { stdin: 'key' });
    expect({ exit, out, requests: here.requests.length }).toEqual({ exit: 2, out: '', requests: before });
    expect(await readdir(here.home)).not.toContain('-');
  });

  it('is an export as without an option, an empty one too', async () => {
    const here = await newWorld();
    const { out } = await here.outreach('leads export --csv --output -');
    expect(out).toContain('"email"');
    expect(out).toBe((await here.outreach('leads export --csv')).out);
  });

  it('may be nowhere, which stays a device', async () => {
    const here = await world();
    expect((await here.outreach('leads import people.csv --rejects /dev/null')).exit).toBe(0);
    expect((await lstat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});
