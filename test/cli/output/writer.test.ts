import { PassThrough, Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { opened, recordOf } from '../../../src/cli/declare/answer.ts';
import { type AnyCommand, command } from '../../../src/cli/declare/command.ts';
import type { Globals } from '../../../src/cli/declare/globals.ts';
import { Listing } from '../../../src/cli/declare/listing.ts';
import { bars, heading, quote, record, stack, table, text } from '../../../src/cli/declare/view.ts';
import { tsvLine } from '../../../src/cli/output/formats/tsv.ts';
import { Writer } from '../../../src/cli/output/writer.ts';
import type { Page } from '../../../src/client/api/api.ts';
import { leads } from '../../../src/contract/areas/leads.ts';
import { testClock } from '../../world.ts';
import { anyText } from './text.ts';

const defaults: Globals = {
  profile: undefined,
  json: false,
  ndjson: false,
  csv: false,
  fields: undefined,
  quiet: false,
  noColor: false,
  noInput: false,
  debug: false,
  timeout: undefined,
  dryRun: false,
  yes: false,
  maxCredits: undefined,
  maxUsd: undefined,
  maxRecipients: undefined,
  usdPerCredit: undefined,
  usdPerCheck: undefined,
  once: undefined,
  onceLocal: false,
  again: false,
  page: undefined,
  limit: undefined,
  header: false,
  sort: undefined,
  all: false,
  utc: false,
  wait: undefined,
  waitTimeout: undefined,
  interval: undefined,
  live: false,
  pager: false,
};

interface Streams {
  columns?: number;
  stdout?: Writable;
  signal?: AbortSignal;
}

const now = async () => ({ target: testClock().now(), wall: testClock().now() });

function collector(columns?: number) {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const tty = columns === undefined ? {} : { isTTY: true, columns };
  return Object.assign(stream, tty, { read: () => Buffer.concat(chunks).toString() });
}

async function written(
  spec: AnyCommand,
  result: unknown,
  globals: Partial<Globals> = {},
  { columns, signal = new AbortController().signal }: Streams = {},
) {
  const stdout = collector(columns);
  const stderr = collector();
  const world = { stdout, stderr, argv: [], env: {}, signal };
  let failure: unknown;
  try {
    await new Writer({ world, now, globals: { ...defaults, ...globals } }).write(spec, result, {});
  } catch (error) {
    failure = error;
  }
  return { out: stdout.read(), err: stderr.read(), failure };
}

interface Lead {
  id: number | bigint;
  email: string;
  note?: string;
}

const list: AnyCommand = command({
  name: 'list',
  empty: 'No leads.',
  summary: 'List',
  uses: [],
  tool: 'read',
  examples: [],
  run: () => new Listing<Lead>(pages()),
  columns: [
    ['ID', (lead) => lead.id, 'id'],
    ['Email', (lead) => lead.email],
  ],
});

const people: Lead[] = [
  { id: 1, email: 'anna@one.example' },
  { id: 9007199254740993n, email: '=cmd()', note: 'tab\tand "quote"\nline' },
];

async function* pages(...all: (Partial<Page<Lead>> | Error)[]): AsyncIterable<Page<Lead>> {
  for (const page of all) {
    if (page instanceof Error) throw page;
    yield { items: people, total: 412, page: 1, limit: 20, hasMore: false, ...page };
  }
}

const show: AnyCommand = command({
  name: 'show',
  summary: 'Show',
  uses: [],
  tool: 'read',
  examples: [],
  run: () => people[1],
  view: (lead) => record(['Id', lead?.id], ['Email', lead?.email], ['Note', lead?.note]),
});

describe('a list', () => {
  it('is a table on a terminal, with a remark that there is more', async () => {
    const { out, err } = await written(list, new Listing(pages({ hasMore: true })), {}, { columns: 80 });
    expect(out).toBe(
      '\u001b[2m              ID  EMAIL\u001b[22m\n               1  anna@one.example\n9007199254740993  =cmd()\n',
    );
    expect(err).toBe('2 of 412; --all for everything\n');
  });

  it('is TSV without header in a pipe', async () => {
    const { out, err } = await written(list, new Listing(pages({ hasMore: true, total: null, page: 3 })));
    expect(out).toBe('1\tanna@one.example\n9007199254740993\t=cmd()\n');
    expect(err).toBe('2 shown, and there are more (page 3); --all for everything\n');
  });

  it('makes no remark with -q or --json, nor when everything is there', async () => {
    expect((await written(list, new Listing(pages({ hasMore: true })), { quiet: true })).err).toBe('');
    expect((await written(list, new Listing(pages({ hasMore: true })), { json: true })).err).toBe('');
    expect((await written(list, new Listing(pages({})))).err).toBe('');
  });

  it('is one JSON document with every digit', async () => {
    const { out } = await written(list, new Listing(pages({ hasMore: true })), { json: true });
    expect(JSON.parse(out)).toMatchObject({ total: 412, page: 1, limit: 20, hasMore: true });
    expect(Object.keys(JSON.parse(out))).toEqual(['items', 'total', 'page', 'limit', 'hasMore']);
    expect(out).toContain('"id":9007199254740993,');
    expect(out.trimEnd().split('\n')).toHaveLength(1);
    expect(out.endsWith('}\n')).toBe(true);
  });

  it('counts --limit across pages', async () => {
    const two = new Listing(pages({ hasMore: true }, { page: 2, hasMore: true }));
    const { out } = await written(list, two, { json: true, limit: 4 });
    expect(JSON.parse(out)).toMatchObject({ total: 412, page: 1, limit: 4, hasMore: true });
    expect(JSON.parse(out).items).toHaveLength(4);
  });

  it('has one shape for none, one and many', async () => {
    const empty = await written(list, new Listing(pages({ items: [], total: 0 })), { json: true });
    expect(JSON.parse(empty.out)).toEqual({ items: [], total: 0, page: 1, limit: 20, hasMore: false });
    expect((await written(list, new Listing(pages({ items: [] })))).out).toBe('');
    expect((await written(list, new Listing(pages({ items: [] })), {}, { columns: 80 })).out).toBe(
      'No leads.\n',
    );
    expect(
      (await written(list, new Listing(pages({ items: [] })), { quiet: true }, { columns: 80 })).out,
    ).toBe('');
  });

  it('is a record a line as NDJSON', async () => {
    const { out } = await written(list, new Listing(pages({})), { ndjson: true });
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).email)).toEqual(people.map(({ email }) => email));
    expect(lines[1]).toContain('"id":9007199254740993');
  });

  it('is CSV with the fields of all records, formulas disarmed', async () => {
    const { out } = await written(list, new Listing(pages({})), { csv: true });
    expect(out).toBe(
      '"id","email","note"\r\n"1","anna@one.example",""\r\n"9007199254740993","\'=cmd()","tab\tand ""quote""\nline"\r\n',
    );
  });

  it('has a CSV header from the contract where there is nothing', async () => {
    const { out } = await written({ ...list, uses: [leads.list] }, new Listing(pages({ items: [] })), {
      csv: true,
    });
    expect(out).toMatch(/^"id",.*"email".*\r\n$/);
  });

  it('shows only the fields that were asked for, in every format', async () => {
    const drawn = (globals: Partial<Globals>, columns?: number) =>
      written(list, new Listing(pages({})), { fields: ['email,id'], ...globals }, columns ? { columns } : {});
    expect((await drawn({})).out).toBe('anna@one.example\t1\n=cmd()\t9007199254740993\n');
    expect((await drawn({ csv: true })).out).toMatch(/^"email","id"\r\n"anna/);
    expect((await drawn({ ndjson: true })).out).toMatch(/^\{"email":"anna@one.example","id":1\}\n/);
    expect(JSON.parse((await drawn({ json: true })).out).items[0]).toEqual({
      email: 'anna@one.example',
      id: 1,
    });
    expect((await drawn({ noColor: true }, 80)).out).toMatch(/^EMAIL +ID\n/);
    const long = `${'a'.repeat(70)}@one.example`;
    const narrow = await written(
      list,
      new Listing(pages({ items: [{ id: 1, email: long }] })),
      { fields: ['id', 'email'] },
      { columns: 60 },
    );
    expect(narrow.out.replaceAll(/\s/g, '')).toContain(long);
  });

  it('refuses a field that no record of an open answer has, before anything is written', async () => {
    const open = { ...list, answer: () => opened(recordOf(leads.list)) };
    const { out, failure } = await written(open, new Listing(pages({})), { fields: ['emial'], json: true });
    expect(out).toBe('');
    expect(failure).toMatchObject({
      kind: 'usage',
      message: 'There is no field "emial". Did you mean "email"?',
    });
  });
});

