import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emlName, emlOf, type Mail, mailboxHeader, textHeader } from '../../src/domain/mail/eml.ts';
import { anyCharacter } from '../any-character.ts';

const mail: Mail = {
  messageId: '<1.a@acme.example>',
  inReplyTo: null,
  references: [],
  at: Date.UTC(2026, 10, 23, 9, 5, 7),
  from: { name: 'Anna Berg', address: 'anna@acme.example' },
  to: [{ name: 'José Núñez', address: 'jose@lumen.example' }],
  cc: [],
  subject: 'A question',
  body: 'Hello\nworld',
  contentType: 'text',
};

/** How RFC 2047 and RFC 5322 are read, written from the other side. */
function readHeader(header: string): string {
  const value = header.replaceAll(/\r\n(?=[ \t])/g, '').replace(/^[^:]+: ?/, '');
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, text: string) => Buffer.from(text, 'base64').toString());
}

/** The body of a whole message. */
function readBody(eml: string): string {
  const end = eml.indexOf('\r\n\r\n');
  const body = eml.slice(end + 4, -2);
  const encoded = eml.slice(0, end).includes('\r\nContent-Transfer-Encoding: base64');
  return encoded ? Buffer.from(body, 'base64').toString() : body;
}

const controls = /[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g;
const wild = fc.string({ unit: anyCharacter, maxLength: 300 });
const hostile = fc.oneof(
  wild,
  fc.constantFrom('a\r\nBcc: x@y.example', '=?UTF-8?Q?trick?=', '"; rm', '\u202eevil', ''),
);

describe('a header with text', () => {
  it('is read back as it was, in lines that any server takes, and never ends early', () => {
    fc.assert(
      fc.property(hostile, (subject) => {
        const header = textHeader('Subject', subject);
        for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
        expect(header).toMatch(/^[\x20-\x7E]*(\r\n [\x20-\x7E]*[\x21-\x7E][\x20-\x7E]*)*$/);
        const wanted = Buffer.from(subject.replaceAll(controls, ' ').trim()).toString();
        expect(readHeader(header).trim()).toBe(wanted);
      }),
    );
  });

  it('leaves plain text readable', () => {
    expect(textHeader('Subject', 'A question for Lumen')).toBe('Subject: A question for Lumen');
  });
});

describe('a header with mailboxes', () => {
  it.each([
    ['Anna Berg', 'a@b.example', 'From: Anna Berg <a@b.example>'],
    ['Berg, "Anna"', 'a@b.example', 'From: "Berg, \\"Anna\\"" <a@b.example>'],
    ['', 'a@b.example', 'From: a@b.example'],
    ['Zoë', 'a@b.example', 'From: =?UTF-8?B?Wm/Dqw==?= <a@b.example>'],
    ['X', 'a@b.example>\r\nBcc: <evil@c.example', 'From: X <a@b.exampleBcc:evil@c.example>'],
  ])('names %s', (name, address, header) => {
    expect(mailboxHeader('From', [{ name, address }])).toBe(header);
  });

  it('puts several beside each other', () => {
    const header = mailboxHeader('Cc', [
      { name: '', address: 'a@b.example' },
      { name: 'C', address: 'c@d.example' },
    ]);
    expect(header).toBe('Cc: a@b.example, C <c@d.example>');
  });
});

describe('the text of an email', () => {
  const long = fc.constantFrom('x'.repeat(998), 'x'.repeat(999), `${'long '.repeat(300)}\nend`);

  it('is read back as it was, in plain lines that mail may have', () => {
    fc.assert(
      fc.property(fc.oneof(wild, long, fc.string()), (body) => {
        const eml = emlOf({ ...mail, body });
        for (const line of eml.split('\r\n')) {
          expect(line.length).toBeLessThanOrEqual(998);
          expect(line).toMatch(/^[\t\x20-\x7E]*$/);
        }
        expect(readBody(eml)).toBe(Buffer.from(body.replaceAll(/\r\n|\r|\n/g, '\r\n')).toString());
      }),
    );
  });
});

describe('an email as a file', () => {
  it('has its headers, an empty line and its text, ended by CRLF', () => {
    expect(emlOf({ ...mail, inReplyTo: '<0.b@acme.example>', references: ['<0.b@acme.example>'] })).toBe(
      [
        'Date: Mon, 23 Nov 2026 09:05:07 +0000',
        'From: Anna Berg <anna@acme.example>',
        'To: =?UTF-8?B?Sm9zw6kgTsO6w7Fleg==?= <jose@lumen.example>',
        'Subject: A question',
        'Message-ID: <1.a@acme.example>',
        'In-Reply-To: <0.b@acme.example>',
        'References: <0.b@acme.example>',
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 7bit',
        'X-Outreach-Sandbox: rehearsed, never sent',
        '',
        'Hello',
        'world',
        '',
      ].join('\r\n'),
    );
  });

  it('has no line end of another kind, whatever is in it', () => {
    fc.assert(
      fc.property(hostile, hostile, (subject, body) => {
        const text = emlOf({ ...mail, subject, body });
        expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
        expect(text.slice(0, text.indexOf('\r\n\r\n')).match(/^Bcc:/m)).toBeNull();
      }),
    );
  });

  it('has a name that is safe everywhere and its own', () => {
    fc.assert(
      fc.property(fc.nat(), hostile, hostile, (id, subject, address) => {
        const name = emlName(id, { ...mail, subject, to: [{ name: '', address }] });
        expect(name).toMatch(/^2026-11-23_\d{6,}[a-z0-9._-]*\.eml$/);
        expect(name).not.toContain('..');
        expect(name.length).toBeLessThan(140);
      }),
    );
    const name = emlName(7, { ...mail, subject: '../../etc/passwd\u0000 Größe' });
    expect(name).toBe('2026-11-23_000007_jose-at-lumen.example_etc-passwd-gro-e.eml');
  });
});
