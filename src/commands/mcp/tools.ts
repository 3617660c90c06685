import { Failure } from '../../base/errors.ts';
import { say } from '../../base/text/advice.ts';
import { closest } from '../../base/text/nearest.ts';
import { advise } from '../../cli/advice/advise.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { heading, quote, record, stack, table, verbatim } from '../../cli/declare/view.ts';
import { jsonDocument } from '../../cli/output/text/json.ts';
import type { Tool } from '../../client/mcp/mcp.ts';
import * as s from '../../contract/schema/schema.ts';
import { agentProtocol, meaningOf } from './tool-meaning.ts';

const toolFields = s.object({
  ...s.each(['name', 'title', 'description'], s.fromOthers(s.string())),
  operation: s.string(),
  scope: s.oneOf(['read', 'read_write']),
  effect: s.string(),
  consent: s.boolean(),
  inputSchema: s.fromOthers(s.map(s.unknown())),
});

export const tools = command({
  name: 'tools',
  summary: 'List the MCP tools of the service, and what each does',
  about:
    'Names and descriptions come from the server. A tool with the name of an operation follows the rules of that operation. Any other tool needs consent, unless the server marks it as read-only.',
  uses: [agentProtocol.tools],
  tool: { never: 'lists the tools of another server' },
  answer: s.array(toolFields),
  args: { tool: arg.optionalText('only this tool, with its fields') },
  examples: [
    'outreach mcp tools',
    'outreach mcp tools send_reply_draft',
    'outreach mcp tools --json --fields name,consent',
  ],
  fails: ['not-found'],
  async run({ service }, { tool: name }) {
    const server = await service.agent();
    const found = await server.tools().finally(() => server.close());
    const items = (name === undefined ? found : [toolBy(name, found)]).map(described);
    return onePage(items);
  },
  view: ({ items }, { tool }) => (tool === undefined ? listView(items) : stack(...items.map(oneView))),
});

type Described = ReturnType<typeof described>;

function described(tool: Tool) {
  const { operation, same, consent } = meaningOf(tool);
  return {
    name: tool.name,
    title: tool.title ?? null,
    description: tool.description ?? null,
    operation: same?.id ?? null,
    scope: operation.scope,
    effect: same?.effect ?? (operation.kind === 'read' ? 'none' : 'unknown'),
    consent,
    inputSchema: tool.inputSchema,
  };
}

const listView = (items: readonly Described[]) =>
  table(
    items,
    [
      ['Tool', 'name', 'id'],
      ['Operation', 'operation', 'text', 3],
      ['Key', 'scope', 'choice'],
      ['Effect', 'effect'],
      ['Asks first', 'consent'],
      ['Description', ({ title, description }) => title ?? description, 'prose', 4],
    ],
    'The server has no tools.',
  );

const oneView = (tool: Described) =>
  stack(
    record(
      ['Tool', tool.name],
      ['Operation', tool.operation],
      ['Key', tool.scope, 'choice'],
      ['Effect', tool.effect],
      ['Asks first', tool.consent ? 'yes' : 'no'],
    ),
    ...(tool.description === null ? [] : [heading('Description'), quote(tool.description)]),
    heading('Fields'),
    verbatim(jsonDocument(tool.inputSchema.properties ?? tool.inputSchema)),
  );

/** Throws `not-found`, with the nearest name. */
export function toolBy(name: string, found: readonly Tool[]): Tool {
  const tool = found.find((candidate) => candidate.name === name);
  if (tool !== undefined) return tool;
  const meant = closest(
    name,
    found.map((candidate) => candidate.name),
  );
  throw new Failure('unknown_tool', `The agent-protocol server has no tool '${name}'`, {
    hint:
      meant === undefined
        ? say`See: ${advise('mcp tools')}`
        : say`Did you mean '${meant}'? All tools: ${advise('mcp tools')}`,
  });
}
