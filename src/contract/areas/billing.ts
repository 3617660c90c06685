import { changesSomething } from '../checks/body-check.ts';
import { area, harmless, inferred, read, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import * as s from '../schema/schema.ts';

/** ISO 3166-1 alpha-2: the codes that are assigned to countries and territories. */
const countryCodes: ReadonlySet<string> = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
  CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
  GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
  MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
  UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/),
);

const country = s.matching(
  new RegExp(`^(?:${[...countryCodes].join('|')})$`),
  'must be a country code of two capital letters (ISO 3166-1 alpha-2), like DE',
);

const fields = {
  ...s.each(
    ['firstName', 'lastName', 'company', 'addressLineOne', 'addressLineTwo', 'city', 'state', 'postalCode'],
    s.string(),
  ),
  country,
  phone: s.string(),
  phoneCc: s.matching(/^\d{1,4}$/, 'must be a calling code in digits, without the plus'),
};

const profile = s.record({
  ...s.answered(fields),
  /** The service's rendering of the address in one line. */
  postalAddress: s.maybe(s.string()),
  updatedAt: s.maybe(s.timestamp()),
});

const reason = 'the spec lists the fields of the billing profile and shows no endpoint';

export const billing = area('billing', {
  get: read({
    summary: 'Show the billing profile',
    route: inferred('GET', '/billing-profile', reason),
    answer: openRecord({ shown: 'record', fields: 'closed' }),
    response: profile,
  }),
  update: write({
    summary: 'Change the given fields of the billing profile',
    route: inferred('PUT', '/billing-profile', reason),
    ...harmless,
    steers: 'invoices',
    body: s.object(s.requested(fields)),
    answer: openRecord({ shown: 'nothing', fields: 'closed' }),
    checks: [changesSomething],
    response: profile,
    statuses: [400],
  }),
});
