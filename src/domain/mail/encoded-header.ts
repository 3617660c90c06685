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

export interface Mailbox {
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
export const plainHeader = (name: string, words: readonly string[]): string => fold(name, words.map(oneLine));

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