describe('--all', () => {
  it('streams the same document that a list in one piece gives', async () => {
    const three = () =>
      new Listing(pages({ hasMore: true, total: 6 }, { hasMore: true, total: 6 }, { total: 6 }));
    const { out } = await written(list, three(), { json: true, all: true });
    const whole = await written(list, three(), { json: true, limit: 6 });
    expect(out).toBe(whole.out);
    expect(JSON.parse(out).items).toHaveLength(6);
  });

  it('counts what the service did not', async () => {
    const { out } = await written(list, new Listing(pages({ total: null, hasMore: true }, { total: null })), {
      json: true,
      all: true,
    });
    expect(JSON.parse(out)).toMatchObject({ total: 4, page: 1, limit: 4, hasMore: false });
  });

  it('writes each page before it asks for the next', async () => {
    const stdout = collector();
    const seen: string[] = [];
    async function* watched(): AsyncIterable<Page<Lead>> {
      for await (const page of pages({ hasMore: true }, {})) {
        seen.push(stdout.read());
        yield page;
      }
    }
    const world = {
      stdout,
      stderr: collector(),
      argv: [],
      env: {},
      signal: new AbortController().signal,
    };
    await new Writer({ world, now, globals: { ...defaults, all: true } }).write(
      list,
      new Listing(watched()),
      {},
    );
    expect(seen).toEqual(['', '1\tanna@one.example\n9007199254740993\t=cmd()\n']);
  });

  it('ends valid but says that it is not complete when a page fails', async () => {
    const fault = new Failure('service', 'It broke');
    const broken = await written(list, new Listing(pages({ hasMore: true, total: 9 }, fault)), {
      json: true,
      all: true,
    });
    expect(broken.failure).toBe(fault);
    expect(JSON.parse(broken.out)).toMatchObject({ total: 9, limit: 2, hasMore: true, complete: false });
  });

  it('writes nothing when the first page fails, or any page of a list in one piece', async () => {
    const fault = new Failure('service', 'It broke');
    expect(await written(list, new Listing(pages(fault)), { json: true, all: true })).toMatchObject({
      out: '',
      failure: fault,
    });
    expect(await written(list, new Listing(pages({ hasMore: true }, fault)), { json: true })).toMatchObject({
      out: '',
      failure: fault,
    });
  });

  it('draws an empty list', async () => {
    expect(JSON.parse((await written(list, new Listing(pages()), { json: true, all: true })).out)).toEqual({
      items: [],
      total: 0,
      page: 1,
      limit: 0,
      hasMore: false,
    });
  });

  it('says which fields a streamed CSV had to leave out', async () => {
    const late = new Listing(pages({ items: people.slice(0, 1), hasMore: true }, {}));
    const { out, err } = await written(list, late, { csv: true, all: true });
    expect(parse(out)).toHaveLength(4);
    expect(err).toContain('note');
  });

  it('is valid JSON for any pages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyText, { maxLength: 3 }), { maxLength: 4 }), async (texts) => {
        const listing = () =>
          new Listing(
            pages(
              ...texts.map((items) => ({ items: items.map((email, id) => ({ id, email })), total: null })),
            ),
          );
        const { out } = await written(list, listing(), { json: true, all: true });
        expect(JSON.parse(out).items.map((item: Lead) => item.email)).toEqual(texts.flat());
      }),
    );
  });
});

