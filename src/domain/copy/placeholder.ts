import { jsonIn } from '../../base/lossless-json.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import type { CopyType } from '../merge-tags.ts';
import { plainText } from './plain-text.ts';

/** Words that stand for something to fill in where they are alone between brackets: `[First Name]`, `<firma>`. */
const blanks: ReadonlySet<string> = new Set(
  `first last full middle name names firstname lastname fullname surname company companyname organisation organization
  business title jobtitle job role position department industry sector city location country region website domain url
  product service solution date time day topic subject recipient prospect client customer contact sender lead person
  email phone number address link calendar meeting booking here signature pain point competitor
  vorname nachname firma firmenname unternehmen anrede stadt branche
  prénom prenom nom entreprise société societe ville
  nombre apellido apellidos empresa ciudad cargo
  nome cognome azienda città
  voornaam achternaam naam bedrijf bedrijfsnaam stad
  imię imie nazwisko sobrenome`.split(/\s+/),
);

/** With one of these in front, any words between brackets are a placeholder: `[your offer]`. */
const fillIn: ReadonlySet<string> = new Set(
  'your insert add enter their recipient’s ihr ihre dein deine votre tu su il la le el uw jouw seu sua'.split(
    ' ',
  ),
);

function isBlank(words: string): boolean {
  const parts = words
    .toLowerCase()
    .normalize('NFC')
    .split(/[\s_\-./']+/)
    .filter((part) => part !== '');
  const [first = '', ...others] = parts;
  if (['insert', 'enter'].includes(first) || (others.length > 0 && first === 'your')) return true;
  return (
    parts.some((part) => blanks.has(part)) && parts.every((part) => blanks.has(part) || fillIn.has(part))
  );
}

/** Said in capitals, Spanish and Portuguese `todo` is "all": never a note to oneself beside these words. */
const all =
  'lo|los|el|la|un|su|tu|mi|esto|eso|ese|est[áa]|es|va|sale|que|en|bajo|para|sobre|por|incluido|o|os|isso|isto';

const patterns: readonly { readonly text: RegExp; readonly isLeft?: (words: string) => boolean }[] = [
  { text: /\{\{[^{}\r\n]{0,200}\}\}|\{%[^{}\r\n]{0,200}%\}|\*\|[^|\r\n]{1,60}\|\*/g },
  { text: /\[([^[\]\r\n]{1,60})\](?!\()/g, isLeft: isBlank },
  { text: /<([^<>\r\n]{2,60})>/g, isLeft: isBlank },
  { text: /%([a-z][a-z_ ]{2,40})%/gi, isLeft: isBlank },
  { text: /\[[A-Z]{2,30}(?:_[A-Z]{1,30}){1,5}\]|\[X{2,}\]/g },
  { text: /\blorem\b|\bdolor sit amet\b/gi },
  {
    text: new RegExp(
      `(?<!\\b(?:[Dd]e|[Aa]|[Cc]on|[Pp]or|[Ee]s|[Yy]|[Pp]ara|[Ee]n|[Ss]obre) )\\bTODO\\b(?! (?:${all}|${all.toUpperCase()}|INCLUIDA|INCLUÍDO)(?!\\p{L}))`,
      'gu',
    ),
  },
  { text: /\bXXX+\b|\bXX+ ?%|\$XX+\b|\bFIXME\b|\bPLACEHOLDER\b|\bINSERT [^\r\n]{1,40} HERE\b/g },
];

/** `{{first_name}}`, `[Company]`, `<name>`, `lorem ipsum`, `TODO`; not merge tags, which only a lead can fill. */
export function placeholdersIn(text: string, type: CopyType = 'text'): string[] {
  const found = new Set<string>();
  // In HTML `<name>` is not even shown, so its source is searched as well.
  for (const source of type === 'html' ? [plainText(text, type), ...angled(text)] : [text])
    for (const { text: pattern, isLeft } of patterns)
      for (const match of source.matchAll(pattern))
        if (isLeft === undefined || isLeft(match[1] ?? '')) found.add(match[0]);
  return [...found];
}

/** Few values hold one of these: the others need no closer look. */
const suspicious = /[[{<%*]|todo|xx|fixme|placeholder|lorem|insert/i;

/** A placeholder as a whole, or with a tag that is known; other braces (`Bo {Bo} Lund`) and JSON are not. */
export function isPlaceholder(value: string, isTag: (key: string) => boolean): boolean {
  if (!suspicious.test(value) || jsonIn(value) !== undefined) return false;
  const whole = value.trim();
  for (const [raw, words = ''] of value.matchAll(/\{([^{}\r\n]*)\}/g)) {
    const key = tagOf(words);
    if (key !== '' && (raw === whole || isTag(key))) return true;
  }
  return placeholdersIn(value).some((found) => found === whole || !/^\p{L}/u.test(found));
}

function* angled(html: string): Iterable<string> {
  for (const [raw, words = ''] of html.matchAll(/<([^<>\r\n]{2,60})>/g))
    if (!/[=/]/.test(words) && isBlank(words) && !elements.has(words.toLowerCase())) yield raw;
}

/** Words of the list above that are elements of HTML. */
const elements: ReadonlySet<string> = new Set(['title', 'time', 'address', 'link']);
