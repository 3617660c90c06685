// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of values in files.
import { beforeAll, describe, expect, test } from 'vitest';
import { openYaml } from '../../src/cli/input/yaml.ts';
import { readCampaignFile } from '../../src/domain/campaign-file/read-campaign-file.ts';
import { type Values, valuesIn } from '../../src/domain/campaign-file/substitute.ts';
import type { ParseYaml } from '../../src/domain/campaign-file/yaml-document.ts';

let parseYaml: ParseYaml;
beforeAll(async () => {
  parseYaml = await openYaml();
});

const none: Values = { file: 'values/live.yaml', byName: new Map() };
const withValues = (text: string): Values =>
  valuesIn('values/live.yaml', parseYaml(text, 1), ({ line, column }, message) => {
    throw new Error(`${line}:${column} ${message}`);
  });

const read = (text: string, values = none) => readCampaignFile('autumn.md', text, { values, parseYaml });
/** `line:column message` of everything that is wrong. */
const problems = (text: string, values = none) =>
  read(text, values).problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
const front = (lines: string) => `---\nname: Autumn\n${lines}\n---\n`;
const fields = (text: string, values = none) => {
  const { file, problems } = read(text, values);
  expect(problems).toEqual([]);
  return Object.fromEntries(file?.fields ?? []);
};

