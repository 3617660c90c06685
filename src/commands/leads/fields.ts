import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { opt, type ValuesOf } from '../../cli/declare/params.ts';
import type { LeadFieldName, LeadFieldsWhere } from '../../contract/lead-fields.ts';

/** How a record and a table call each field. */
export const leadLabels = {
  email: ['Email', 'Email'],
  firstName: ['First name', 'First Name'],
  middleName: ['Middle name', 'Middle Name'],
  lastName: ['Last name', 'Last Name'],
  company: ['Company', 'Company'],
  title: ['Title', 'Job Title'],
  phone: ['Phone', 'Phone'],
  website: ['Website', 'Website'],
  linkedin: ['LinkedIn', 'LinkedIn'],
} as const satisfies Record<LeadFieldName, readonly [record: string, table: string]>;

/** The options that set a lead's fields, shared by `add` and `update`; the address has its own there. */
export const fieldOptions = {
  firstName: opt.text('first name'),
  lastName: opt.text('last name'),
  company: opt.text('company'),
  title: opt.text('job title'),
  phone: opt.text('phone number'),
  website: opt.text('website'),
  linkedin: opt.text('LinkedIn address'),
  var: opt.list('a custom variable, usable as merge tag {key}', { hint: 'key=value' }),
} satisfies Record<Exclude<LeadFieldsWhere<'settable', 'always'>, 'email'> | 'var', unknown>;

/** Those that `add` alone takes. */
export const creationOptions = {
  middleName: opt.text('middle name (saved only for a new lead)'),
} satisfies Record<LeadFieldsWhere<'settable', 'atCreation'>, unknown>;

/** Only the fields that were given: the service leaves the others as they are. */
export function givenFields({ var: variables, ...named }: ValuesOf<typeof fieldOptions>) {
  const custom: [key: string, value: string][] = [];
  for (const text of variables ?? []) {
    const at = text.indexOf('=');
    const key = text.slice(0, Math.max(at, 0)).trim();
    if (key === '')
      throw new Failure('bad_variable', `--var "${text}" is not a variable.`, {
        hint: 'Write --var <key>=<value>.',
      });
    custom.push([key, text.slice(at + 1)]);
  }
  return omitUndefined({ ...named, customVariables: variables && Object.fromEntries(custom) });
}
