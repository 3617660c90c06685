// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the syntax of values in files.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openYaml } from '../../../src/cli/input/yaml.ts';
import type {
  CampaignFields,
  FieldName,
  FieldValue,
} from '../../../src/domain/campaign-file/campaign-fields.ts';
import type { SenderPattern } from '../../../src/domain/campaign-file/front-matter.ts';
import { readCampaignFile } from '../../../src/domain/campaign-file/read-campaign-file.ts';
import { plainText, stepFields } from '../../../src/domain/campaign-file/sequence-fields.ts';
import { valuesIn } from '../../../src/domain/campaign-file/substitute.ts';
import { type LeftOut, writeCampaignFile } from '../../../src/domain/campaign-file/write-campaign-file.ts';
import { anyCharacter } from '../../any-character.ts';
import { whole } from '../../sweep/slice.ts';

const parseYaml = await openYaml();
const mailboxes = ['ana@acme.example', 'bo@acme.example', 'li@try.example'];
const sources = {
  parseYaml,
  values: valuesIn(
    'values/x.yaml',
    parseYaml('limit: 200\nteam: [ana@acme.example]\ndomain: try.example\n', 1),
    () => {},
  ),
  mailboxesOf: (patterns: readonly SenderPattern[]) =>
    [
      ...new Set(
        patterns.flatMap(({ pattern }) =>
          pattern.startsWith('*') ? mailboxes.filter((box) => box.endsWith(pattern.slice(1))) : [pattern],
        ),
      ),
    ].sort(),
  longest: 1024 * 1024,
};

type Given = Partial<Record<FieldName, FieldValue>>;

const base: Given = {
  name: 'Autumn',
  dailyLimit: 200,
  'schedule.days': '1,2,3,4,5',
  'schedule.from': '09:00',
  'schedule.to': '17:00',
  senders: ['ana@acme.example'],
  signature: 'Ana',
  ...Object.fromEntries(
    stepFields([
      { subject: 'Hi', body: 'One' },
      { body: 'Two', delayDays: 3, useSameThread: true },
    ]),
  ),
};
const seen = (given: Given, unreadable: readonly LeftOut[] = []) => ({
  fields: new Map(Object.entries(given)) as CampaignFields,
  unreadable,
});

function read(text: string) {
  const { file, problems } = readCampaignFile('a.md', text, sources);
  if (file === undefined) throw new Error(`${JSON.stringify(problems)}\n${text}`);
  return file;
}

function written(text: string | undefined, given: Given, leftOut?: readonly LeftOut[]) {
  const made = writeCampaignFile(text === undefined ? undefined : read(text), seen(given, leftOut), sources);
  if (typeof made === 'string') throw new Error(made);
  return made;
}

const fresh = `---
name: Autumn
schedule: { days: mon-fri, from: 09:00, to: 17:00 }
senders: [ana@acme.example]
dailyLimit: 200
---

--- step delay=0d ---
Subject: Hi

One

--- step delay=3d thread ---

Two

--- signature ---
Ana
`;

