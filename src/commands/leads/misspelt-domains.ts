import { counted, plural } from '../../base/counted.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf } from '../../cli/advice/line-of.ts';
import type { Screen } from '../../cli/declare/command.ts';
import type { JudgedRow } from '../../cli/input/lead-file.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { fixedAddress } from '../../domain/address/fixed-address.ts';
import type { LeadFileChoices } from './import/open-lead-file.ts';

/** Counts the rows whose address has a domain like gmial.com: they are imported, and an audit shows them. */
export class MisspeltDomains {
  #count = 0;
  #first = '';

  take({ judged }: JudgedRow): void {
    if (!('lead' in judged)) return;
    const { email } = judged.lead;
    if (!fixedAddress(email).changes.includes('misspelt domain')) return;
    this.#first ||= domainOf(email);
    this.#count += 1;
  }

  warn({ warn }: Pick<Screen, 'warn'>, { file, map, variables, delimiter, encoding }: LeadFileChoices): void {
    if (this.#count === 0) return;
    const audit = lineOf(advise('leads audit', { file, map, variables, delimiter, encoding }));
    const how = file === '-' ? ', with the same rows' : '';
    const rows = `${counted(this.#count, 'row')} ${plural(this.#count, 'has', 'have')}`;
    warn(`${rows} a domain that looks misspelt, such as ${this.#first}. To see them${how}: ${audit}`);
  }
}
