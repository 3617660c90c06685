import { changesSomething } from '../checks/changes-something.ts';
import { countryCodes } from '../countries.ts';
import { area, inferred, read, safe, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import { matching, maybe, object, optional, record, string, timestamp } from '../schema/schema.ts';

const country = matching(
  new RegExp(`^(?:${[...countryCodes].join('|')})$`),
  'must be a country code of two capital letters (ISO 3166-1 alpha-2), like DE',
);

/** The fields that can be changed: all of them but `postalAddress`, their rendering in one line, and `updatedAt`. */
const texts = {
  firstName: optional(string()),
  lastName: optional(string()),
  company: optional(string()),
  addressLineOne: optional(string()),
  addressLineTwo: optional(string()),
  city: optional(string()),
  state: optional(string()),
  postalCode: optional(string()),
  phone: optional(string()),
} as const;

const profile = record({
  firstName: maybe(string()),
  lastName: maybe(string()),
  company: maybe(string()),
  addressLineOne: maybe(string()),
  addressLineTwo: maybe(string()),
  city: maybe(string()),
  state: maybe(string()),
  postalCode: maybe(string()),
  country: maybe(string()),
  phone: maybe(string()),
  phoneCc: maybe(string()),
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
    route: inferred('PUT', '/billing-profile', reason),
    effect: 'none',
    mails: 'never',
    retry: safe,
    body: object({
      ...texts,
      country: optional(country),
      phoneCc: optional(matching(/^\d{1,4}$/, 'must be a calling code in digits, without the plus')),
    }),
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