describe('a new campaign file', () => {
  it('is what a person would write', () => {
    expect(written(undefined, base).text).toBe(fresh);
  });

  it('leaves out what there is none of, and always has the signature', () => {
    const { text, fields } = written(undefined, {
      name: 'A',
      dailyLimit: null,
      'schedule.days': null,
      senders: [],
      signature: '',
    });
    expect(text).toBe('---\nname: A\nsenders: []\n---\n\n--- signature ---\n');
    expect([...fields.keys()]).toEqual(['name', 'senders', 'signature']);
  });

  it.each([
    ['null', '"null"'],
    ['yes', '"yes"'],
    ['0123', '"0123"'],
    ['09:00', '09:00'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['"quoted"', '"\\"quoted\\""'],
    ['two\nlines\n', '"two\\nlines\\n"'],
    ['to \u202eright\u0007\u0085', '"to \\u202eright\\u0007\\u0085"'],
    ['👩‍🚀', '"👩‍🚀"'],
    [`\${limit}`, `"$\${limit}"`],
    [`$\${x`, `"$$\${x"`],
    ['  ', '"  "'],
    ['x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('holds the name %j', (name, yaml) => {
    const { text } = written(undefined, { ...base, name });
    expect(text.split('\n')[1]).toBe(`name: ${yaml}`);
    expect(read(text).fields.get('name')).toBe(name);
  });

  it.each<[string, Given, string]>([
    ['a limit of another service', { dailyLimit: 20_000 }, 'dailyLimit'],
    ['a gap the wrong way round', { minGap: 9, maxGap: 3 }, 'minGap and maxGap'],
    ['hours over midnight', { 'schedule.from': '22:00', 'schedule.to': '06:00' }, 'schedule'],
    ['a body with a key', { 'steps.1.body': 'run_ab12cd34_0123456789' }, 'steps'],
    ['half a character', { signature: 'a\ud800' }, 'signature'],
    ['an odd flow', { flow: 'other' }, 'flow'],
  ])('leaves out, with a comment, what no file can hold: %s', (_, given, what) => {
    const { text, leftOut, fields } = written(undefined, { ...base, ...given });
    expect(leftOut.map(({ field }) => field)).toEqual([what]);
    expect(text.match(/^# Left out by campaigns pull: .*$/gm)).toEqual([
      expect.stringContaining(`${what}: `),
    ]);
    expect([
      Object.keys(given).filter((field) => fields.has(field as FieldName)),
      text.includes('run_ab'),
    ]).toEqual([[], false]);
  });

  it('is none where the name cannot be in one', () => {
    expect(
      writeCampaignFile(undefined, seen({ ...base, name: 'run_ab12cd34_0123456789' }), sources),
    ).toContain('key');
  });

  it.each([
    '---',
    '--- step ---',
    '\\--- signature ---',
    'Subject: not this one',
    '---\nname: other\n---',
    'a\r\nb\rc',
    '\ttabs\t\n  blanks  ',
    '\n\n  first\n\n\nlast\n\n',
    'a\u2028--- step ---\rSubject: x',
    `\${limit} {firstName}`,
    '',
  ])('holds the body %j', (body) => {
    const steps = stepFields([
      { subject: 'S', body, variants: [{ label: 'B --- 2', subject: '', body }] },
      { body, delayDays: 2, useSameThread: true },
    ]);
    const { text, leftOut } = written(undefined, {
      ...base,
      ...Object.fromEntries(steps),
      signature: plainText(body),
    });
    expect([leftOut, [...read(text).fields].filter(([field]) => field.startsWith('steps'))]).toEqual([
      [],
      [...steps],
    ]);
  });
});

const careful = `\uFEFF---\r
# Ours.\r
name: "Autumn"    # as in the app\r
\r
dailyLimit: \${limit}  # of the profile\r
schedule:\r
    days: [mon, tue, wed, thu, fri]  # weekdays\r
    from: 9:00\r
    to: "17:00"\r
senders:\r
  - "*@try.example"  # all of them\r
  # the boss\r
  - ana@acme.example\r
# The end.\r
---\r
\r
--- step ---\r
Subject:   Hi\r
\r
\r
One\r
--- step delay=3d thread ---\r
Two\r
--- signature ---\r
Ana\r
`.replace('\uFEFF', '');
const both: Given = { ...base, senders: ['ana@acme.example', 'li@try.example'] };

describe('a campaign file that is there', () => {
  it('stays as it is where nothing differs', () => {
    expect(written(careful, both)).toMatchObject({ text: careful, replaced: new Map() });
  });

  it.each<[string, Given, [string, string][]]>([
    ['a limit', { dailyLimit: 150 }, [[`\${limit}`, '150']]],
    ['a name', { name: `a \${b}` }, [['"Autumn"', `"a $\${b}"`]]],
    ['an hour', { 'schedule.from': '08:30' }, [['9:00', '08:30']]],
    ['days', { 'schedule.days': '1,3' }, [['[mon, tue, wed, thu, fri]', '[mon, wed]']]],
    ['a mailbox that goes', { senders: ['li@try.example'] }, [['  - ana@acme.example\r\n', '']]],
    [
      'a mailbox that comes',
      { senders: ['ana@acme.example', 'bo@acme.example', 'li@try.example'] },
      [['  - ana@acme.example\r\n', '  - ana@acme.example\r\n  - bo@acme.example\r\n']],
    ],
    [
      'all of a domain that are not',
      { senders: ['ana@acme.example'] },
      [['  - "*@try.example"  # all of them\r\n', '']],
    ],
    ['a limit that goes', { dailyLimit: null }, [[`dailyLimit: \${limit}  # of the profile\r\n`, '']]],
    [
      'a schedule that goes',
      { 'schedule.days': null, 'schedule.from': null, 'schedule.to': null },
      [
        [
          'schedule:\r\n    days: [mon, tue, wed, thu, fri]  # weekdays\r\n    from: 9:00\r\n    to: "17:00"\r\n',
          '',
        ],
      ],
    ],
    ['a key that it has not', { llm: true }, [['# The end.\r\n', '# The end.\r\nllm: true\r\n']]],
    [
      'a body',
      { 'steps.1.body': 'Other' },
      [
        [
          '--- step ---\r\nSubject:   Hi\r\n\r\n\r\nOne\r\n',
          '--- step ---\r\nSubject: Hi\r\n\r\nOther\r\n\r\n',
        ],
      ],
    ],
    [
      'a delay',
      { 'steps.1.delayDays': 1 },
      [
        [
          '--- step ---\r\nSubject:   Hi\r\n\r\n\r\nOne\r\n',
          '--- step delay=1d ---\r\nSubject: Hi\r\n\r\nOne\r\n\r\n',
        ],
      ],
    ],
    [
      'a signature',
      { signature: '' },
      [['Two\r\n--- signature ---\r\nAna\r\n', 'Two\r\n\r\n--- signature ---\r\n']],
    ],
  ])('changes nothing but %s', (_, given, edits) => {
    const { text, leftOut } = written(careful, { ...both, ...given });
    const expected = edits.reduce((whole, [from, to]) => whole.replace(from, () => to), careful);
    expect([text, leftOut]).toEqual([expected, []]);
    expect(written(text, { ...both, ...given }).text).toBe(text);
  });

  it('says which values of a profile it has no more', () => {
    const text = '---\nname: A\ndailyLimit: ${limit}\nsenders: ["${team}", "*@${domain}"]\n---\n';
    const given = { name: 'A', dailyLimit: 200, senders: [...mailboxes].sort() };
    const more = written(text, { ...given, senders: mailboxes.filter((box) => box !== 'li@try.example') });
    expect(more.text).toContain('dailyLimit: ${limit}\nsenders: [ana@acme.example, bo@acme.example]\n');
    expect([...more.resolved]).toEqual([['senders', ['${team}', '${domain}']]]);
    const none = written(text, { name: 'A', dailyLimit: null, senders: ['li@try.example'] });
    expect(none.text).toContain('name: A\nsenders: ["*@try.example"]\n');
    expect([...none.resolved]).toEqual([
      ['senders', ['${team}', '${domain}']],
      ['dailyLimit', ['${limit}']],
    ]);
  });

  it('keeps its comments where more has to be written anew', () => {
    const flow = '---\n{ name: Autumn, dailyLimit: 3 } # all\n---\n';
    const { text } = written(flow, { name: 'Autumn', dailyLimit: null, minHealth: 4, signature: '' });
    expect(text).toContain('# all');
  });

  it('says once what cannot be read, keeps what is there, and says it no more when it can be read', () => {
    const out = [
      { field: 'settings', why: '404\nof the path' },
      { field: 'schedule', why: '404\nof the path' },
    ];
    const given = { name: 'Autumn', senders: both.senders ?? [], signature: 'Ana' };
    const steps = Object.fromEntries(Object.entries(base).filter(([field]) => field.startsWith('steps')));
    const once = written(careful, { ...given, ...steps }, out).text;
    const comment = '# Left out by campaigns pull: settings, schedule: 404 of the path\r\n';
    expect(once).toBe(careful.replace('# The end.\r\n', `# The end.\r\n${comment}`));
    expect(written(once, { ...given, ...steps }, out).text).toBe(once);
    expect(written(once, both).text).toBe(careful);
    expect(written(once, given, [{ field: 'sequence', why: 'no' }]).text).toContain(
      'Subject:   Hi\r\n\r\n\r\nOne',
    );
  });

  it('says what it replaces', () => {
    const { replaced } = written(careful, { name: 'Autumn', dailyLimit: 100, senders: [], signature: 'Ana' });
    expect(Object.fromEntries(replaced)).toMatchObject({
      dailyLimit: 200,
      senders: ['ana@acme.example', 'li@try.example'],
      'steps.1.subject': 'Hi',
      'steps.2.body': 'Two',
    });
    expect([replaced.has('name'), replaced.has('schedule.days')]).toEqual([false, false]);
  });
});

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: anyCharacter, maxLength: 8 }).map((text) => text.replaceAll(/\p{Cs}/gu, '')),
  fc.constantFrom(
    '---',
    '--- step ---',
    'Subject: x',
    '\\---',
    `\${x}`,
    `$\${`,
    '# c',
    'a: b',
    '\t',
    ' ',
    '"',
    "'",
    '*a',
    '&a',
    '- a',
    '{',
    '\r',
    '\u2028',
    '\u202e',
  ),
);
const text = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
const variant = fc.record({ subject: line, body: text }, { requiredKeys: [] });
const step = fc.record({
  subject: line,
  body: text,
  contentType: fc.constantFrom('text', 'html'),
  delayDays: fc.nat(365),
  useSameThread: fc.boolean(),
  variants: fc
    .uniqueArray(fc.tuple(line, variant), {
      maxLength: 3,
      selector: ([label]) => label.split(/\s+/).filter(Boolean).join(' '),
    })
    .map((all) => all.map(([label, copy]) => ({ label, ...copy }))),
});
const campaign = fc
  .record(
    {
      name: text.filter((name) => name !== ''),
      emoji: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 10 }),
      dailyLimit: fc.option(fc.integer({ min: 1, max: 10_000 })),
      llm: fc.option(fc.boolean()),
      'schedule.days': fc.option(fc.constantFrom('1,2,3', '0,6', '0,1,2,3,4,5,6', '3')),
      'schedule.from': fc.constantFrom('08:00', '09:30'),
      senders: fc.subarray(mailboxes).map((all) => [...all].sort()),
      steps: fc.array(step, { maxLength: 3 }),
      signature: text.map(plainText),
    },
    { noNullPrototype: true },
  )
  .map(({ steps, ...others }) => ({ ...others, ...Object.fromEntries(stepFields(steps)) }) as Given);

describe('any campaign', () => {
  it('reads back as it was, and is not written again, alone and over another one', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(campaign, campaign, (one, other) => {
        const first = written(undefined, one);
        expect(first.leftOut).toEqual([]);
        const over = written(first.text, other);
        for (const [made, given] of [
          [first, one],
          [over, other],
        ] as const) {
          expect(made.leftOut).toEqual([]);
          const file = read(made.text);
          const wanted = Object.entries(given).filter(
            ([field, value]) => value !== null && field !== 'senders',
          );
          expect(Object.fromEntries(file.fields)).toEqual(Object.fromEntries(wanted));
          expect(sources.mailboxesOf(file.senders ?? [])).toEqual(given.senders);
          expect(written(made.text, given).text).toBe(made.text);
        }
      }),
      { numRuns: whole ? 3000 : 50 },
    );
  });
});
