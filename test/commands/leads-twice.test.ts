import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newWorld, type Run } from '../world.ts';

/** The same transfer in two terminals: while the first one is at a call, another line is run. */
async function during(operation: string, line: () => string) {
  const meanwhile: { run: Run | undefined; calls: number } = { run: undefined, calls: 0 };
  const world = await newWorld({
    between: (next) => async (request, signal) => {
      const mine = `${request.method} ${request.path}` === operation;
      if (mine) meanwhile.calls += 1;
      if (mine && meanwhile.calls === 1) meanwhile.run = await world.outreach(line());
      return next(request, signal);
    },
  });
  await writeFile(join(world.home, 'people.csv'), 'Email\nzoe@lumen.example\n');
  await writeFile(join(world.home, 'others.csv'), 'Email\nli@lumen.example\n');
  return { world, meanwhile };
}

describe('the same import twice at once', () => {
  it('is refused with who is at it, and sends nothing', async () => {
    const { world, meanwhile } = await during('POST /leads', () => 'leads import people.csv --json');
    expect((await world.outreach('leads import people.csv')).exit).toBe(0);
    expect(meanwhile).toMatchObject({ calls: 1, run: { exit: 7, out: '' } });
    expect(JSON.parse(meanwhile.run?.err ?? '').error).toMatchObject({
      code: 'transfer_under_way',
      message: expect.stringContaining('process 1 started it at 2026-03-02T08:00:00'),
      hint: expect.stringContaining('kill 1'),
      details: { pid: 1 },
    });
    // The first one is done: the same line is a new import.
    expect((await world.outreach('leads import people.csv')).exit).toBe(0);
  });

  it.each([
    'leads import others.csv',
    'leads import people.csv --map Email=email --campaign 1',
    'leads import people.csv --dry-run',
  ])('is no matter to %s', async (line) => {
    const { world, meanwhile } = await during('POST /leads', () => line);
    await world.outreach('campaigns create Autumn');
    expect((await world.outreach('leads import people.csv')).exit).toBe(0);
    expect(meanwhile.run?.exit).toBe(0);
  });
});

describe('an export to the same file', () => {
  it('is refused at the same time, and the file is whole', async () => {
    const { world, meanwhile } = await during('GET /leads', () => 'leads export --output all.csv');
    await world.outreach('leads add zoe@lumen.example');
    expect((await world.outreach('leads export --output ./all.csv')).exit).toBe(0);
    expect(meanwhile.run).toMatchObject({ exit: 7, err: expect.stringContaining('An export to all.csv') });
    expect((await readFile(join(world.home, 'all.csv'), 'utf8')).split('\r\n')).toHaveLength(3);
  });

  it('never goes on behind one of other leads', { tags: 'slow' }, async () => {
    const state = { pages: Number.POSITIVE_INFINITY };
    const world = await newWorld({
      between: (next) => async (request, signal) => {
        const full = request.query.some(([name, value]) => name === 'limit' && value === '200');
        if (request.method === 'GET' && full && --state.pages < 0)
          return { status: 403, headers: {}, body: 'no' };
        return next(request, signal);
      },
    });
    const rows = (from: number) => Array.from({ length: 500 }, (_, n) => `lead${from + n}@lumen.example`);
    await writeFile(join(world.home, 'a.csv'), `Email\n${rows(0).join('\n')}\n`);
    await writeFile(join(world.home, 'b.csv'), `Email\n${rows(500).join('\n')}\n`);
    await world.outreach('campaigns create Autumn');
    await world.outreach('leads import a.csv');
    await world.outreach('leads import b.csv --campaign 1');
    const [all, some] = ['leads export --output x.ndjson', 'leads export --output x.ndjson --campaign 1'];
    state.pages = 1;
    expect((await world.outreach(all)).exit).toBe(15);
    state.pages = 2;
    expect((await world.outreach(some)).exit).toBe(15);
    state.pages = Number.POSITIVE_INFINITY;
    expect((await world.outreach(`${all} --json`)).json()).toMatchObject({ leads: 1000, leadsBefore: 0 });
    const lines = (await readFile(join(world.home, 'x.ndjson'), 'utf8')).trim().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(1000);
    expect((await readdir(world.home)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
