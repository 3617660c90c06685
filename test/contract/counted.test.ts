import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counted, plural } from '../../src/base/counted.ts';
import { newWorld } from '../world.ts';

it.each([
  [0, '0 leads'],
  [1, '1 lead'],
  [2, '2 leads'],
  [1000, '1,000 leads'],
  [0.5, '0.5 leads'],
])('%d is counted as %s', (count, text) => expect(counted(count, 'lead')).toBe(text));

it('takes the plural that is given, verbs included', () => {
  expect(counted(1, 'mailbox is', 'mailboxes are')).toBe('1 mailbox is');
  expect(counted(3, 'mailbox is', 'mailboxes are')).toBe('3 mailboxes are');
  expect([plural(1, 'was', 'were'), plural(0, 'was', 'were')]).toEqual(['was', 'were']);
});

it.each<[string, string, string]>([
  ['leads import -', 'email\n ana@lumen.example\n', '1 row read: 1 lead. Trimmed spaces from 1 address.'],
  [
    'leads import -',
    'email\n ana@lumen.example\nli@lumen.example \n',
    '2 rows read: 2 leads. Trimmed spaces from 2 addresses.',
  ],
  ['campaigns pause --all --dry-run', '', '0 campaigns would be paused'],
  ['credits buy 1000 --max-credits 1 --yes', '', 'The ceiling of 1 credit does not allow 1,000 credits'],
])('%s counts right', async (line, stdin, message) => {
  const world = await newWorld();
  const { err } = await world.outreach(line, { stdin });
  expect(err.replaceAll(/\s+/g, ' ')).toContain(message);
});

describe('the source', () => {
  const root = resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

  /** What is counted anywhere: `lead`, `mailboxes`; the verb behind it left out. */
  const plurals = new Set(
    sources.flatMap(({ text }) =>
      [
        ...text.matchAll(
          /counted\([^'`]*?'(?:(?:more|new|connected) )?(\w+)[\w ]*'(?:, '(?:(?:more|new|connected) )?(\w+)[\w ]*')?\)/g,
        ),
      ].map(([, one = '', many = `${one}s`]) => many),
    ),
  );

  /** Never one, no count, or read by those alone who work on this program. */
  const right = [
    'operations.length',
    'encodings.length',
    'requests',
    'nameOf(campaign)',
    "most ?? '?'",
    'file',
    'count',
    'used',
    'values.length',
    'percent(found.answers.reply)',
    'sizes[2]',
    'mark.address',
    "plural(sends, 'changes', 'change')",
    'value.length - kept.length',
    "counted(rest, 'older job')",
  ];

  it('counts everything by way of `counted`', () => {
    expect([...plurals]).toEqual(expect.arrayContaining(['leads', 'addresses', 'people', 'credits']));
    const word = new RegExp(`\\$\\{([^{}]*)\\}(?: more)? (?:${[...plurals].join('|')})\\b`, 'g');
    const raw = sources.flatMap(({ name, text }) =>
      [...text.matchAll(word)]
        .filter(([, expression = '']) => !right.includes(expression))
        .map(([found]) => `${name}: ${found}`),
    );
    expect(raw).toEqual([]);
  });
});