/** The fields of a document with the way to each. */
const leavesOf = (data: object, above = ''): [name: string, value: unknown][] =>
  Object.entries(data).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
      ? leavesOf(value, `${above}${name}.`)
      : [[`${above}${name}`, value]],
  );

describe('one thing', () => {
  it('is a record on a terminal, and name and value of its data in a pipe', async () => {
    const terminal = await written(show, people[1], { noColor: true }, { columns: 80 });
    expect(terminal.out).toBe('Id     9007199254740993\nEmail  =cmd()\nNote   tab and "quote"␊line\n');
    expect((await written(show, people[1])).out).toBe(
      'id\t9007199254740993\nemail\t=cmd()\nnote\ttab\\tand "quote"\\nline\n',
    );
  });

  it('is its record without wrapper in JSON', async () => {
    expect((await written(show, people[0], { json: true })).out).toBe(
      '{"id":1,"email":"anna@one.example"}\n',
    );
    expect((await written(show, people[0], { ndjson: true })).out).toBe(
      '{"id":1,"email":"anna@one.example"}\n',
    );
    expect((await written(show, people[0], { csv: true })).out).toBe(
      '"id","email"\r\n"1","anna@one.example"\r\n',
    );
  });

  it('shows only the fields that were asked for', async () => {
    expect((await written(show, people[1], { fields: ['email'] })).out).toBe('=cmd()\n');
    expect((await written(show, people[1], { fields: ['email'], json: true })).out).toBe(
      '{"email":"=cmd()"}\n',
    );
  });

  it('never looks refused after a change, whatever the fields', async () => {
    const add = { ...show, uses: [leads.upsert] };
    const { out, err, failure } = await written(add, people[0], { fields: ['emial'], ndjson: true });
    expect(failure).toBeUndefined();
    expect(out).toBe('{"emial":null}\n');
    expect(err).toContain('Did you mean "email"?');
  });

  it('prints nothing where there is nothing', async () => {
    expect(await written(show, undefined, { json: true })).toEqual({ out: '', err: '', failure: undefined });
  });

  it('is drawn by its fields where the command has no view', async () => {
    const { view: _view, ...bare } = show;
    expect((await written(bare, { id: 1, deep: { a: [1] }, none: null })).out).toBe(
      'id\t1\ndeep.a\t[1]\nnone\t\n',
    );
  });

  it('is in a pipe, field by field, what it is in JSON, whatever its view', async () => {
    const value = fc.anything({
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
      maxDepth: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.stringMatching(/^[a-z]+$/), value), async (data) => {
        const json = JSON.parse((await written(show, data, { json: true })).out);
        if ('items' in json) return;
        const { out } = await written(show, data);
        expect(out).toBe(
          leavesOf(json)
            .map(([name, leaf]) => tsvLine([name, leaf]))
            .join(''),
        );
      }),
    );
  });

  it('can hold what --fields names, in the order of JSON', async () => {
    const { view: _view, ...bare } = show;
    const fields = ['deep.b', 'id'];
    expect((await written(bare, { id: 1, deep: { a: 1, b: 2 } }, { fields })).out).toBe('deep.b\t2\nid\t1\n');
  });
});

