import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sliced } from '../../sweep/slice.ts';
import { newWorld, type TestWorld } from '../../world.ts';
import { read } from './file-parameters.ts';

/** A line for each parameter that names a file to read; FILE stands for its name. */
const readings: Readonly<Record<string, string>> = {
  'login --key-file': 'login --base-url https://api.lumen.example/r --key-file FILE',
  'leads import <file>': 'leads import FILE',
  'leads audit <file>': 'leads audit FILE',
  'leads audit --sequence': 'leads audit saved.json --sequence FILE',
  'senders connect --password-file':
    'senders connect a@lumen.example --imap i.example --smtp s.example --password-file FILE',
  'senders connect-csv <file>': 'senders connect-csv FILE',
  'senders update --signature-file': 'senders update 1 --signature-file FILE',
  'campaigns check --events': 'campaigns check 1 --events FILE',
  'drafts send --events': 'drafts send 1 --events FILE',
  'blocklist sync --from-events': 'blocklist sync --from-events FILE',
  'campaigns apply --leads': 'campaigns apply campaign.md --leads FILE --dry-run',
  'campaigns apply --values': 'campaigns apply folder-of-files --values FILE',
  'campaigns diff --values': 'campaigns diff folder-of-files --values FILE',
  'campaigns plan --values': 'campaigns plan folder-of-files --values FILE',
  'campaigns pull --values': 'campaigns pull folder-of-files --values FILE',
  'campaigns sequence set <file>': 'campaigns sequence set 1 FILE',
  'finder search --filters-file': 'finder search --filters-file FILE',
  'finder import --filters-file': 'finder import --filters-file FILE --count 1 --campaign 1 --dry-run',
  'copilot launch --sequence': 'copilot launch Autumn --sequence FILE',
  'copilot launch --icp': 'copilot launch Autumn --icp FILE',
  'copilot launch --session-file':
    'copilot launch Autumn --search-url https://network.example/search --session-file FILE',
  'drafts edit --file': 'drafts edit 1 --file FILE',
  'webhooks listen --secret-file': 'webhooks listen --port 0 --for 1s --secret-file FILE',
  'webhooks verify --secret-file': 'webhooks verify --timestamp 1 --signature v1=0 --secret-file FILE',
  'webhooks trigger --secret-file': 'webhooks trigger EmailReply --to http://127.0.0.1:1 --secret-file FILE',
  'webhooks replay <saved>': 'webhooks replay FILE --to http://127.0.0.1:1 --unsigned',
  'webhooks replay --secret-file': 'webhooks replay saved.json --to http://127.0.0.1:1 --secret-file FILE',
  'blocklist import <file>': 'blocklist import FILE',
  'imports instantly start --key-file': 'imports instantly start --key-file FILE',
  'imports instantly accounts --key-file': 'imports instantly accounts --key-file FILE',
  'verification jobs create --file': 'verification jobs create --file FILE --dry-run',
  'sandbox exec --seed': 'sandbox exec --seed FILE -- true',
  'sandbox seed <file>': 'sandbox seed FILE --check',
  'api --input': 'api leads.upsert --input FILE',
  'leads categorize --from': 'leads categorize --from FILE',
  'replies done --from': 'replies done --from FILE',
  'mcp call --input': 'mcp call search_leads --input FILE',
};

const saved = JSON.stringify({ receivedAt: '2026-03-02T08:00:00Z', headers: [], body: '{}' });

/** With what the lines need beside their file. */
async function world(): Promise<TestWorld> {
  const made = await newWorld();
  await writeFile(join(made.home, 'saved.json'), saved);
  await mkdir(join(made.home, 'folder-of-files'));
  await writeFile(
    join(made.home, 'campaign.md'),
    '---\nname: Spring\n---\n\n--- step ---\nSubject: Hello\n\nHi.\n',
  );
  await made.outreach('campaigns create Autumn');
  return made;
}

const lineFor = (name: string, file: string): string => readings[name]?.replace('FILE', file) ?? '';

/** So much is allowed on a busy machine; what is not linear takes minutes. */
const quickMs = 20_000;

async function ended(here: TestWorld, line: string) {
  const began = performance.now();
  const run = await here.outreach(line);
  expect({ line, quick: performance.now() - began < quickMs }).toEqual({ line, quick: true });
  expect({ line, err: run.err }).not.toMatchObject({ err: expect.stringContaining('defect') });
  return run;
}

