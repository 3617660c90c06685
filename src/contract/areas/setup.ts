import { area, documented, read } from '../operation.ts';
import { notShown } from '../schema/answer-shape.ts';
import { record } from '../schema/schema.ts';

export const setup = area('setup', {
  /** A POST that a read-only key may make (spec, Authentication 4). Neither its request nor its answer is shown. */
  ping: read({
    summary: 'Ping the service from a new set-up',
    tool: 'ping',
    route: documented('POST', '/setup/ping'),
    answer: notShown,
    response: record({}),
  }),
});
