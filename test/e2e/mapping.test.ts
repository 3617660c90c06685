// @module-tag slow
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { displayWidth } from '../../src/cli/output/text/width.ts';
import { inTerminal } from '../cli/probe/terminal.ts';
import { type Running, serve } from '../client/server.ts';
import { liveKey } from '../commands/live-service.ts';
import { binary, cleanEnv, outreach, temporaryFolder } from './binary.ts';

/** The built program in a terminal of its own: what becomes of columns that it does not know by name. */

let service: Running;
beforeAll(async () => {
  service = await serve(({ body }, response) => {
    const { leads = [] } = body === '' ? {} : JSON.parse(body);
    response.writeHead(200).end(JSON.stringify({ count: leads.length, leads: [] }));
  });
});
afterAll(() => service.close());

const down = '\u001b[B';
const [enter, ctrlC, ctrlD] = ['\r', '\u0003', '\u0004'];

async function person({ columns = 100 } = {}) {
  const home = await temporaryFolder();
  const from = service.seen.length;
  const env = { OUTREACH_API_KEY: liveKey, OUTREACH_BASE_URL: service.baseUrl, TERM: 'xterm', NO_COLOR: '1' };
  return {
    file: (name: string, content: string) => writeFile(join(home, name), content),
    /** Runs a line in a terminal. */
    at: (line: string) => inTerminal(binary, line.split(' '), cleanEnv(home, env), home, columns),
    /** Runs a line without a terminal. */
    alone: (line: string) => outreach(home, line.split(' '), { env }),
    sent: () => service.seen.slice(from).flatMap(({ body }) => (body === '' ? [] : JSON.parse(body).leads)),
  };
}

const people = 'Emial,Compny,Place\nzoe@lumen.example,Lumen,Porto\n';
const done = async (session: { ended: Promise<{ exitCode: number }> }) => (await session.ended).exitCode;

