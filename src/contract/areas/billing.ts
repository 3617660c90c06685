import { changesSomething } from '../checks/changes-something.ts';
import { countryCodes } from '../countries.ts';
import { area, inferred, read, safe, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import {
  answered,
  each,
  matching,
  maybe,
  object,
  record,
  requested,
  string,
  timestamp,
} from '../schema/schema.ts';

const country = matching(
  new RegExp(`^(?:${[...countryCodes].join('|')})$`),
  'must be a country code of two capital letters (ISO 3166-1 alpha-2), like DE',
);

/** The fields that can be changed. */
const fields = {
  ...each(
    ['firstName', 'lastName', 'company', 'addressLineOne', 'addressLineTwo', 'city', 'state', 'postalCode'],
    string(),
  ),
  country,
  phone: string(),
  phoneCc: matching(/^\d{1,4}$/, 'must be a calling code in digits, without the plus'),
};

const profile = record({
  ...answered(fields),
  /** The service's rendering of the address in one line. */
  postalAddress: maybe(string()),
  updatedAt: maybe(timestamp()),
});

const reason = 'the spec lists the fields of the billing profile and shows no endpoint';

/** The fields by which a billing profile is recognised in any envelope. */
const profileIsKnownBy = [
  'firstName',
  'lastName',
  'company',
  'addressLineOne',
  'city',
  'postalCode',
  'country',
  'phone',
  'postalAddress',
];

export const billing = area('billing', {
  get: read({
    summary: 'Show the billing profile',
    tool: 'get_billing_profile',
    route: inferred('GET', '/billing-profile', reason),
    answer: openRecord({
      shown: 'record',
      fields: 'closed',
      known: profileIsKnownBy,
    }),
    response: profile,
  }),
  update: write({
    summary: 'Change the given fields of the billing profile',
    tool: 'update_billing_profile',
    route: inferred('PUT', '/billing-profile', reason),
    effect: 'none',
    mails: 'never',
    retry: safe,
    body: object(requested(fields)),
    answer: openRecord({
      shown: 'nothing',
      fields: 'closed',
      known: profileIsKnownBy,
    }),
    checks: [changesSomething],
    response: profile,
    statuses: [400],
  }),
});
