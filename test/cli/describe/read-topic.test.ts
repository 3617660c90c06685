import { expect, it } from 'vitest';
import { readTopic } from '../../../src/cli/describe/read-topic.ts';

it('reads paragraphs, terms and lines of a topic, and fills in values', () => {
  const page = `# money: What things cost

outreach stop
: stops it

Prices are in
dollars.

    outreach credits balance
    outreach credits transactions

## TERMS

Some text.

a credit, $&
: {price} of
  the card
--yes
: consent

    outreach credits buy 1000
    outreach credits balance
`;
  expect(readTopic(page, { price: '$& 3' })).toEqual({
    name: 'money',
    summary: 'What things cost',
    first: [['outreach stop', 'stops it']],
    parts: [
      { text: 'Prices are in dollars.' },
      { lines: ['outreach credits balance', 'outreach credits transactions'] },
      {
        title: 'TERMS',
        text: 'Some text.',
        rows: [
          ['a credit, $&', '$& 3 of the card'],
          ['--yes', 'consent'],
        ],
        lines: ['outreach credits buy 1000', 'outreach credits balance'],
      },
    ],
  });
});

it('takes a fence out of a section, and leaves no gap where it was', () => {
  const { parts } = readTopic('# grid: A grid\n\n## TITLE\n\n```\n  a b\n```\n\n(1)\n: one\n(2)\n: two\n');
  expect(parts).toEqual([
    {
      title: 'TITLE',
      example: ['  a b'],
      rows: [
        ['(1)', 'one'],
        ['(2)', 'two'],
      ],
    },
  ]);
});
