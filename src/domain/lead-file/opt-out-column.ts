import { foldHeader } from './lead-fields.ts';
import type { Cell } from './row.ts';
import { textOf } from './row.ts';

/** Headers under which CRMs and newsletter tools export that a person wants no more email, folded. */
const headers = new Set(
  `unsubscribetime unsubtime donotemail donotcontact abgemeldet emailabgemeldet abbestellt desabonne desinscrit
  dadodebaja disiscritto uitgeschreven descadastrado wypisany`.split(/\s+/),
);
/** `is_unsubscribed`, `Email Opt Out`, `Opted out of email: Newsletter`, `Unsubscribed at`. */
const wording = /^(?:is|has|contact|lead|person|email|mail)*(?:unsubscribed|optedout|optout)/;
/** Of other channels, or no answer to the question. */
const other = /sms|fax|phone|call|whatsapp|link|url|reason|count/;

const yes = new Set(
  'true yes y 1 x ja j oui o si s sim tak t wahr vrai verdadero vero waar prawda checked unsubscribed optedout'.split(
    ' ',
  ),
);
/** When it was said counts as well: `2026-10-01T09:30:00Z`, `01.10.2026`, `10/1/26`. */
const moment = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/;

export function isOptOut(header: string): boolean {
  const folded = foldHeader(header);
  return headers.has(folded) || (wording.test(folded) && !other.test(folded));
}

/** Whether the cell of such a column says that the person opted out. */
export const saysOptedOut = (cell: Cell | undefined): boolean => meansYes(textOf(cell));

/** A custom variable of such a name that says so. */
export const optOutIn = (variables: object): string | undefined =>
  Object.entries(variables).find(([key, value]) => isOptOut(key) && meansYes(String(value)))?.[0];

function meansYes(given: string): boolean {
  const text = given.trim();
  return yes.has(foldHeader(text)) || moment.test(text);
}
