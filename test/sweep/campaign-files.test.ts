// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of values in files.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import { newWorld } from '../world.ts';
import { whole } from './slice.ts';

/** Whatever a campaign file holds: exit 0, or 2 with file, line and column; never a stack trace, never for long. */

const seed = 20_261_122;
const runs = whole ? 10_000 : 120;
/** Some of these machines do other work as well. */
const longestMs = 20_000;
/** How many of a thing a hostile file holds. */
const many = (most: number) => (whole ? most : most / 10);

const valid = `---
name: Autumn launch
emoji: 🍂
dailyLimit: 200   # of all mailboxes
minGap: 4
maxGap: 12
schedule: { days: mon-fri, from: 09:00, to: 17:00 }
senders:
  - anna.berg@northwind-mail.example
  - "*@try-northwind.example"
stopOnReply: true
---
--- step ---
Subject: Hello {firstName}

Are you there?

--- variant B ---
Who is there?

--- step delay=3d thread ---

Still?

--- signature ---
Ana
`;

const bomb = (levels: number) =>
  Array.from(
    { length: levels },
    (_, at) =>
      `a${at}: &a${at} [${Array(9)
        .fill(at === 0 ? 'x' : `*a${at - 1}`)
        .join(', ')}]`,
  ).join('\n');

const pieces = [
  ...[
    '---',
    '--- ',
    '...',
    '%YAML 1.1',
    '%TAG ! x:',
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    '\0',
    '\uFEFF',
    '\u2028',
    '\u0085',
  ],
  ...[
    ':',
    ': ',
    '- ',
    '? ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '#',
    ' #',
    '&a',
    '*a',
    '*b',
    '!',
    '!!str',
    '!<x>',
    '|',
    '>',
    '|2-',
    '"',
    "'",
    '\\',
    '`',
    '@',
  ],
  ...[
    '<<',
    '<<: *a',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'null',
    '~',
    'true',
    'no',
    '0123',
    '1e3',
    '2_000',
    '0x1F',
    '.inf',
    '-0',
    '99999999999999999999',
  ],
  ...[
    'name',
    'name: x',
    'emoji',
    'flow: api',
    'dailyLimit: 5',
    'daily-limit: 5',
    'schedule',
    'schedule:',
    'days: mon',
    'days: [1, 9]',
    'from: 09:00',
    'to: 8',
    'gap: 1',
    'senders',
    'senders: []',
    '*@x.com',
    'minGap: 30',
    'maxGap: 2',
    'signature: x',
    'stopOnReply: yes',
  ],
  ...['${', '}', '${x}', '$${x}', '${__proto__}', '${constructor}', '${a', '${}', '"${x} ${y}"'],
  ...[
    '--- step ---',
    '--- step delay=3d thread ---',
    '--- step delay=999d ---',
    '--- variant ---',
    '--- variant B ---',
    '--- signature ---',
    '--- stp ---',
    'Subject:',
    'Subject: x',
    '\\--- step ---',
  ],
  ...[
    '💣',
    'ü',
    '\u202E',
    '"\\ud800"',
    '"\\u0000"',
    'x'.repeat(5000),
    '['.repeat(300),
    '{a: '.repeat(300),
    '- '.repeat(300),
    `${' '.repeat(200)}a:\n`,
  ],
] as const;

const hostile = [
  `---\n${bomb(9)}\n---\n`,
  `---\nname: &a [*a]\n---\n`,
  `---\nname: &a { b: *a }\n---\n`,
  `---\n${'['.repeat(many(60_000))}\n---\n`,
  `---\n${'{a: '.repeat(many(15_000))}\n---\n`,
  `---\n${'- '.repeat(many(30_000))}x\n---\n`,
  `---\n${'? '.repeat(many(30_000))}x\n---\n`,
  `---\n${'&a '.repeat(many(20_000))}x\n---\n`,
  `---\n${'! '.repeat(many(30_000))}x\n---\n`,
  `---\n${'"" '.repeat(many(20_000))}\n---\n`,
  `---\n${Array.from({ length: many(6000) }, (_, at) => `k${at}: ${at}`).join('\n')}\n---\n`,
  `---\nname: ${'x'.repeat(many(60_000))}\n---\n`,
  `---\nname: ${'x'.repeat(many(900_000))}\n---\n`,
  `---\nname: "${'\\u0041'.repeat(9000)}"\n---\n`,
  `---\nname: ${'${x}'.repeat(many(15_000))}\n---\n`,
  `---\nname: ${'${'.repeat(many(30_000))}\n---\n`,
  `---\nname: A\n---\n${'--- step delay=1d ---\n'.repeat(many(40_000))}`,
  `---\nname: A\n---\n${'--- x\n'.repeat(many(150_000))}`,
  `---\nname: A\n---\n--- step ---\n${' \n'.repeat(many(400_000))}x`,
  `---\nname: A\n---\n--- step ---\n${'-'.repeat(many(900_000))}`,
  `---\nname: A\n---\n--- step ${' '.repeat(many(900_000))}x`,
  `---\nschedule: { days: "${'mon,'.repeat(many(15_000))}" }\nname: A\n---\n`,
  `---\nschedule: { days: "${'mon-'.repeat(many(15_000))}" }\nname: A\n---\n`,
  `---\nsenders: ["${'a.'.repeat(many(30_000))}@acme.com"]\nname: A\n---\n`,
  `---\nname: A\nsenders: [${'a@acme.com, '.repeat(5000)}]\n---\n`,
  '---\r---\r',
  `---\nname: A\n---\n--- step ---\nSubject: a${' '.repeat(many(900_000))}b\n\n${'\r'.repeat(many(900_000))}x`,
  '\uFEFF\uFEFF---\nname: A\n---',
];

