import { expect, it } from 'vitest';
import { waiverFrom } from '../../src/cli/line/waiver.ts';
import { textOf } from '../../src/domain/merge-tags.ts';

const unseen = [
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\u202e\u202c',
  '\u00a0\u3000',
  '\u2800',
  '\t\r\n',
  '\u3164',
];

it.each(unseen)('takes a value of characters that are not seen for empty: %j', (value) => {
  expect([textOf(value), textOf(`${value}Ann${value}`)]).toEqual([undefined, `${value}Ann${value}`]);
});

it.each(['O{Neil', '} {', '{}', 'Lumen [Oslo]', 'ünï', '👩‍💻', 'a\u200bb'])(
  'leaves other values alone: %s',
  (value) => expect(textOf(value)).toBe(value),
);

it.each(['', ' ', ...unseen])('takes no waiver without a reason that can be read: %j', (reason) => {
  const place = { label: '--accept' } as Parameters<typeof waiverFrom>[1];
  expect(() => waiverFrom(`said-no=${reason}`, place)).toThrow(/needs a reason/);
});
