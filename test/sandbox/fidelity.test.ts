import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emailCountNames } from '../../src/contract/areas/campaigns.ts';
import { orderStatuses } from '../../src/contract/areas/dfy.ts';
import { importErrors } from '../../src/contract/areas/finder.ts';
import { type EventName, eventTypes } from '../../src/contract/events/events.ts';
import { areas, operations } from '../../src/contract/index.ts';
import { samplePayload } from '../../src/domain/events/event-sample.ts';
import { fidelity, statuses } from '../../src/sandbox/fidelity/fidelity.ts';
import { fieldsOf } from '../contract/spec-records.ts';
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

const words =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const things =
  'fields|settings|names|codes|errors|counts|states|types|messages|objects|sums|kinds|checks|times';
const countIn = new RegExp(`\\b(${words.join('|')}|\\d{1,2}) (?:[a-z]+ ){0,2}?(?:${things})\\b`, 'giu');
const countsOf = (statement: string): number[] =>
  [...statement.matchAll(countIn)].map(
    ([, word = '']) => words.indexOf(word.toLowerCase()) + 1 || Number(word),
  );

const matching = (where: string, form: RegExp): number =>
  fieldsOf(where).filter((field) => form.test(field)).length;
const orderObjects = /^(?:cost_breakdown|domains|forwardingDomain|mailboxes)$/;
const sampleOf = (type: EventName) => samplePayload(type, { now: 0, id: 'evt' });
const hasId = (type: EventName) => Object.values(sampleOf(type)).includes('evt');

/** What statements count, counted where it is written down. */
const counted: Readonly<Record<string, readonly number[]>> = {
  // The table of the specification: nowhere else are they together.
  'auth.messages': [7],
  'campaigns.create.fields': [fieldsOf('create request').length],
  'campaign.list-item': [fieldsOf('campaign stats').length],
  'campaign.email-counts': [emailCountNames.length],
  'events.types': [eventTypes.length],
  'events.naming': [eventTypes.filter((type) => 'eventId' in sampleOf(type)).length],
  'events.id-uniqueness': [eventTypes.filter((type) => hasId(type)).length],
  'finder.import.record': [fieldsOf('import').length],
  'finder.import.last-errors': [importErrors.length],
  'lead.fields': [
    matching('lead', /Name$|^(?:company|title|phone|website|linkedin)$/),
    matching('lead', /^(?:cre|upd)atedAt$/),
  ],
  'dfy.order.fields': [matching('done-for-you order', /At$/), matching('done-for-you order', orderObjects)],
  'dfy.order.inner-fields': [matching('done-for-you order', orderObjects)],
  'dfy.order.statuses': [orderStatuses.length],
  'credits.purchase.codes': [areas.credits.purchase.errors?.length ?? 0],
  'autopilot.plan.fields': [fieldsOf('budget plan').length, matching('budget plan', /Usd$/)],
  'autopilot.run.fields': [matching('Autopilot run', /^(?!audit$)/)],
  'replies.list.fields': [fieldsOf('reply').length],
  'sender.list-fields': [fieldsOf('sender in a list').length],
  'sender.warm-up.record': [fieldsOf('warm-up').length],
  'sender.dns.record': [matching('DNS vitals', /^(?:spf|dkim|dmarc|mx)$/)],
};

describe('a statement that counts', () => {
  const counting = fidelity.filter(({ statement }) => countsOf(statement).length > 0);

  it.each(counting.map(({ id, statement }) => [id, statement]))('%s counts right: %s', (id, statement) => {
    expect(countsOf(statement)).toEqual(counted[id]);
  });

  it('is one of those counted here', () => {
    expect(Object.keys(counted).sort()).toEqual(counting.map(({ id }) => id).sort());
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
    const none = await (await newWorld({ tty: true })).outreach('sandbox fidelity --section nowhere');
    expect(none.out + none.err).toContain('No rule matches');
    expect((await world.outreach('sandbox fidelity --status opened')).exit).toBe(2);
  });

  it('is a page of sections for a person', async () => {
    const world = await newWorld({ tty: true, columns: 100, env: { NO_COLOR: '1' } });
    const { out } = await world.outreach('sandbox fidelity --section versioning');
    expect(out).toContain('Versioning');
    expect(out).toContain('done');
  });
});
