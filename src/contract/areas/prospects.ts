import { area, checkFirst, documented, whenRunning, write } from '../operation.ts';
import { openRecord } from '../schema/answer-shape.ts';
import { array, fromOthers, id, integer, maybe, number, optional, record, string } from '../schema/schema.ts';

export const prospects = area('prospects', {
  source: write({
    summary: 'Source prospects: it spends credits',
    tool: 'source_prospects',
    route: documented('POST', '/prospects/source'),
    effect: 'spends',
    billed: ['credits'],
    tells: {
      of: ({ requested, sourced, creditsSpent }, { count }) => ({
        cost: { credits: creditsSpent },
        count: { of: 'people', asked: count, reported: requested },
        added: sourced,
      }),
    },
    mails: whenRunning('campaignId', 'count'),
    retry: checkFirst('credits.transactions'),
    /** The spec names the call and what it spends, and no field: these three are ours, and any other may be sent. */
    body: record({ icpId: optional(id()), campaignId: optional(id()), count: optional(integer(1)) }),
    answer: openRecord({ shown: 'nothing', fields: 'open' }),
    /** Not shown either: what the sandbox tells. */
    response: record({
      requested: maybe(integer()),
      sourced: maybe(integer()),
      skipped: maybe(integer()),
      creditsSpent: maybe(number()),
      newBalance: maybe(number()),
      icpId: maybe(id()),
      campaignId: maybe(id()),
      leads: maybe(array(record({ id: maybe(id()), email: maybe(fromOthers(string())) }))),
    }),
    statuses: [400, 402, 404, 422, 502],
  }),
});
