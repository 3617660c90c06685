import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editedFields, parseDraftText, textOf } from '../../../src/cli/drafts/edit-draft.ts';

const draft = { subject: 'Re: Thursday', body: 'Thursday suits me.\n\nAna' };

describe('a draft as text', () => {
  it('has its subject in the first line and its text below an empty one', () => {
    expect(textOf(draft)).toBe('Subject: Re: Thursday\n\nThursday suits me.\n\nAna\n');
    expect(parseDraftText(textOf(draft))).toEqual(draft);
  });

  it.each([
    ['line ends of Windows', 'Subject: Hello\r\n\r\nA\r\nB\r\n', { subject: 'Hello', body: 'A\nB' }],
    ['no empty line', 'subject:Hello\nA', { subject: 'Hello', body: 'A' }],
    ['many of them', '\n\nSubject: Hello\n\n \n\nA\n\n\n', { subject: 'Hello', body: 'A' }],
    ['an indented text', 'Subject: Hello\n\n  A', { subject: 'Hello', body: '  A' }],
    ['a second subject', 'Subject: Hello\n\nSubject: A', { subject: 'Hello', body: 'Subject: A' }],
    ['an erased subject', 'Subject:\n\nA', { subject: '', body: 'A' }],
  ])('is read back with %s', (_, text, expected) => expect(parseDraftText(text)).toEqual(expected));

  it.each([
    ['', 'no_subject_line'],
    ['Thursday suits me.', 'no_subject_line'],
    ['Re: Thursday\n\nSubject: no', 'no_subject_line'],
    ['Subject: Hello', 'no_body'],
    ['Subject: Hello\n\n \n', 'no_body'],
  ])('is refused where a part is missing: %j', (text, code) =>
    expect(() => parseDraftText(text)).toThrow(expect.objectContaining({ kind: 'usage', code })),
  );
});

describe('what was changed', () => {
  it('is what differs and nothing else', () => {
    expect(editedFields(draft, textOf(draft))).toEqual({});
    expect(editedFields(draft, 'Subject: Re: Friday\n\nThursday suits me.\n\nAna')).toEqual({
      subject: 'Re: Friday',
    });
    expect(editedFields(draft, 'Subject: Re: Thursday\n\nFriday suits me.')).toEqual({
      body: 'Friday suits me.',
    });
  });

  it('is nothing for any draft that was only looked at', () => {
    const text = fc.option(fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(text, text, (subject, body) => {
        expect(editedFields({ subject, body }, textOf({ subject, body }))).toEqual({});
      }),
    );
  });

  it('is never the text where only the subject was touched, whatever the text looks like', () => {
    const body = fc
      .string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', ':') })
      .filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(body, (body) => {
        const edited = textOf({ subject: 'New', body });
        expect(editedFields({ subject: 'Old', body }, edited)).toEqual({ subject: 'New' });
      }),
    );
  });
});
