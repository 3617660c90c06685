import { foldHeader } from './lead-fields.ts';
import type { Cell } from './row.ts';
import { textOf } from './row.ts';

/** Headers under which CRMs and newsletter tools export that a person wants no more email, folded. */
const headers = new Set(
  `unsubscribetime unsubtime donotemail donotcontact abgemeldet emailabgemeldet abbestellt desabonne desinscrit
  dadodebaja disiscritto uitgeschreven descadastrado wypisany abmeldung werbesperre afgemeld donotmail noemail
  unsubscribedate suppressed gdproptout`.split(/\s+/),
);
/** `is_unsubscribed`, `Email Opt Out`, `Opted out of email: Newsletter`, `Unsubscribed at`. */
const wording = /^(?:is|has|contact|lead|person|email|mail)*(?:unsubscribed|optedout|optout)/;
/** Of other channels, or no answer to the question. */
const other = /sms|fax|phone|call|whatsapp|link|url|reason|count/;

/** What such a column says of a person who did not opt out; anything else but nothing at all means that they did. */
const no = new Set(
  'false no n 0 nein non nee nie nao nej nei falsch faux falso falsz unchecked never none null na'.split(' '),
);

export function isOptOut(header: string): boolean {
  const folded = foldHeader(header);
  return headers.has(folded) || (wording.test(folded) && !other.test(folded));
}

/** Whether the cell of such a column says that the person opted out. */
export const saysOptedOut = (cell: Cell | undefined): boolean => meansYes(textOf(cell));

/** A custom variable of such a name that says so. */
export const optOutIn = (variables: object): string | undefined =>
  Object.entries(variables).find(([key, value]) => isOptOut(key) && meansYes(String(value)))?.[0];

/** A date says when, a word why: only a clear no, or nothing, is none. */
function meansYes(given: string): boolean {
  const text = given.trim();
  return text !== '' && !/^(?:https?:|-+$)/i.test(text) && !no.has(foldHeader(text));
}
