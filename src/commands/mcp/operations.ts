import { area, documented, never, read, write } from '../../contract/operation.ts';
import { notShown } from '../../contract/schema/answer-shape.ts';
import { unknown } from '../../contract/schema/schema.ts';

/** What the commands here do, for their help: the server's address, with its path, is the profile's. */
export const agentProtocol = area('mcp', {
  tools: read({
    summary: 'List the tools of the agent-protocol server',
    route: documented('POST', '/mcp'),
    answer: notShown,
    response: unknown(),
  }),
  call: write({
    summary: 'Call a tool of the agent-protocol server',
    route: documented('POST', '/mcp'),
    /** The gravest that a tool can do. */
    effect: 'sends',
    tells: 'nothing',
    mails: 'always',
    billed: ['credits', 'top-up', 'checks', 'dollars'],
    retry: never,
    body: unknown(),
    answer: notShown,
    response: unknown(),
    statuses: [402, 404, 409],
  }),
});