describe('a file that is read', () => {
  it('is in this table, whatever command reads it', () => {
    expect(read.map(({ name }) => name).sort()).toEqual(Object.keys(readings).sort());
  });

  it.each(read)('has an end, is there and is no folder: $name', { tags: 'slow' }, async ({ name, use }) => {
    const here = await world();
    const endless = await ended(here, lineFor(name, '/dev/zero'));
    const words = use === 'rows' ? 'is not a text file' : '/dev/zero: it is longer than ';
    expect(endless).toMatchObject({ exit: 2, err: expect.stringContaining(words) });
    await mkdir(join(here.home, 'folder'));
    // Of saved events a folder is taken.
    const folder = await here.outreach(lineFor(name, 'folder'));
    expect(folder).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/folder: it is a folder|no saved events/),
    });
    const none = await here.outreach(lineFor(name, 'none'));
    expect(none).toMatchObject({ exit: 2, err: expect.stringContaining('none: there is no such file') });
  });

  it.each(read)('may be a pipe into which nothing is written: $name', async ({ name }) => {
    const here = await world();
    execFileSync('mkfifo', [join(here.home, 'pipe')]);
    const running = here.outreach(lineFor(name, 'pipe'));
    const writer = await writerOf(join(here.home, 'pipe'));
    here.interrupt();
    expect({ name, exit: (await running).exit }).toEqual({ name, exit: 130 });
    await writer.close();
  });

  const columns = Array.from({ length: 50_000 }, (_, at) => `column ${at}`).join(',');
  const long = `email\n${'x'.repeat(6_000_000)}`;
  const brackets = `{${'"a":[],'.repeat(100_000)}"b":1}`;

  const shapes = Object.entries({ columns, long, brackets });

  it.each(sliced(read, shapes, 3))(
    'may be wide or long, in linear time: $name',
    { tags: 'slow' },
    async ({ name, modes }) => {
      const here = await world();
      for (const [file, content] of modes) {
        await writeFile(join(here.home, file), content);
        const { exit } = await ended(here, lineFor(name, file));
        expect({ name, file, exit: exit <= 20 && exit !== 1 }).toEqual({ name, file, exit: true });
      }
    },
  );
});

/** Once there is a reader. */
async function writerOf(path: string) {
  for (;;) {
    const writer = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
    if (writer) return writer;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the columns of leads', () => {
  const rows = (count: number) => {
    const names = Array.from({ length: count - 1 }, (_, at) => `,column ${at}`).join('');
    return `email${names}\nana@lumen.example${',x'.repeat(count - 1)}\n`;
  };

  it('may be as many as a spreadsheet has', { tags: 'slow' }, async () => {
    const here = await newWorld();
    await writeFile(join(here.home, 'wide.csv'), rows(16_384));
    const { json } = await ended(here, 'leads import wide.csv --json');
    expect(json()).toMatchObject({ sent: 1, rejected: 0 });
  });

  it.each([
    ['wide.csv', rows(16_385), 'it has 16,385 columns, more than 16,384'],
    [
      'wide.ndjson',
      `{"email":"a@b.example"}\n{"email":"b@b.example"${Array.from({ length: 20_000 }, (_, at) => `,"k${at}":1`).join('')}}\n`,
      'columns, more than 16,384',
    ],
    [
      'long.csv',
      `email,notes\na@b.example,${'x'.repeat(5_000_000)}\n`,
      'row 2, line 2: it is longer than 4 MB',
    ],
    ['long.csv', `email\n${','.repeat(5_000_000)}\n`, 'row 2, line 2: it is longer than 4 MB'],
    [
      'long.ndjson',
      `{"email":"a@b.example"}\n${' '.repeat(5_000_000)}\n`,
      'line 2 is too long for one record',
    ],
  ])('and rows have a limit: %s', { tags: 'slow' }, async (name, content, words) => {
    const here = await newWorld();
    await writeFile(join(here.home, name), content);
    const { exit, err } = await ended(here, `leads import ${name}`);
    expect({ exit, err }).toEqual({ exit: 2, err: expect.stringContaining(words) });
    expect(here.requests).toEqual([]);
  });
});