describe('columns that are not known by name', () => {
  it('are asked for, and the answers are kept for files alike, until that is forgotten', async () => {
    const { file, at, alone, sent } = await person();
    await file('a.csv', people);
    await file('b.csv', people.replace('zoe@', 'li@'));
    const first = at('leads import a.csv');
    await first.answer('Use column "Emial" (e.g. zoe@lumen.example) as email?', enter);
    await first.answer('Use column "Compny" (e.g. Lumen) as company?', `n${enter}`);
    expect(await done(first)).toBe(0);
    const lead = { email: 'zoe@lumen.example', customVariables: { Compny: 'Lumen', Place: 'Porto' } };
    expect(sent()).toEqual([lead]);

    expect((await alone('leads import b.csv')).err).toContain('the saved choices');
    expect(sent()[1]).toEqual({ ...lead, email: 'li@lumen.example' });

    const again = at('leads import b.csv --remap');
    await again.answer('as email?', ctrlD);
    expect(await done(again)).toBe(3);
    expect(sent()).toHaveLength(2);
  });

  it('that are settled in a dry run are not asked again, and are shown with a value', async () => {
    const { file, at, sent } = await person({ columns: 80 });
    await file('a.csv', 'Email;Name;Telephone nr\nzoe@lumen.example;Zoë van der Berg;+49 30 711097\n');
    const rehearsal = at('leads import a.csv --dry-run');
    await rehearsal.answer('Split column "Name" (e.g. Zoë van der Berg)', enter);
    await rehearsal.answer('Use column "Telephone nr" (e.g. +49 30 711097) as phone?', enter);
    expect(await done(rehearsal)).toBe(0);
    expect(rehearsal.screen).toMatch(/Telephone nr +phone +\+49 30 711097/);
    expect(sent()).toEqual([]);
    const real = at('leads import a.csv');
    expect(await done(real)).toBe(0);
    expect(real.screen).toMatch(/COLUMN +BECOMES +SAMPLE/);
    expect(sent()).toEqual([
      { email: 'zoe@lumen.example', firstName: 'Zoë', lastName: 'van der Berg', phone: '+49 30 711097' },
    ]);
  });

  it.each([
    ['Ctrl-C', ctrlC, 130],
    ['Ctrl-D', ctrlD, 3],
  ])('%s sends nothing and keeps nothing', async (_, key, exit) => {
    const { file, at, alone, sent } = await person();
    await file('a.csv', people);
    const session = at('leads import a.csv');
    await session.answer('as email?', enter);
    await session.answer('as company?', key);
    expect(await done(session)).toBe(exit);
    expect(sent()).toEqual([]);
    const { exit: refused, err } = await alone('leads import a.csv');
    expect({ refused, err }).toMatchObject({
      refused: 2,
      err: expect.stringContaining('--map "Emial=email"'),
    });
    expect(err).not.toContain('the saved choices');
  });

  it('are asked of nobody with --no-input', async () => {
    const { file, at, sent } = await person();
    await file('a.csv', people);
    const session = at('leads import a.csv --no-input');
    expect(await done(session)).toBe(2);
    expect(session.screen).toContain('--map "Emial=email"');
    expect(sent()).toEqual([]);
  });

  it('begin with the one that holds an address, and show what stands in each', async () => {
    const { file, at, sent } = await person();
    const headers = Array.from({ length: 40 }, (_, n) => `Column ${n}`);
    const cells = headers.map((_, n) => (n === 33 ? 'zoe@lumen.example' : `value ${n}`));
    await file('a.csv', `${headers.join(',')}\n${cells.join(',')}\n`);
    const session = at('leads import a.csv');
    await session.answer('for example zoe@lumen.example', down);
    await session.sees('for example value 0');
    session.type('\u001b[A');
    session.type(enter);
    expect(await done(session)).toBe(0);
    expect(sent()[0]).toMatchObject({
      email: 'zoe@lumen.example',
      customVariables: { 'Column 32': 'value 32' },
    });
  });

  it('are refused where a name is not allowed, and numbered where it is taken', async () => {
    const { file, at, sent } = await person({ columns: 160 });
    await file('a.csv', 'Email,City,city,__proto__\nzoe@lumen.example,Porto,Lisbon,x\n');
    const refused = at('leads import a.csv');
    expect(await done(refused)).toBe(2);
    expect(refused.screen).toContain('leave it out with --map "__proto__=-"');
    expect(await done(at('leads import a.csv --map __proto__=-'))).toBe(0);
    expect(sent()).toEqual([
      { email: 'zoe@lumen.example', customVariables: { City: 'Porto', city_2: 'Lisbon' } },
    ]);
  });

  it.each([60, 120])('stay within %i columns, and none of them acts on the terminal', async (columns) => {
    const { file, at } = await person({ columns });
    const hostile = 'a\u001b[2J\u001b]0;owned\u0007\u009b31m\u202eb';
    const wide = '連絡先アドレス'.repeat(20);
    const long = 'the quick brown fox '.repeat(15).trim();
    await file('a.csv', `${hostile},${wide},${long},"x\ny"\n1,2,3,4\n`);
    const session = at('leads import a.csv');
    await session.answer('Which column has', down);
    for (const cell of ['2', '3', '4']) {
      await session.sees(`for example ${cell}`);
      if (cell !== '4') session.type(down);
    }
    session.type(enter);
    const { screen } = await session.ended;
    expect(screen).toContain('a^[[2J^[]0;owned^G\\u{9b}31m\\u{202e}b');
    // What moves the cursor is the library's own; behind it a line begins anew.
    const shown = screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, '\n');
    expect(shown).not.toMatch(/[\u0007\u001b\u009b\u202e]/);
    const widths = shown.split(/\r?\n/).map((line) => displayWidth(line));
    expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  });
});

describe('rows from the terminal itself', () => {
  it('end with Ctrl-D, and what would have to be asked then is said', async () => {
    const { at, sent } = await person();
    const session = at('leads import -');
    await session.sees('Type or paste the rows');
    session.type('Emial\rzoe@lumen.example\r');
    await session.sees('zoe@');
    session.type(ctrlD);
    expect(await done(session)).toBe(2);
    expect(session.screen).toContain('--map "Emial=email"');
    expect(sent()).toEqual([]);
  });
});
