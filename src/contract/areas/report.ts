import { area, type Check, documented, read } from '../operation.ts';
import * as s from '../schema/schema.ts';

/** A period that ends before it begins is answered with zeroes, which look like a result. */
const endsAfterSince: Check = {
  code: 'invalid_value',
  hint: 'Give the earlier day first.',
  problems: ({ query = {} }) => {
    const { since, until } = query;
    if (typeof since !== 'string' || typeof until !== 'string') return [];
    const isBefore = Date.parse(since) > Date.parse(until);
    return s.problemAt('until', until, isBefore && `must not be before since, ${since}`);
  },
};

const outcomes = s.record({
  campaignId: s.maybe(s.id()),
  ...s.each(['since', 'until'], s.maybe(s.string())),
  outcomes: s.record({
    ...s.each(['sent', 'replies', 'positiveReplies', 'meetings'], s.integer()),
  }),
  spend: s.record({
    credits: s.number(),
    creditsUsd: s.amount(),
    creditsByReason: s.maybe(s.array(s.record({ reason: s.string(), credits: s.number() }))),
    dfyOrders: s.maybe(s.integer()),
    dfyOrdersUsd: s.maybe(s.amount()),
    totalUsd: s.amount(),
  }),
  /** Null where there is nothing to divide by. */
  costPerReply: s.maybe(s.number()),
  ...s.each(['costPerPositive', 'costPerMeeting'], s.maybe(s.number())),
});

export const report = area('report', {
  outcomes: read({
    summary: 'Compare results with cost',
    tool: 'get_outcomes_report',
    route: documented('GET', '/reports/outcomes'),
    /** Both ends count in; a bare `until` date is midnight UTC at the start of that day. */
    query: s.object({
      ...s.each(['since', 'until'], s.optional(s.dayOrTime())),
      campaignId: s.optional(s.id()),
    }),
    checks: [endsAfterSince],
    response: outcomes,
    statuses: [400, 401, 404, 500],
  }),
});
