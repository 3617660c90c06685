import type { Check } from '../operation.ts';
import type { Problem } from '../schema/schema.ts';
import { bodyCheck } from './body-check.ts';
import { addressProblem } from './email-address.ts';

const bad = { code: 'bad_address', hint: 'Write an email address like ana@acme.com.' } as const;

const problemsOf = (field: string, address: string | undefined): Problem[] => {
  const problem = address === undefined ? undefined : addressProblem(address);
  return problem === undefined
    ? []
    : [{ field, value: address, reason: `must be an email address (${problem})` }];
};

/** The address in the field `email`. */
export const soundEmail: Check = bodyCheck<{ email: string }>(bad, ({ email }) => problemsOf('email', email));

/** The address of every lead. */
export const soundLeadEmails: Check = bodyCheck<{ leads: readonly { email?: string }[] }>(
  bad,
  ({ leads = [] }) => leads.flatMap(({ email }, index) => problemsOf(`leads.${index}.email`, email)),
);

/** A list of addresses, each of which is paid for. */
export const soundEmails: Check = bodyCheck<{ emails: readonly string[] }>(bad, ({ emails = [] }) =>
  emails.flatMap((address, index) => problemsOf(`emails.${index}`, address)),
);