const yamlish = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    {
      maxLength: 40,
    },
  )
  .chain((parts) => fc.constantFrom(' ', '\n', '').map((between) => parts.join(between)));

const edit = fc.record({
  from: fc.noBias(fc.integer({ min: 0, max: valid.length })),
  length: fc.nat({ max: 12 }),
  by: fc.oneof(fc.constant(''), fc.constantFrom(...pieces), fc.string({ unit: anyCharacter, maxLength: 4 })),
});
const mutated = fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) =>
  edits.reduce((text, { from, length, by }) => {
    return text.slice(0, from) + by + text.slice(from + length);
  }, valid),
);

/** Keys and values that are right, in any order, and here and there another value. */
const settings = [
  ['name', 'Autumn'],
  ['emoji', '🍂'],
  ['flow', 'api'],
  ['dailyLimit', '200'],
  ['minGap', '&gap 5'],
  ['maxGap', '"${x}"'],
  ['schedule', '{ days: [mon, 2], from: 9 }'],
  ['senders', '["*@try-northwind.example"]'],
  ['stopOnReply', 'true'],
] as const;
const nearly = fc
  .tuple(fc.shuffledSubarray([...settings.slice(1)]), fc.option(fc.constantFrom(...pieces), { freq: 1 }))
  .map(([lines, odd]) =>
    [settings[0], ...lines]
      .map(([key, value], at) => `${key}: ${at === 1 && odd !== null ? odd : value}`)
      .join('\n'),
  );

const content: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 4, arbitrary: yamlish.map((text) => `---\n${text}\n---\n`) },
  { weight: 4, arbitrary: mutated },
  { weight: 2, arbitrary: nearly.map((text) => `---\n${text}\n---\n--- step ---\nSubject: Hi\n\nHello\n`) },
  { weight: 1, arbitrary: yamlish },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from('---\n'), bytes])),
  },
);
const values = fc.oneof(
  { weight: 6, arbitrary: fc.constant('x: 5\ny: Berlin\nboxes: [a@acme.com]\n') },
  { weight: 1, arbitrary: yamlish },
);

it('never ends otherwise', { tags: 'slow' }, async () => {
  const world = await newWorld();
  await mkdir(join(world.home, 'campaigns/values'), { recursive: true });
  const write = (path: string, content: string | Uint8Array) =>
    writeFile(join(world.home, 'campaigns', path), content);
  const outcomes = new Map<number, number>();
  let first = '';
  const check = async (file: string | Uint8Array, values: string) => {
    await write('autumn.md', file);
    if (values !== first) await write('values/sandbox.yaml', values);
    first = values;
    const began = performance.now();
    const { exit, err, failure } = await world.outreach('campaigns plan campaigns');
    expect(performance.now() - began).toBeLessThan(longestMs);
    outcomes.set(exit, (outcomes.get(exit) ?? 0) + 1);
    if (exit === 0) return;
    expect({ exit, err }).toEqual({ exit: 2, err });
    if (failure?.is('unknown_mailbox')) {
      expect(err).toMatch(/^Error: campaigns\/autumn\.md:\d+:\d+: \S/m);
      return;
    }
    expect({ code: failure?.code, err }).toEqual({ code: 'bad_campaign_file', err });
    expect(err).toMatch(/^Error: (campaigns\/)?(autumn\.md|values\/sandbox\.yaml):\d+:\d+: \S/m);
    expect(failure?.problems?.length).toBeGreaterThan(0);
    for (const { line, column, message } of failure?.problems ?? []) {
      expect(line).toBeGreaterThan(0);
      expect(column).toBeGreaterThan(0);
      expect(message).not.toMatch(/\n\s+at |undefined|\[object/);
    }
  };
  for (const text of hostile) await check(text, 'x: 5\n');
  for (const text of [bomb(9), `a: &a [*a]`, '['.repeat(many(60_000))]) await check(valid, text);
  await fc.assert(fc.asyncProperty(content, values, check), { seed, numRuns: runs });
  // Neither is rare, or something else would be tried than was meant.
  expect(outcomes.get(0)).toBeGreaterThan(runs / 10);
  expect(outcomes.get(2)).toBeGreaterThan(runs / 2);
});
