import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { newWorld, type TestWorld } from '../../world.ts';

/** Documents that are about one list, with its field. */
const documents = [
  ['leads audit people.csv', 'problems', ['rule', 'severity', 'message', 'count', 'examples', 'fix', 'rows']],
  ['campaigns check 1', 'problems', ['rule', 'severity', 'message', 'count', 'examples', 'fix']],
  ['campaigns why 1', 'causes', ['cause', 'binding', 'message', 'command']],
  ['campaigns forecast 1', 'days', ['date', 'first', 'followUp', 'capacity']],
  ['campaigns preview 1', 'emails', ['leadId', 'email', 'step', 'variant', 'subject', 'body', 'missing']],
] as const;

async function world(): Promise<TestWorld> {
  const made = await newWorld();
  writeFileSync(join(made.home, 'people.csv'), 'email,First Name\nnope,\ninfo@lumen.example,Ana\n');
  for (const line of [
    'campaigns create Autumn',
    'leads add info@lumen.example --campaign 1',
    'campaigns senders attach 1 1',
    'campaigns schedule 1 --days mon-fri --from 09:00 --to 17:00',
  ])
    await made.outreach(line);
  const stdin = '--- step ---\nSubject: Hi\n\nHello {firstName}\n--- step delay=2d thread ---\n\nStill?\n';
  await made.outreach('campaigns sequence set 1 -', { stdin });
  return made;
}

const lines = (text: string): string[] => text.split(/\r?\n/).filter((line) => line !== '');

describe.each(documents)('%s', (line, list, names) => {
  it('is a row for each item in CSV and NDJSON, and one document in JSON', async () => {
    const { outreach } = await world();
    const items = (await outreach(`${line} --json`)).json()[list];
    expect(items.length).toBeGreaterThan(0);
    expect(lines((await outreach(`${line} --ndjson`)).out).map((row) => JSON.parse(row))).toEqual(items);
    const [header, ...rows] = parse((await outreach(`${line} --csv`)).out);
    expect([header, rows.length]).toEqual([names, items.length]);
  });

  it('takes fields of its items, with those of the document', { tags: 'slow' }, async () => {
    const { outreach } = await world();
    const document = (await outreach(`${line} --json`)).json();
    const [first, second] = names;
    const picked = document[list].map((item: Record<string, unknown>) => [String(item[first]), item[second]]);
    const of = async (flags: string) => lines((await outreach(`${line} ${flags}`)).out);
    expect(await of(`--fields ${first}`)).toEqual(picked.map(([one]: unknown[]) => one));
    expect(await of(`--fields ${list}.${first} --csv`)).toEqual([
      `"${list}.${first}"`,
      ...picked.map(([one]: unknown[]) => `"${one}"`),
    ]);
    const [other = ''] = Object.keys(document).filter((name) => name !== list);
    expect((await of(`--fields ${other},${first} --ndjson`)).map((row) => JSON.parse(row))).toEqual(
      document[list].map((item: Record<string, unknown>) => ({
        [other]: document[other],
        [first]: item[first],
      })),
    );
    expect(await of(`--fields ${other} --csv`)).toHaveLength(2);
    const { json } = await outreach(`${line} --fields ${other},${first} --json`);
    expect(json()).toEqual({
      [other]: document[other],
      [list]: document[list].map((item: Record<string, unknown>) => ({ [first]: item[first] })),
    });
    for (const form of ['--json', '--csv', ''])
      expect((await outreach(`${line} --fields kay ${form}`)).exit).toBe(2);
  });
});

it('has its header where no rule is broken', async () => {
  const made = await newWorld();
  writeFileSync(join(made.home, 'people.csv'), 'email\nana@lumen.example\n');
  const { exit, out } = await made.outreach('leads audit people.csv --csv');
  expect([exit, out]).toEqual([0, '"rule","severity","message","count","examples","fix","rows"\r\n']);
  expect((await made.outreach('leads audit people.csv --ndjson')).out).toBe('');
});
