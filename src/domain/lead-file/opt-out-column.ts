import { foldHeader } from './lead-fields.ts';
import type { Cell } from './row.ts';
import { textOf } from './row.ts';

/** Headers under which CRMs and newsletter tools export that a person wants no more email, folded. */
const headers = new Set(
  `unsubscribed unsubscribedfromallemail unsubscribedfromallemails unsubscribedfromemail unsubscribedat
  unsubscribedon unsubscribetime unsubtime emailunsubscribed optedout optedoutat optedouton optout emailoptout
  emailoptedout hasoptedoutofemail optedoutofemail emailoptedoutofemail donotemail donotcontact
  abgemeldet emailabgemeldet abbestellt desabonne desinscrit dadodebaja disiscritto uitgeschreven
  descadastrado wypisany`.split(/\s+/),
);

const yes = new Set(
  'true yes y 1 x ja j oui o si s sim tak t wahr vrai verdadero vero waar prawda checked unsubscribed optedout'.split(
    ' ',
  ),
);
/** When it was said counts as well: `2026-10-01T09:30:00Z`, `01.10.2026`, `10/1/26`. */
const moment = /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/;

export const isOptOut = (header: string): boolean => headers.has(foldHeader(header));

/** Whether the cell of such a column says that the person opted out. */
export function saysOptedOut(cell: Cell | undefined): boolean {
  const text = textOf(cell).trim();
  return yes.has(foldHeader(text)) || moment.test(text);
}
