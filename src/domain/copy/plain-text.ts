import { type CopyType, codeIn } from '../merge-tags.ts';

/** What a person reads: of HTML without tags, style sheets and scripts, with its entities as letters. */
export function plainText(body: string, type: CopyType): string {
  if (type === 'text') return body;
  const shown = withoutCode(body)
    .replaceAll(/<(?:br|p|div|tr|li|h[1-6]|table|ul|ol)(?=[\s/>])[^<>]*>|<\/(?:p|div|tr|li|h[1-6])>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '');
  return decoded(shown);
}

export function withoutCode(html: string): string {
  let from = 0;
  let kept = '';
  for (const [start, end] of codeIn(html)) {
    kept += html.slice(from, start);
    from = end;
  }
  return kept + html.slice(from);
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: 'ß',
  rsquo: '’',
  lsquo: '‘',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
};

/** `eacute` is an e with this mark. */
const marks: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
};

/** HTML text with its entities as letters. One that is not known stays. */
export const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (raw, decimal, hex, name) => {
    if (name !== undefined) {
      const mark = marks[name.slice(1)];
      return named[name] ?? (mark === undefined ? raw : `${name[0]}${mark}`.normalize('NFC'));
    }
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : raw;
  });
