export interface Mail {
  readonly messageId: string;
  /** The message it answers; null where it begins a conversation. */
  readonly inReplyTo: string | null;
  /** Every earlier message of the conversation, oldest first. */
  readonly references: readonly string[];
  /** Milliseconds. */
  readonly at: number;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly subject: string;
  readonly body: string;
  readonly contentType: 'html' | 'text';
}

/** More ids make a header longer than anybody needs: the first and the latest tell the conversation (RFC 5322, 3.6.4). */
const mostReferences = 20;

/** RFC 5322, one part of text with eight headers, lines ended by CRLF: too little for a library. */
export function emlOf(mail: Mail): string {
  const [first = '', ...others] = mail.references;
  const [encoding, body] = bodyOf(mail.body);
  // `Mon, 23 Nov 2026 09:00:00 +0000`
  const headers = [
    plainHeader('Date', [new Date(mail.at).toUTCString().replace('GMT', '+0000')]),
    mailboxHeader('From', [mail.from]),
    mailboxHeader('To', mail.to),
    ...(mail.cc.length > 0 ? [mailboxHeader('Cc', mail.cc)] : []),
    textHeader('Subject', mail.subject),
    plainHeader('Message-ID', [mail.messageId]),
    ...(mail.inReplyTo === null ? [] : [plainHeader('In-Reply-To', [mail.inReplyTo])]),
    ...(first === '' ? [] : [plainHeader('References', [first, ...others.slice(-mostReferences)])]),
    plainHeader('MIME-Version', ['1.0']),
    plainHeader('Content-Type', [`text/${mail.contentType === 'html' ? 'html' : 'plain'};`, 'charset=utf-8']),
    plainHeader('Content-Transfer-Encoding', [encoding]),
    plainHeader('X-Outreach-Sandbox', ['rehearsed,', 'never', 'sent']),
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}\r\n`;
}

/** A safe name for the file: only plain letters, digits, dots and dashes, and never the same for two emails. */
export function emlName(id: number, { at, to, subject }: Pick<Mail, 'at' | 'to' | 'subject'>): string {
  const parts = [
    new Date(at).toISOString().slice(0, 10),
    String(id).padStart(6, '0'),
    slug(to[0]?.address.replace('@', '-at-') ?? '', 60),
    slug(subject, 40),
  ];
  return `${parts.filter((part) => part !== '').join('_')}.eml`;
}

const slug = (text: string, most: number): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .slice(0, most)
    .replaceAll(/^[-.]+|[-.]+$/g, '');

/** RFC 5322: a line should stay below this, and must stay below 998. */
const lineLength = 76;
/** RFC 2047: an encoded word may have 75 characters; the parts around its text take twelve. */
const bytesPerWord = 45;

/** Line breaks and control characters end a header or begin another: whatever held them is one line without them. */
const oneLine = (text: string): string =>
  text.replaceAll(/[\u0000-\u001F\u007F\u0085\u2028\u2029]+/g, ' ').trim();

const isPlain = (text: string): boolean => /^[\x20-\x7E]*$/.test(text) && !text.includes('=?');

/** A header with text by a person, such as a subject: folded, and encoded where it is more than ASCII. */
export function textHeader(name: string, value: string): string {
  const text = oneLine(value);
  const words = text.split(' ');
  const fits = isPlain(text) && words.every((word) => word.length < lineLength - name.length);
  return fold(name, fits ? words : encodedWords(text));
}

interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** A header with mailboxes: `"Berg, Anna" <anna@acme.example>`. */
export const mailboxHeader = (name: string, mailboxes: readonly Mailbox[]): string =>
  fold(
    name,
    mailboxes.flatMap((mailbox, at) => {
      const words = mailboxWords(mailbox);
      const last = words.length - 1;
      return at === mailboxes.length - 1 ? words : words.with(last, `${words[last]},`);
    }),
  );

/** A header with words of ours, such as message ids; folded between them. */
const plainHeader = (name: string, words: readonly string[]): string => fold(name, words.map(oneLine));

function mailboxWords({ name, address }: Mailbox): string[] {
  // Nothing of an address may look like the end of it.
  const bare = oneLine(address).replaceAll(/[<>\s,;"()]/g, '');
  const shown = oneLine(name);
  if (shown === '') return [bare];
  if (!isPlain(shown) || shown.length > lineLength / 2) return [...encodedWords(shown), `<${bare}>`];
  const atoms = /^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~ ]+$/.test(shown);
  return [atoms ? shown : `"${shown.replaceAll(/["\\]/g, '\\$&')}"`, `<${bare}>`];
}

/** Text as encoded words; no character is cut in two. */
function encodedWords(text: string): string[] {
  const words: string[] = [];
  let part = '';
  for (const character of text) {
    if (Buffer.byteLength(part + character) > bytesPerWord) {
      words.push(part);
      part = '';
    }
    part += character;
  }
  return [...words, part].map((one) => `=?UTF-8?B?${Buffer.from(one).toString('base64')}?=`);
}

function fold(name: string, words: readonly string[]): string {
  const lines: string[] = [];
  let line = `${name}:`;
  for (const word of words) {
    // A line that held nothing but spaces would end the headers.
    if (line.length + 1 + word.length > lineLength && word !== '' && line !== `${name}:`) {
      lines.push(line);
      line = '';
    }
    line += ` ${word}`;
  }
  return [...lines, line].join('\r\n');
}

/** As it is where mail takes it so: plain lines of at most 998 characters (RFC 5322, 2.1.1). Else encoded. */
function bodyOf(text: string): [encoding: string, body: string] {
  const lines = text.split(/\r\n|\r|\n/);
  const body = lines.join('\r\n');
  if (lines.every((line) => /^[\t\x20-\x7E]{0,998}$/.test(line))) return ['7bit', body];
  const encoded =
    Buffer.from(body)
      .toString('base64')
      .match(/.{1,76}/g) ?? [];
  return ['base64', encoded.join('\r\n')];
}
