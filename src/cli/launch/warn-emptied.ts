import { leads } from '../../contract/areas/leads.ts';
import { tagOf } from '../../contract/checks/variable-key.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { fieldTags, textOf } from '../../domain/merge-tags.ts';
import type { Screen } from '../declare/command.ts';

/** Says on stderr which merge fields a call empties: the service does not tell which campaigns use them. */
export function warnEmptied(
  { warn }: Pick<Screen, 'warn'>,
  {
    customVariables = {},
    ...named
  }: { readonly customVariables?: Readonly<Record<string, unknown>>; readonly [field: string]: unknown },
): void {
  const fields = Object.entries(named).filter(([name]) => fieldTags.has(tagOf(name)));
  for (const [name, value] of [...fields, ...Object.entries(customVariables)])
    if (textOf(value) === undefined)
      warn(
        `If a running campaign uses {${name}}, it goes out unfilled to this person: outreach campaigns check <campaign>`,
      );
}

/** The same for what a call gives, by whatever way it is made. */
export function warnEmptiedBy(context: Pick<Screen, 'warn'>, { id }: AnyOperation, given: unknown): void {
  const { leads: several } = fieldsOf(given);
  const all =
    id === leads.update.id ? [given] : id === leads.upsert.id && Array.isArray(several) ? several : [];
  for (const lead of all.map(fieldsOf))
    warnEmptied(context, { ...lead, customVariables: fieldsOf(lead.customVariables) });
}

const fieldsOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null ? { ...given } : {};
