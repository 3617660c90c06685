import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { parseSequence } from '../../src/domain/sequence/sequence-file.ts';
import { sequenceText } from '../../src/domain/sequence/sequence-write.ts';

const example = `--- step ---
Subject: A question about {company}

Hello {firstName},

how do you do this today?

--- step delay=3d thread ---

Did this reach you?

--- variant B ---
Subject: Still there?

A shorter one.

--- step delay=1w html ---
Subject: Last one

<p>Goodbye</p>

--- signature ---
Ana Sol
Lumen
`;

const failure = (content: string): Failure => {
  try {
    parseSequence('sequence.md', content);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('was read without complaint');
};
const step = (words = '', message = 'Subject: Hi\n\nText') => `--- step ${words} ---\n${message}\n`;

describe('a sequence file', () => {
  it('is read step by step', () => {
    expect(parseSequence('sequence.md', example)).toEqual({
      steps: [
        {
          order: 1,
          subject: 'A question about {company}',
          body: 'Hello {firstName},\n\nhow do you do this today?',
          contentType: 'text',
          delayDays: 0,
          useSameThread: false,
        },
        {
          order: 2,
          body: 'Did this reach you?',
          contentType: 'text',
          delayDays: 3,
          useSameThread: true,
          variants: [{ label: 'B', subject: 'Still there?', body: 'A shorter one.' }],
        },
        {
          order: 3,
          subject: 'Last one',
          body: '<p>Goodbye</p>',
          contentType: 'html',
          delayDays: 7,
          useSameThread: false,
        },
      ],
      signature: 'Ana Sol\nLumen',
    });
  });

  it('may come from Windows, with a byte-order mark', () => {
    const windows = `\uFEFF${example.replaceAll('\n', '\r\n')}`;
    expect(parseSequence('s', windows)).toEqual(parseSequence('s', example));
  });

  it.each([
    ['a marker that is none', `${step()}\n--- stepp delay=3d ---\nText`, 6, "'--- stepp delay=3d ---'"],
    ['a marker that is not closed', `${step()}\n--- step delay=3d\nText`, 6, 'is not'],
    ['an unknown word', step('fast'), 1, "'fast' is unknown here"],
    ['a delay over a year', `${step()}${step('delay=366d')}`, 5, '366 days is over the 365'],
    ['a follow-up without a delay', `${step()}${step()}`, 5, 'needs the days'],
    ['a step without a subject', step('', '\nText'), 1, 'needs a line "Subject'],
    ['an empty subject', step('', 'Subject:\n\nText'), 2, 'subject is empty'],
    ['a step without a body', `${step()}${step('delay=1d', 'Subject: x\n')}`, 5, 'has no body'],
    ['text before the first step', `Hello\n${step()}`, 1, 'before the first step'],
    ['a variant before the first step', '--- variant B ---\nText', 1, 'after the step'],
    ['a variant without a label', `${step()}--- variant ---\nText`, 5, 'needs a label'],
    [
      'the same variant twice',
      `${step()}--- variant B ---\nx\n--- variant B ---\ny`,
      7,
      'already has a variant B',
    ],
    ['two signatures', `${step()}--- signature ---\nx\n--- signature ---\ny`, 7, 'second signature'],
    ['no step at all', '--- signature ---\nx', 1, 'there is no step'],
  ])('names the line of %s', (_what, content, line, reason) => {
    const { kind, message } = failure(content);
    expect(kind).toBe('usage');
    expect(message).toContain(`sequence.md, line ${line}: `);
    expect(message).toContain(reason);
  });

  it('refuses an empty file and a sequence of 21 steps', () => {
    expect(failure(' \n').message).toBe('sequence.md: the file is empty');
    const many = Array.from({ length: 21 }, () => step('delay=1d')).join('');
    expect(failure(many).message).toContain('at most 20 steps');
  });

  it('keeps body lines that look like marks', () => {
    const { steps } = parseSequence('s', step('', 'Subject: Hi\n\n\\--- step ---\n\\\\--- x\n---'));
    expect(steps[0]?.body).toBe('--- step ---\n\\--- x\n---');
  });
});

describe('a sequence in JSON', () => {
  it('numbers its steps itself', () => {
    const steps = [
      { subject: 'Hi', body: 'Text' },
      { body: 'Again', delayDays: 3, useSameThread: true },
    ];
    expect(parseSequence('s.json', JSON.stringify({ steps, signature: '' }))).toEqual({
      steps: [
        { order: 1, ...steps[0] },
        { order: 2, ...steps[1] },
      ],
      signature: '',
    });
    expect(parseSequence('s.json', JSON.stringify(steps)).steps).toHaveLength(2);
  });

  it('names the line that is no JSON', () => {
    expect(failure('{\n "steps": [\n  {"body": }\n ]\n}').message).toMatch(
      /^sequence\.md, line 3: this is not JSON/,
    );
    expect(failure('{\n "steps": [').message).toMatch(/^sequence\.md, line 2: this is not JSON/);
  });

  it('names the field that breaks the contract', () => {
    const broken = (more: object) =>
      failure(JSON.stringify({ steps: [{ subject: 'Hi', body: 'x', ...more }] })).message;
    expect(broken({ delayDays: 400 })).toBe('sequence.md: steps.0.delayDays must be 0 to 365');
    expect(broken({ delay: 3 })).toBe('sequence.md: steps.0.delay is not a field of this request');
    expect(failure('{}').message).toBe('sequence.md: steps is required');
    expect(failure('{"steps": []}').message).toBe('sequence.md: steps must have at least 1 item');
  });
});

describe('sequenceText', () => {
  const line = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constantFrom('--- step ---', '\\--- x', 'Subject: a', '---', '--- variant B ---', ''),
  );
  const body = fc
    .array(line, { minLength: 1, maxLength: 5 })
    .map((lines) =>
      lines
        .join('\n')
        .replace(/^(\s*\n)+/, '')
        .trimEnd(),
    )
    .filter((text) => text.trim() !== '' && !/[\r\uFEFF]/.test(text));
  const subject = fc
    .string({ maxLength: 20 })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  const anyStep = fc.record({
    subject,
    body,
    contentType: fc.constantFrom('text' as const, 'html' as const),
    delayDays: fc.integer({ min: 0, max: 365 }),
    useSameThread: fc.boolean(),
  });

  it('is read back as the same sequence', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 1, maxLength: 4 }), body, (steps, signature) => {
        const read = parseSequence('s', sequenceText(steps, signature));
        expect(read.steps).toEqual(steps.map((given, index) => ({ order: index + 1, ...given })));
        expect(read.signature).toBe(signature);
      }),
    );
  });

  it('is read back with its variants', () => {
    const read = parseSequence('s', example);
    expect(parseSequence('s', sequenceText(read.steps, read.signature ?? null))).toEqual(read);
  });
});
