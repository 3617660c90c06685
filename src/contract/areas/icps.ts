import { changesSomething } from '../checks/body-check.ts';
import { area, checkFirst, documented, read, safe, write } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import { criteria } from '../schema/criteria.ts';
import {
  array,
  boolean,
  fromOthers,
  id,
  integer,
  maybe,
  nullable,
  object,
  optional,
  record,
  string,
  timestamp,
} from '../schema/schema.ts';

/** Where the AI proposed the profile, its words come from a website. */
const theirs = () => maybe(fromOthers(string()));
const words = () => maybe(array(fromOthers(string())));

/** ICPResponse: an ideal customer profile. */
const icp = record({
  id: id(),
  name: theirs(),
  summary: theirs(),
  sourceWebsite: maybe(string()),
  titles: words(),
  seniorities: words(),
  industries: words(),
  companySizes: words(),
  keywords: words(),
  locations: words(),
  personas: maybe(array(record({ title: theirs(), seniority: theirs() }))),
  estimatedAudienceSize: maybe(integer()),
  /** Null where it was never sized. */
  audienceSizedAt: maybe(timestamp()),
  /** At most one per workspace. */
  isPrimary: maybe(boolean()),
  /** True while it is exactly as the AI proposed it; any human edit clears it. */
  isGenerated: maybe(boolean()),
  createdAt: maybe(timestamp()),
});

const one = record({ icp });

export const icps = area('icps', {
  list: read({
    summary: 'List ideal customer profiles, newest first',
    tool: 'list_icps',
    route: documented('GET', '/icps'),
    query: object({ page: optional(integer(1)), limit: optional(integer(1, 200)) }),
    answer: shown('closed'),
    response: record({ icps: array(icp), total: integer() }),
    paging: { kind: 'page-total', items: 'icps', default: 50, max: 200 },
  }),
  // Before `get`: the word is where an id would be.
  primary: read({
    summary: 'Show the primary ideal customer profile',
    tool: 'get_primary_icp',
    route: documented('GET', '/icps/primary'),
    answer: shown('closed'),
    response: one,
    statuses: [404],
  }),
  get: read({
    summary: 'Show an ideal customer profile',
    tool: 'get_icp',
    route: documented('GET', '/icps/:id'),
    answer: shown('closed'),
    response: one,
    statuses: [404],
  }),
  create: write({
    summary: 'Create an ideal customer profile',
    tool: 'create_icp',
    route: documented('POST', '/icps'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: checkFirst('icps.list'),
    success: 201,
    body: object({
      name: string(1),
      summary: optional(string()),
      ...criteria,
      /** Demotes the profile that is primary now. */
      makePrimary: optional(boolean()),
    }),
    answer: shown('closed'),
    response: one,
    statuses: [400],
  }),
  update: write({
    summary: 'Change an ideal customer profile',
    tool: 'update_icp',
    route: documented('PUT', '/icps/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    steers: 'profile',
    retry: safe,
    /** A field that is left out stays as it is, an empty list clears it. */
    body: object({ name: optional(string(1)), summary: optional(string()), ...criteria }),
    answer: shown('closed'),
    checks: [changesSomething],
    response: one,
    statuses: [400, 404],
  }),
  delete: write({
    summary: 'Delete an ideal customer profile',
    tool: 'delete_icp',
    route: documented('DELETE', '/icps/:id'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    answer: shown('closed'),
    response: record({ success: boolean() }),
    statuses: [404],
  }),
  refreshAudienceSize: write({
    summary: 'Count the people who match a profile (free, cached)',
    tool: 'refresh_icp_audience_size',
    route: documented('POST', '/icps/:id/refresh-audience-size'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    retry: safe,
    answer: shown('closed'),
    response: record({ audienceSize: integer(0), icp: nullable(icp) }),
    statuses: [400, 404, 502],
  }),
  setPrimary: write({
    summary: 'Set the primary ideal customer profile',
    tool: 'set_primary_icp',
    route: documented('POST', '/icps/:id/set-primary'),
    effect: 'none',
    mails: 'never',
    stops: 'nothing',
    prepares: true,
    retry: safe,
    answer: shown('closed'),
    response: one,
    statuses: [404],
  }),
});