test('A file is front matter and steps, brought to fields', () => {
  const text = `---
# for the autumn
name: Autumn launch
dailyLimit: 200
stopOnReply: true
schedule: { days: mon-fri, from: 9:00, to: 17:00 }
senders: [Ana@acme.com, "*@try-acme.com"]
---
--- step ---
Subject: Hello {firstName}

Are you there?

--- step delay=3d thread ---

Still?

--- signature ---
Ana
`;
  expect(fields(text)).toEqual({
    name: 'Autumn launch',
    dailyLimit: 200,
    stopOnReply: true,
    'schedule.days': '1,2,3,4,5',
    'schedule.from': '09:00',
    'schedule.to': '17:00',
    'steps.1.subject': 'Hello {firstName}',
    'steps.1.body': 'Are you there?',
    'steps.1.contentType': 'text',
    'steps.1.delayDays': 0,
    'steps.1.useSameThread': false,
    'steps.2.subject': '',
    'steps.2.body': 'Still?',
    'steps.2.contentType': 'text',
    'steps.2.delayDays': 3,
    'steps.2.useSameThread': true,
    signature: 'Ana',
  });
  const { file } = read(text);
  expect(file?.senders?.map(({ pattern }) => pattern)).toEqual(['ana@acme.com', '*@try-acme.com']);
  expect(file?.places.get('schedule.from')).toEqual({ line: 6, column: 28 });
  expect(file?.places.get('steps.2')).toEqual({ line: 14, column: 1 });
  expect(file?.sequenceText).toMatch(/^--- step ---\nSubject/);
  expect(fields(`\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(fields(text));
});

test('What a file leaves out it does not manage', () => {
  expect(fields('---\nname: Autumn\n---')).toEqual({ name: 'Autumn' });
  expect(read('---\nname: Autumn\n---').file?.senders).toBeUndefined();
});

describe('Front matter is strict', () => {
  test.each([
    ['name: 2026', { name: '2026' }],
    ['name: 0123', { name: '0123' }],
    ['name: no', { name: 'no' }],
    ['name: "a\\nb"', { name: 'a\nb' }],
    ['name: A\nschedule: { days: [1, tue, fri-sat] }', { name: 'A', 'schedule.days': '1,2,5,6' }],
    ['name: A\nschedule: { days: weekdays }', { name: 'A', 'schedule.days': '1,2,3,4,5' }],
  ])('%s', (lines, expected) => {
    expect(fields(`---\n${lines}\n---\n`)).toEqual(expected);
  });

  test.each([
    ['dailyLimit: 0123', '3:13 dailyLimit must be a whole number in digits, not 0123'],
    ['dailyLimit: 1e3', '3:13 dailyLimit must be a whole number in digits, not 1e3'],
    ['dailyLimit: 2_000', '3:13 dailyLimit must be a whole number in digits, not 2_000'],
    ['dailyLimit: "200"', '3:13 dailyLimit must be a whole number in digits, not "200"'],
    ['dailyLimit: 20000', '3:13 dailyLimit must be 1 to 10,000, not 20000'],
    ['dailyLimit:', '3:12 dailyLimit has no value; leave the key out, or write one'],
    ['stopOnReply: yes', '3:14 stopOnReply must be true or false, not yes'],
    ['flow: turbo', '3:7 flow must be one of multiple_leads_scheduled, api, not turbo'],
    ['minGap: 9\nmaxGap: 5', '4:9 maxGap must not be less than minGap, 9'],
    ['schedule: { from: 17:00, to: 09:00 }', '3:30 schedule.to must be later than schedule.from, 17:00'],
    ['schedule: { from: 25:00 }', "3:19 schedule.from: '25:00' is not a time of day"],
    ['schedule: { days: moon }', "3:19 schedule.days: 'moon' is not a day of the week"],
    [`schedule: { days: "${'mon,'.repeat(30)}tue" }`, '3:19 schedule.days is too long'],
    ['schedule: { gap: 5-10 }', '3:13 there is no key gap; did you mean minGap and maxGap?'],
    [
      'schedule: mon-fri',
      '3:11 schedule must hold days, from and to: { days: mon-fri, from: 09:00, to: 17:00 }',
    ],
    ['senders: { a: b }', '3:10 senders must be a list: [ana@acme.com, "*@try-acme.com"]'],
    ['senders:', /^3:9 senders has no value/],
    ['senders: [ana]', '3:11 senders takes addresses and *@domain, not ana: the address has no @'],
    [
      'senders: [*@acme.com]',
      '3:11 *@acme.com is an alias, and none is taken. A text that begins with * is in quotes: "*@acme.com"',
    ],
    ['daily-limit: 5', '3:1 there is no key daily-limit; did you mean dailyLimit?'],
    ['dailyLimt: 5', '3:1 there is no key dailyLimt; did you mean dailyLimit?'],
    [
      'maximumSendingLimitPerSenderEmail: 5',
      '3:1 there is no key maximumSendingLimitPerSenderEmail; did you mean senderLimit?',
    ],
    [
      'signature: Ana',
      '3:1 signature is not a key of the front matter: write it below the steps, after a line --- signature ---',
    ],
    ['<<: { dailyLimit: 5 }', /^3:1 there is no key <<; the keys are name, emoji/],
    ['__proto__: 5', /^3:1 there is no key __proto__; the keys are/],
    ['dailyLimit: 5\ndailyLimit: 6', '4:1 the key dailyLimit is there twice'],
    ['dailyLimit: !big 5', '3:18 the tag !big is not taken; leave it out'],
    ['...\nname: B', '4:1 a second YAML document begins here; there must be one'],
    ['\tdailyLimit: 5', /^3:1 /],
    ['emoji: A: B', '3:8 a text with ": " in it is written in quotes'],
    ['emoji: [A', '3:8 [ is not closed; a text that begins with [ is written in quotes'],
    ['senders: [[a], b', /^3:11 \[ is not closed/],
    ['schedule: { days: mon\nminGap: 3', /^3:11 \{ is not closed/],
    ['emoji: "A', '3:8 " is not closed; a text that begins with " is written in quotes'],
    ['emoji: "\\q"', '3:9 this is not YAML: invalid escape sequence \\q'],
    ["emoji: 'A' B", '3:12 this is not YAML: unexpected scalar at node end'],
    ['emoji: - A', '3:8 a text that begins with - is written in quotes'],
    ['emoji: %A', '3:8 a text that begins with % is written in quotes'],
    ['emoji: |A', /^3:9 this is not YAML: block scalar header/],
    ['dailyLimit 5', '3:1 after a key comes ": " and its value, as in name: Autumn launch'],
    ['  dailyLimit: 5', /^3:1 this line is not indented as the one above/],
    ['schedule:\n days: mon\n  from: 09:00', /^5:1 this line is not indented as the one above/],
    ['emoji: ""', '3:8 emoji must not be empty'],
  ])('%s', (lines, expected) => {
    const [first, ...more] = problems(front(lines));
    expect(first).toEqual(expected instanceof RegExp ? expect.stringMatching(expected) : expected);
    expect(more).toEqual([]);
  });

  test('An alias, a tag or a key that is there twice hides nothing else', () => {
    expect(problems(front('senders: [*@acme.com]\nemoji: !x y\nminGap: 5\nminGap: 6\nmaxGapp: 7'))).toEqual([
      '3:11 *@acme.com is an alias, and none is taken. A text that begins with * is in quotes: "*@acme.com"',
      '4:11 the tag !x is not taken; leave it out',
      '6:1 the key minGap is there twice',
      '7:1 there is no key maxGapp; did you mean maxGap?',
    ]);
  });

  test('All that is wrong is said at once, in the order of the lines', () => {
    expect(problems('---\ndailyLimt: 5\nminGap: x\n---\n--- step ---\nHi\n--- step ---\nHi')).toEqual([
      '1:1 name is required: the name of the campaign, as in name: Autumn launch',
      '2:1 there is no key dailyLimt; did you mean dailyLimit?',
      '3:9 minGap must be a whole number in digits, not x',
      '7:1 a follow-up needs the days after the step before: --- step delay=3d ---',
    ]);
  });

  test.each([
    ['--- step ---\nHello', /^1:1 there is no front matter.* goes into a subfolder, or has another ending/],
    ['---\nname: A\n---\n--- stepp ---\n\nHello', /^4:1 '--- stepp ---' is not --- step …/],
    ['', /^1:1 there is no front matter/],
    ['---\nname: A\n', /^1:1 the front matter has no end/],
  ])('%j', (text, expected) => {
    expect(problems(text)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('Values', () => {
  test('A whole value takes the type, a part of a text the words', () => {
    const values = withValues('limit: 40\nplace: Berlin\nboxes: [a@acme.com, b@acme.com]\non: true\n');
    const lines =
      'name: Autumn ${place} $${x}\ndailyLimit: ${limit}\nstopOnReply: "${on}"\nsenders: ["${boxes}", c@acme.com]';
    const { file, problems } = read(`---\n${lines}\n---`, values);
    expect(problems).toEqual([]);
    expect(Object.fromEntries(file?.fields ?? [])).toEqual({
      name: 'Autumn Berlin ${x}',
      dailyLimit: 40,
      stopOnReply: true,
    });
    expect(file?.senders?.map(({ pattern }) => pattern)).toEqual(['a@acme.com', 'b@acme.com', 'c@acme.com']);
  });

  test.each([
    ['dailyLimit: ${limits}', '3:13 ${limits} has no value; did you mean ${limit}?'],
    ['emoji: ${sign}', '3:8 ${sign} has no value; add sign to values/live.yaml'],
    ['emoji: a ${limit', '3:8 a ${ is not closed by }; $${ is a plain ${'],
    ['emoji: a ${list}', '3:8 ${list} is a list, which has no place within a text'],
    ['minHealth: 1${limit}', '3:12 minHealth must be a whole number in digits, not "140"'],
  ])('%s', (lines, expected) => {
    expect(problems(front(lines), withValues('limit: 40\nlist: [a]'))).toEqual([expected]);
  });
});

test('A key is refused without a word of it', () => {
  const key = `run_ab12cd34_${'x'.repeat(40)}`;
  const said = '3:8 this looks like an API key; files of campaigns hold none';
  expect(problems(front(`emoji: ${key}`))).toEqual([said]);
  const hidden = problems(front(`emoji: "\\x72${key.slice(1)}"`));
  expect(hidden).toEqual([said]);
});