describe('other data', () => {
  it('wraps a plain list as every list is', async () => {
    const { out } = await written(show, [{ a: 1 }], { json: true });
    expect(JSON.parse(out)).toEqual({ items: [{ a: 1 }], total: 1, page: 1, limit: 1, hasMore: false });
  });

  it('takes a document that is a list for one', async () => {
    const view = (doc: { items: Lead[] }) => table(doc.items, [['Email', (lead) => lead.email]]);
    const journal = { ...show, view } as AnyCommand;
    const doc = { items: people, total: 2 };
    expect((await written(journal, doc)).out).toBe('anna@one.example\n=cmd()\n');
    expect(JSON.parse((await written(journal, doc, { json: true, fields: ['email'] })).out)).toEqual({
      items: [{ email: 'anna@one.example' }, { email: '=cmd()' }],
      total: 2,
    });
    expect((await written(journal, doc, { ndjson: true })).out.trimEnd().split('\n')).toHaveLength(2);
    expect((await written(journal, doc, { csv: true })).out).toMatch(/^"id","email","note"\r\n/);
  });

  it('gives text as it is in a pipe and escaped on a terminal', async () => {
    const script = 'echo \u001b[1m\tx';
    expect((await written(show, script)).out).toBe(`${script}\n`);
    expect((await written(show, script, {}, { columns: 80 })).out).toBe('echo ^[[1m    x\n');
    expect((await written(show, script, { json: true })).out).toBe('"echo \\u001b[1m\\tx"\n');
  });

  const rich = {
    ...show,
    view: () =>
      stack(
        heading('Report'),
        text('Of a week'),
        bars({ label: 'Sent', value: 3, note: '75 %' }),
        quote('Hi\nyou'),
      ),
  } as AnyCommand;

  it('puts one datum in a line of a pipe, and prose on stderr', async () => {
    expect(await written(rich, { sent: 3 })).toMatchObject({ out: 'sent\t3\n', err: 'Of a week\n' });
    expect(await written(rich, [3])).toMatchObject({ out: 'Sent\t3\t75 %\nHi\\nyou\n', err: 'Of a week\n' });
  });

  it('leaves out prose with -q', async () => {
    expect(await written(rich, [3], { quiet: true })).toMatchObject({
      out: 'Sent\t3\t75 %\nHi\\nyou\n',
      err: '',
    });
    expect(await written(rich, { sent: 3 }, { quiet: true })).toMatchObject({ out: 'sent\t3\n', err: '' });
    expect(
      (
        await written(
          { ...show, view: () => text('Saved.') } as AnyCommand,
          {},
          { quiet: true },
          { columns: 80 },
        )
      ).out,
    ).toBe('');
  });
});

