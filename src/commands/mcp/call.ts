import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { tellsBill, withWarned } from '../../cli/answer/with-warnings.ts';
import { isYesConsent } from '../../cli/consent/person-gate.ts';
import { allOf, anyFields, opened, reading, recordOf, wholeOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import type { Quote } from '../../cli/declare/quote.ts';
import { verbatim } from '../../cli/declare/view.ts';
import { bodyFrom, fieldEntries } from '../../cli/input/fields.ts';
import { readJson } from '../../cli/input/json.ts';
import { jsonDocument } from '../../cli/output/text/json.ts';
import { priceIn, rawCallFacts, warnOfRawCall } from '../../cli/spending/raw-call.ts';
import { unlistedFacts, withUnlisted } from '../../cli/spending/unlisted-fields.ts';
import type { Tool, ToolInput } from '../../client/mcp/mcp.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { Schema } from '../../contract/schema/schema.ts';
import { toolName } from '../../contract/tools.ts';
import { agentProtocol, type Meaning, meaningOf } from './tool-meaning.ts';
import { toolBy } from './tools.ts';

type Fields = Readonly<Record<string, unknown>>;

export const call = command({
  name: 'call',
  summary: 'Call an MCP tool of the service, with the same questions as other commands',
  about: `A tool with the name of an operation follows the rules of that operation. For example, \`send_reply_draft\` needs consent as \`outreach drafts send\` does, is recorded as the same request, and is never repeated. Launch checks do not run, and recipients are not looked up (blocked, said no). An argument that is not documented needs consent. A tool that the server marks as read-only runs at once. Any other tool needs consent, and exits with code 14 if its response is lost.

The key of the profile is sent to the address of the server: \`outreach profiles set <name> --mcp-url <url>\`. The sandbox has its own MCP server.`,
  uses: [agentProtocol.tools, agentProtocol.call],
  tool: { never: 'makes raw calls' },
  answer: toolAnswer,
  args: {
    tool: arg.text('tool name, from `mcp tools`', { hint: 'tool', offers: operations.map(toolName) }),
    field: opt.each('an argument of the tool; numbers, true, false and null keep their type', {
      hint: 'name=value',
    }),
    rawField: opt.each('an argument of the tool, always as text', { hint: 'name=value' }),
    input: opt.file('all arguments as a JSON object, - for stdin', 'document'),
  },
  excludes: [['input', 'field', 'rawField']],
  examples: [
    'outreach mcp call list_leads --field limit=5',
    'outreach mcp call send_reply_draft --field id="$(outreach drafts list --limit 1 --fields id)" --yes',
    'outreach mcp call create_campaign --field name=Autumn --dry-run',
  ],
  async run(context, { tool: name, ...given }): Promise<unknown> {
    const input: ToolInput = { body: { name, arguments: await argumentsOf(context, given) } };
    const server = await context.service.agent();
    const { dryRun } = context.screen.globals;
    const named = meaningOf({ name });
    if (named.same !== undefined) await server.check(named.same, input);
    // Where no consent is needed, the gate ends a dry run at the request, and the tool list is not read.
    if (dryRun && !named.consent)
      await server.approve(named.operation, input, () => ({ spend: {}, facts: [] }));
    if (!dryRun && named.same !== undefined) server.refuseWrite(named.operation);
    try {
      const tool = toolBy(name, await server.tools());
      refuseWithout(tool, input.body.arguments);
      const meaning = meaningOf(tool);
      const { same } = meaning;
      const unlisted = same === undefined ? [] : await server.unlisted(same, input);
      const operation = withUnlisted(meaning.operation, unlisted);
      if (!dryRun) server.refuseWrite(operation);
      const facts = () => quoteOf(tool, { same, unlisted }, input, server.url);
      const asks = meaning.consent || unlisted.length > 0 || steersUnseen(context, same);
      const approval =
        asks || dryRun ? await server.approve(operation, input, facts, { always: asks }) : undefined;
      if (same !== undefined) warnOfRawCall(context.screen, same, inputOf(input.body));
      const answer = await server.call(operation, input, approval);
      if (same?.id.startsWith('leads.') && same.kind === 'write') {
        const { warnEmptiedBy } = await import('../../cli/launch/warn-emptied.ts');
        warnEmptiedBy(context.screen, same, input.body.arguments);
      }
      return answer;
    } finally {
      await server.close();
    }
  },
  view: (data) => verbatim(jsonDocument(data)),
});

/** What it changes of email that goes out is not looked up: where only a person agrees, one is always asked. */
const steersUnseen = (context: Context, same: AnyOperation | undefined): boolean =>
  same?.steers !== undefined && !isYesConsent(context.files.world, context.service.settings);

/** A tool that is an operation answers what that answers; of others nothing is known. */
function toolAnswer({ tool }: { readonly tool?: string }): Schema {
  const { same } = meaningOf({ name: tool ?? '' });
  if (same === undefined) return anyFields;
  const known = allOf(wholeOf(same), recordOf(same));
  if (same.kind === 'read') return reading(opened(known));
  return tellsBill(same) ? withWarned(known) : known;
}

/** Before anybody is asked to agree to a call that cannot work. */
function refuseWithout({ name, inputSchema }: Tool, given: Fields): void {
  const { required } = inputSchema;
  const missing = Array.isArray(required)
    ? required.filter((field) => !Object.hasOwn(given, String(field)))
    : [];
  if (missing.length === 0) return;
  throw new Failure('missing_argument', `${name} needs ${missing.join(', ')}`, {
    hint: `Add ${missing.map((field) => `--field ${field}=…`).join(' ')}`,
  });
}

interface Given {
  readonly field: readonly string[] | undefined;
  readonly rawField: readonly string[] | undefined;
  readonly input: string | undefined;
}

async function argumentsOf({ files }: Context, { field = [], rawField = [], input }: Given): Promise<Fields> {
  if (input === undefined) return bodyFrom(fieldEntries(field, rawField));
  const source = input === '-' ? 'stdin' : input;
  const value = await readJson(await files.readText(input, 'document'), source);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure('invalid_json', `${source} must contain a JSON object: the arguments by name`);
  return value as Fields;
}

/** The facts in the call itself; nothing is looked up. A price that is not among them is not known. */
function quoteOf(
  tool: Tool,
  { same, unlisted }: Pick<Meaning, 'same'> & { readonly unlisted: readonly string[] },
  { body }: ToolInput,
  url: string,
): Quote {
  return {
    ...priceIn(same, body.arguments, unlisted),
    facts: [
      `Tool: ${tool.name} of ${url}`,
      ...(same === undefined
        ? ['This tool is not documented: it may spend, buy, send or delete.']
        : [`Same as: ${pattern('api', { target: same.id })}`, ...rawCallFacts(same, inputOf(body))]),
      ...unlistedFacts(unlisted),
      `Arguments: ${shown(body.arguments)}`,
      ...(tool.description === undefined ? [] : [{ theirs: tool.description.slice(0, 200) }]),
    ],
    question: `Call the tool ${tool.name}`,
  };
}

/** A tool has ids and body side by side. */
const inputOf = ({ arguments: given }: ToolInput['body']): AnyInput => ({
  params: given as NonNullable<AnyInput['params']>,
  body: given,
});

/** By name only: values may be secret, and an email text is long. */
function shown(given: Fields): string {
  const names = Object.entries(given).map(([name, value]) =>
    typeof value === 'number' ? `${name} ${value}` : name,
  );
  return names.length === 0 ? 'none' : names.join(', ');
}
