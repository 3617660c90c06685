import { isRecord } from '../../base/is-record.ts';
import { addressKey, addressProblem } from '../../contract/checks/email-address.ts';
import { foldHeader, namedField } from '../lead-file/lead-fields.ts';
import { type AddressVerdict, products, type Saying, verdictOfStatus, verdicts } from './address-verdict.ts';

export interface StatusColumn {
  /**
   * What shows that it is one: its name, a word that others do not use or columns beside it, or these columns alone. In
   * a `cell` that says it, a word counts whatever else the column holds.
   */
  readonly needs: 'name' | 'words' | 'beside' | 'cell';
  readonly beside: ReadonlySet<string>;
  readonly words: ReadonlyMap<string, Saying>;
  /** A word can stand for no answer as well. */
  readonly plainOnly?: true;
  /** A cell holds several words, and each is one. */
  readonly areTags?: boolean;
}

/** After the name of the product: `ZeroBounce Status`, `Kickbox Result`. */
const afterProduct = ['', 'status', 'result', 'state', 'emailstatus', 'verificationstatus'];

const needsOf: Record<string, StatusColumn['needs']> = { '?': 'words', '!': 'beside', '*': 'cell' };
const columns = new Map<string, StatusColumn[]>();
for (const { product, columns: names, beside, words } of products) {
  const add = (name: string, needs: StatusColumn['needs'], areTags = false) =>
    columns.set(name, [...(columns.get(name) ?? []), { needs, beside, words, areTags }]);
  for (const name of names) {
    const bare = name.replace(/[?!*#]$/, '');
    const areTags = name.endsWith('#');
    add(bare, areTags ? 'cell' : (needsOf[name.slice(bare.length)] ?? 'name'), areTags);
    if (name.endsWith('?')) for (const end of afterProduct) add(`${foldHeader(product)}${end}`, 'name');
  }
}

/** `is_unsubscribed`, `Email Opt Out`, `Opted out of email: Newsletter`, `Unsubscribed at`. */
const optOut = /^(?:is|has|hs|contact|lead|person|email|mail)*(?:unsubscribed|optedout|optout)/;
/** Of other channels, or no answer to the question. */
const otherOptOut = /sms|fax|phone|call|whatsapp|link|url|reason|count|meeting|event|webinar|survey/;
const optOutColumn: StatusColumn = { needs: 'name', beside: new Set(), words: new Map([['*', 'out']]) };
/** `Opt out status`: people who did not opt out have a word in it as well. */
const optOutStatus = /(?:status|state|preferences?|settings?|choice|type)$/;
const optOutStatusColumn: StatusColumn = { ...optOutColumn, plainOnly: true };

/** In an object it says what the name of that says: `{"unsubscribed": {"value": true}}`, `{"consent": {"email": "denied"}}`. */
const isValue = /^(?:value|flag|e?-?mail|all|any)$/i;
/** The same, where the object has no such value: since when it is so. */
const isDay = /^(?:at|on|date|since|time|timestamp)$/i;

/** Of an object about another channel: `subscriptions.sms.marketing.consent`. */
const otherChannel = /(?<![a-z])(?:sms|mms|fax|phone|calls?|whatsapp)(?![a-z])/i;

/** What a column with this header can be: nothing, for most. */
export function statusColumnsOf(header: string): readonly StatusColumn[] {
  const seen = ofHeaders.get(header);
  if (seen) return seen;
  // Of an object in one column: `properties.hs_email_optout.value`.
  const [, inner] = /^[\w-]+\.([\w.-]+)$/.exec(header) ?? [];
  const folded = foldHeader(isValue.test(inner ?? '') ? header.replace(/\.\w+$/, '') : header);
  const own = optOutStatus.test(folded) ? optOutStatusColumn : optOutColumn;
  const whole = columns.get(folded) ?? (optOut.test(folded) && !otherOptOut.test(folded) ? [own] : []);
  const isOther = inner === undefined || otherChannel.test(header.slice(0, -inner.length));
  const found = whole.length > 0 || isOther ? whole : statusColumnsOf(inner);
  if (ofHeaders.size < mostHeaders) ofHeaders.set(header, found);
  return found;
}

/** The variables of all leads have the same names. */
const ofHeaders = new Map<string, readonly StatusColumn[]>();
const mostHeaders = 1000;

/** Words that verifiers and newsletter tools alone have for a status. */
export const isTelling = (text: string): boolean => telling.has(foldHeader(text));

const telling = new Set(
  'deliverable undeliverable catchall acceptall spamtrap donotmail disposable unsubscribed notinterested'.split(
    ' ',
  ),
);

/** What says that nothing is so. */
const no = new Set(
  `false no n nein non nee nie nao nej nei falsch faux falso falsz unchecked never none null na nil nan undefined off
  subscribed notsubscribed neversubscribed notunsubscribed optedin optin in notoptedout notoptout nooptout
  maybe later maybelater active open enabled current allowed confirmed aktiv offen gultig actif ouvert activo abierto
  attivo aperto actief`.split(/\s+/),
);

/** In `Opt out status` and the like: there was no answer yet, or it is elsewhere. */
const noAnswer = new Set(
  'pending unknown new default normal neverasked notasked notset notyet seenotes'.split(' '),
);

/** `Lost - opted out`, and not `Not opted out` or `Opted out of SMS`. */
const mention =
  /(?<!\b(?:no|not|never|non)[\W_]*)(?<![a-z])(?:unsub(?:scribed?)?|opt(?:ed)?[\W_]*out|do[\W_]*n[o'’]?t[\W_]*(?:contact|e?[\W_]?mail)|dnc|not[\W_]*interested)(?![a-z]|[\W_]*(?:(?:of|by|from|via)[\W_]*)?(?:sms|fax|phone|calls?|whatsapp)\b(?!.*mail))/gi;
const mentions = (text: string, words: StatusColumn['words']): boolean =>
  [...text.matchAll(mention)].some(([word]) => words.has(foldHeader(word)));

/** What says that it is so, whatever the column. */
const yes = new Set(
  `true yes y 1 x on ja j oui o si s sim da tak wahr vrai vero verdadero verdadeiro checked stop blocked suppressed
  abgemeldet abbestellt ausgetragen desabonne desinscrit dadodebaja disiscritto uitgeschreven afgemeld descadastrado
  wypisany donotemail donotmail donotcontact noemail`.split(/\s+/),
);
const yesAndMore = /^(?:yes|true|ja|oui|s[ií]|sim)\b/i;
const itself =
  /^(?:is|has|was|email|user|contact|globally|manually)*(?:unsubscri|opt(?:ed|s)?out)(?!no$|false$)/;
const day = /(?:^|\D)(?:(?:19|20)\d\d(?:\D|$)|\d{1,2}([./-])\d{1,2}\1\d{2}(?:\D|$))/;

/** `No (asked 2024)`, `re-subscribed 2024-05-05`: a day beside such a word is not the day of an opt-out. */
const noAndMore =
  /(?<![a-z])(?:no|not|non|none|never|nein|false|valid|(?:re[\W_]*)?subscribed|opted[\W_]*in)(?![a-z])/i;

const isPlainYes = (text: string, folded: string): boolean =>
  (yes.has(folded) && !text.startsWith('-')) ||
  yesAndMore.test(text) ||
  itself.test(folded) ||
  /^[✓✔☑]/.test(text) ||
  (day.test(text) && !noAndMore.test(text));

/** What a cell says in such a column; undefined where it is empty, and `foreign` where it is no word of the product. */
export function sayingOf(
  { needs, words, plainOnly, areTags }: StatusColumn,
  cell: string,
): Saying | 'foreign' | undefined {
  const text = cell.trim();
  if (text === '' || /^(?:-+|\[\s*\]|\{\s*\})$/.test(text)) return undefined;
  if (areTags)
    return text.split(/[,;|\n]/).some((tag) => words.has(foldHeader(tag))) ? 'doubtful' : 'foreign';
  const folded = foldHeader(text);
  // `invalid (mailbox_not_found)`, `risky: catch-all`
  const first = text.replace(/^([a-z][\w -]*?)\s*[(:].*$/is, '$1');
  const known = words.get(text) ?? words.get(folded) ?? words.get(foldHeader(first));
  if (known !== undefined) return known;
  const anything = words.get('*');
  if (anything === undefined)
    return needs === 'cell' && mentions(text, words)
      ? 'doubtful'
      : (needs === 'name' && (verdictOfStatus(text) ?? verdictOfStatus(first))) || 'foreign';
  const number = /^\d+(?:[.,]\d+)?\s*%?$/.test(text) ? Number.parseFloat(text.replace(',', '.')) : undefined;
  if (number === 0 || no.has(folded) || /^(?:https?:|000[01]-|1970-01-01)/i.test(text)) return 'other';
  // A number or a share, and not 1, a day of Excel or a time.
  if (number !== undefined && (text.endsWith('%') || (number !== 1 && number < 20_000))) return 'foreign';
  if (anything !== 'out' || number !== undefined || isPlainYes(text, folded)) return anything;
  return (plainOnly && noAnswer.has(folded)) || verdictOfStatus(text) === 'valid' ? 'other' : 'doubtful';
}

export const worstOf = (found: { has(saying: Saying): boolean }): AddressVerdict | undefined =>
  verdicts.find((verdict) => found.has(verdict));

/** The verdict that the custom variables of a lead give of its address: of several the worst. */
export const columnVerdictIn = (variables: object, address?: string): AddressVerdict | undefined =>
  worstOf(new Set(sayingsIn(variables, address).map(([, saying]) => saying)));

export const optOutIn = (variables: object, address?: string): string | undefined =>
  sayingsIn(variables, address).find(([, saying]) => saying === 'out' || saying === 'doubtful')?.[0];

/** Whether one of these variables could say that the person opted out, whatever it says now. */
export function couldSayOut(variables: object = {}): boolean {
  for (const [name, value] of Object.entries(variables)) {
    for (const { words } of statusColumnsOf(name))
      for (const saying of words.values()) if (saying === 'out') return true;
    if (objectsIn(value).some(couldSayOut)) return true;
  }
  return false;
}

/**
 * What the custom variables of one lead say, each by its name; there are no other rows to judge by. `addresses`: text that
 * has those of the lead. An object in a variable that has another one is about another person.
 */
export const sayingsIn = (variables: object, addresses = ''): [name: string, Saying][] =>
  sayingsOf(Object.entries(variables), addressKey(addresses));

function sayingsOf(entries: [name: string, value: unknown][], own: string): [name: string, Saying][] {
  const found: [name: string, Saying][] = [];
  for (const [name, value] of entries) {
    const objects = objectsIn(value);
    if (objects.length > 0) {
      const says = statusColumnsOf(name).length > 0;
      for (const one of otherChannel.test(name) ? [] : objects) {
        if (own !== '' && isOfAnother(one, own)) continue;
        const tells = Object.keys(one).some((inner) => isValue.test(inner)) ? isValue : isDay;
        const inside = Object.entries(one).map(([inner, of]): [string, unknown] => [
          says && tells.test(inner) ? name : inner,
          of,
        ]);
        found.push(...sayingsOf(inside, own));
      }
      continue;
    }
    const text = String(value);
    for (const column of statusColumnsOf(name)) {
      const saying = sayingOf(column, text);
      if (saying === undefined || saying === 'foreign') continue;
      const isShown =
        column.needs === 'name' ||
        column.needs === 'cell' ||
        (column.needs === 'words' && isTelling(text)) ||
        entries.some(([other]) => column.beside.has(foldHeader(other)));
      if (!isShown) continue;
      found.push([name, saying]);
      break;
    }
  }
  return found;
}

const isOfAnother = (object: object, own: string): boolean =>
  Object.entries(object).some(
    ([name, value]) =>
      typeof value === 'string' &&
      namedField(name) === 'email' &&
      addressProblem(value.trim()) === undefined &&
      !own.includes(addressKey(value)),
  );

/** A value that is an object, or those of a list. */
export const objectsIn = (value: unknown): readonly object[] =>
  typeof value === 'object' ? [value].flat().filter(isRecord) : [];