describe('the stream', () => {
  it('waits for a slow reader and loses nothing', async () => {
    const stdout = new PassThrough({ highWaterMark: 16 });
    const items = Array.from({ length: 5000 }, (_, id) => ({ id, email: `p${id}@x.example` }));
    const world = {
      stdout,
      stderr: collector(),
      argv: [],
      env: {},
      signal: new AbortController().signal,
    };
    const writing = new Writer({ world, now, globals: { ...defaults, ndjson: true } })
      .write(list, new Listing(pages({ items })), {})
      .then(() => stdout.end());
    let read = '';
    for await (const chunk of stdout) {
      read += chunk;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
    expect(read.trimEnd().split('\n')).toHaveLength(5000);
  });

  it.each(['EPIPE', 'ERR_STREAM_DESTROYED'])(
    'ends quietly on %s and asks for no further page',
    async (code) => {
      const stdout = new Writable({
        write(_chunk, _encoding, done) {
          done(Object.assign(new Error(code), { code }));
        },
      });
      let asked = 0;
      async function* endless(): AsyncIterable<Page<Lead>> {
        for (;;) {
          asked++;
          yield { items: people, total: null, page: asked, limit: 2, hasMore: true };
        }
      }
      const world = {
        stdout,
        stderr: collector(),
        argv: [],
        env: {},
        signal: new AbortController().signal,
      };
      const writer = new Writer({ world, now, globals: { ...defaults, all: true } });
      await writer.write(list, new Listing(endless()), {});
      expect(writer.closed).toBe(true);
      expect(asked).toBe(1);
      await writer.write(list, new Listing(pages({})), {});
    },
  );

  it('says so when the disk is full', async () => {
    const stdout = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
      },
    });
    const world = {
      stdout,
      stderr: collector(),
      argv: [],
      env: {},
      signal: new AbortController().signal,
    };
    const writing = new Writer({ world, now, globals: defaults }).write(list, new Listing(pages({})), {});
    await expect(writing).rejects.toMatchObject({
      code: 'output_failed',
      message: expect.stringContaining('no space left'),
    });
  });

  it('lets go of a reader that never reads when it is interrupted', async () => {
    const stuck = new Writable({ write() {} });
    const abort = new AbortController();
    const world = { stdout: stuck, stderr: collector(), argv: [], env: {}, signal: abort.signal };
    const writing = new Writer({ world, now, globals: { ...defaults, json: true, all: true } }).write(
      list,
      new Listing(pages({})),
      {},
    );
    const reason = new Failure('interrupted', 'Interrupted');
    setImmediate(() => abort.abort(reason));
    await expect(writing).rejects.toBe(reason);
  });
});
