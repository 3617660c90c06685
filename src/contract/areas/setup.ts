import { notShown } from '../answer-shape.ts';
import { area, documented, read } from '../operation.ts';
import { record } from '../schema.ts';

export const setup = area('setup', {
  /** A POST that a read-only key may make (spec, Authentication 4). Neither its request nor its answer is shown. */
  ping: read({
    summary: 'Tell the service that a set-up works',
    route: documented('POST', '/setup/ping'),
    answer: notShown,
    response: record({}),
  }),
});
