import { area, documented, read } from '../operation.ts';
import { criteria, emptyCriteria } from '../schema/criteria.ts';
import { integer, object, record, ruled } from '../schema/schema.ts';

export const audience = area('audience', {
  /** One of the four POSTs that a read-only key may make. */
  size: read({
    summary: 'Count the people who match an audience (free)',
    route: documented('POST', '/audience/size'),
    body: ruled(object(criteria), emptyCriteria),
    response: record({ audienceSize: integer(0) }),
    statuses: [400, 502],
  }),
});
