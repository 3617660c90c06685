import { changesSomething } from '../checks/body-check.ts';
import { area, checkFirst, documented, harmless, noEffect, read, write } from '../operation.ts';
import { criteria } from '../schema/criteria.ts';
import * as s from '../schema/schema.ts';

/** Where the AI proposed the profile, its words come from a website. */
const theirs = () => s.maybe(s.fromOthers(s.string()));
const words = () => s.maybe(s.array(s.fromOthers(s.string())));

const icp = s.record({
  id: s.id(),
  name: theirs(),
  summary: theirs(),
  sourceWebsite: s.maybe(s.string()),
  titles: words(),
  seniorities: words(),
  industries: words(),
  companySizes: words(),
  keywords: words(),
  locations: words(),
  personas: s.maybe(s.array(s.record({ title: theirs(), seniority: theirs() }))),
  estimatedAudienceSize: s.maybe(s.integer()),
  /** Null where it was never sized. */
  audienceSizedAt: s.maybe(s.timestamp()),
  /** At most one per workspace. */
  isPrimary: s.maybe(s.boolean()),
  /** True while it is exactly as the AI proposed it; any human edit clears it. */
  isGenerated: s.maybe(s.boolean()),
  createdAt: s.maybe(s.timestamp()),
});

const one = s.record({ icp });

export const icps = area('icps', {
  list: read({
    summary: 'List ideal customer profiles, newest first',
    route: documented('GET', '/icps'),
    query: s.object({ page: s.optional(s.integer(1)), limit: s.optional(s.integer(1, 200)) }),
    response: s.record({ icps: s.array(icp), total: s.integer() }),
    paging: { kind: 'page-total', items: 'icps', default: 50, max: 200 },
  }),
  // Before `get`: the word is where an id would be.
  primary: read({
    summary: 'Show the primary ideal customer profile',
    tool: 'get_primary_icp',
    route: documented('GET', '/icps/primary'),
    response: one,
    statuses: [404],
  }),
  get: read({
    summary: 'Show an ideal customer profile',
    route: documented('GET', '/icps/:id'),
    response: one,
    statuses: [404],
  }),
  create: write({
    summary: 'Create an ideal customer profile',
    route: documented('POST', '/icps'),
    ...noEffect,
    retry: checkFirst('icps.list'),
    success: 201,
    body: s.object({
      name: s.string(1),
      summary: s.optional(s.string()),
      ...criteria,
      /** Demotes the profile that is primary now. */
      makePrimary: s.optional(s.boolean()),
    }),
    response: one,
    statuses: [400],
  }),
  update: write({
    summary: 'Change an ideal customer profile',
    route: documented('PUT', '/icps/:id'),
    ...harmless,
    steers: 'profile',
    /** A field that is left out stays as it is, an empty list clears it. */
    body: s.object({ name: s.optional(s.string(1)), summary: s.optional(s.string()), ...criteria }),
    checks: [changesSomething],
    response: one,
    statuses: [400, 404],
  }),
  delete: write({
    summary: 'Delete an ideal customer profile',
    route: documented('DELETE', '/icps/:id'),
    ...harmless,
    response: s.record({ success: s.boolean() }),
    statuses: [404],
  }),
  refreshAudienceSize: write({
    summary: 'Count the people who match a profile (free)',
    route: documented('POST', '/icps/:id/refresh-audience-size'),
    ...harmless,
    response: s.record({ audienceSize: s.integer(0), icp: s.nullable(icp) }),
    statuses: [400, 404, 502],
  }),
  setPrimary: write({
    summary: 'Set the primary ideal customer profile',
    tool: 'set_primary_icp',
    route: documented('POST', '/icps/:id/set-primary'),
    ...harmless,
    prepares: true,
    response: one,
    statuses: [404],
  }),
});
