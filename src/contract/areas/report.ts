import { area, type Check, documented, read } from '../operation.ts';
import { shown } from '../schema/answer-shape.ts';
import {
  amount,
  array,
  dayOrTime,
  id,
  integer,
  maybe,
  number,
  object,
  optional,
  record,
  string,
} from '../schema/schema.ts';

/** A period that ends before it begins is answered with zeroes, which look like a result. */
const endsAfterSince: Check = {
  code: 'invalid_value',
  hint: 'Give the earlier day first.',
  problems: ({ query = {} }) => {
    const { since, until } = query;
    if (typeof since !== 'string' || typeof until !== 'string') return [];
    if (!(Date.parse(since) > Date.parse(until))) return [];
    return [{ field: 'until', value: until, reason: `must not be before since, ${since}` }];
  },
};

const outcomes = record({
  campaignId: maybe(id()),
  since: maybe(string()),
  until: maybe(string()),
  outcomes: record({ sent: integer(), replies: integer(), positiveReplies: integer(), meetings: integer() }),
  spend: record({
    credits: number(),
    creditsUsd: amount(),
    creditsByReason: maybe(array(record({ reason: string(), credits: number() }))),
    dfyOrders: maybe(integer()),
    dfyOrdersUsd: maybe(amount()),
    totalUsd: amount(),
  }),
  /** Null where there is nothing to divide by. */
  costPerReply: maybe(number()),
  costPerPositive: maybe(number()),
  costPerMeeting: maybe(number()),
});

export const report = area('report', {
  outcomes: read({
    summary: 'Compare results with cost',
    tool: 'get_outcomes_report',
    route: documented('GET', '/reports/outcomes'),
    /** Both ends count in; a bare `until` date is midnight UTC at the start of that day. */
    query: object({ since: optional(dayOrTime()), until: optional(dayOrTime()), campaignId: optional(id()) }),
    answer: shown('closed'),
    checks: [endsAfterSince],
    response: outcomes,
    statuses: [400, 401, 404, 500],
  }),
});
