import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/index.ts';
import { statuses } from '../../src/sandbox/fidelity/rule.ts';
import { fidelity } from '../../src/sandbox/fidelity.ts';
import { newWorld } from '../world.ts';

const root = resolve(import.meta.dirname, '../..');
const texts = new Map<string, string>();

/** What the file of a test calls its tests and their cases. */
function titlesOf(file: string): string {
  const known = texts.get(file);
  if (known !== undefined) return known;
  const path = resolve(root, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const titles = [
    ...text.matchAll(/\b(?:it|test)\(\s*(['"`])((?:(?!\1).)*)\1|\)\(\s*(['"`])((?:(?!\3).)*)\3/gu),
  ]
    .map(([, , plain, , each]) => plain ?? each)
    .concat([...text.matchAll(/\[\s*'([^'\n]*)',/gu)].map(([, name]) => name))
    .join('\n');
  texts.set(file, titles);
  return titles;
}

function problemsOfTest(test: string): string[] {
  const [file = '', title = ''] = test.split(' > ');
  const titles = titlesOf(file);
  if (titles === '') return [`${file} has no tests`];
  return title !== '' && titles.includes(title) ? [] : [`${file} has no test '${title}'`];
}

describe('the fidelity of the sandbox', () => {
  it('is told of rules that have an id, a section, a statement and a status of their own', () => {
    const wrong = fidelity.filter(
      ({ id, section, statement, status }) =>
        !/^[a-zA-Z0-9-]+(\.[a-zA-Z0-9-]+)+$/u.test(id) ||
        section === '' ||
        !/^[^|]{12,200}\.$/u.test(statement) ||
        !statuses.includes(status),
    );
    expect(wrong).toEqual([]);
    const ids = fidelity.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(fidelity.length).toBeGreaterThan(250);
  });

  it('is held by a test or explained in a note, and explained wherever it is not done', () => {
    const bare = fidelity.filter(
      ({ status, test, note }) => (test === null && note === null) || (status === 'open' && note === null),
    );
    expect(bare.map(({ id }) => id)).toEqual([]);
  });

  it('names tests that exist', () => {
    const wrong = fidelity.flatMap(({ id, test }) =>
      test === null ? [] : problemsOfTest(test).map((problem) => `${id}: ${problem}`),
    );
    expect(wrong).toEqual([]);
  });

  it('would notice a test that is gone', () => {
    expect(problemsOfTest('test/sandbox/leads.test.ts > stores middleName at creation only')).toEqual([]);
    expect(problemsOfTest('test/sandbox/leads.test.ts > nothing is called like this')).toHaveLength(1);
    expect(problemsOfTest('test/sandbox/nowhere.test.ts > anything')).toHaveLength(1);
  });

  it('has a rule for every operation of the contract', () => {
    const missing = operations.filter(
      ({ id: operation }) => !fidelity.some(({ id }) => id === operation || id.startsWith(`${operation}.`)),
    );
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('says of every guessed path that it is one', () => {
    const guessed = operations.filter(({ route }) => route.source === 'inferred');
    const told = new Set(fidelity.filter(({ status }) => status === 'open').map(({ id }) => id));
    const silent = guessed.filter(({ id }) => ![...told].some((rule) => rule.startsWith(`${id}.`)));
    expect(silent.map(({ id }) => id)).toEqual([]);
  });
});

describe('sandbox fidelity', () => {
  it('gives every rule, with totals', async () => {
    const { items, total, totals } = (await (await newWorld()).outreach('sandbox fidelity --json')).json();
    expect([items.length, total]).toEqual([fidelity.length, fidelity.length]);
    expect(totals.done + totals.approximated + totals.open + totals.different).toBe(total);
    expect(items[0]).toEqual(fidelity[0]);
  });

  it('narrows to statuses and sections', async () => {
    const world = await newWorld();
    const { items } = (
      await world.outreach([
        'sandbox',
        'fidelity',
        '--status',
        'open,different',
        '--section',
        'LEAD FINDER',
        '--json',
      ])
    ).json();
    expect(items.length).toBeGreaterThan(2);
    for (const { status, section } of items) {
      expect(['open', 'different']).toContain(status);
      expect(section).toContain('Lead Finder');
    }
    expect((await world.outreach('sandbox fidelity --section nowhere')).err).toContain(
      'No rule is like that',
    );
    expect((await world.outreach('sandbox fidelity --status opened')).exit).toBe(2);
  });

  it('is a page of sections for a person', async () => {
    const world = await newWorld({ tty: true, columns: 100, env: { NO_COLOR: '1' } });
    const { out } = await world.outreach('sandbox fidelity --section versioning');
    expect(out).toContain('Versioning');
    expect(out).toMatch(/done\s+1/);
  });
});
