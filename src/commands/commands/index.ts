import { schemasByPath } from '../../cli/agent/tools-of.ts';
import { command, type GroupEntry } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { findCommands } from '../../cli/describe/find-commands.ts';
import { loadJsonSchema } from '../../cli/describe/json-schema.ts';
import {
  leavesOf,
  loadTree,
  nodeAt,
  type Tree,
  type TreeCommand,
  type TreeNode,
} from '../../cli/describe/tree.ts';
import { resolve } from '../../cli/line/find-command.ts';
import { operations } from '../../contract/index.ts';
import * as s from '../../contract/schema/schema.ts';

export const commands = command({
  name: 'commands',
  summary: 'Every command, for people and for programs',
  about: `Other words search for matching commands, best first. \`outreach <command> --help --json\` prints one command with --schemas.

\`consent\` says when a script needs --yes: always, when-running or never. \`when-running\` is for a campaign that runs, has completed, or is in an unknown state. Some with \`never\` still ask a person and may exit with 3. They are \`profiles set\`, \`profiles route\`, \`journal accept\`, \`approvals approve\`, \`approvals protect\`, \`budgets add\` and \`start\`.

\`tool\` is its kind in \`mcp serve\`: read, work (costs nothing), effects (needs consent) or never (\`toolReason\`). A parameter with \`lineOnly\` is not an argument of the tool.`,
  uses: [],
  tool: 'read',
  answer: s.object({
    ...s.each(['version', 'name', 'summary'], s.string()),
    ...s.each(['options', 'commands'], s.array(s.map(s.unknown()))),
    ...s.each(['path', 'about'], s.string()),
    aliases: s.array(s.string()),
    arguments: s.array(s.map(s.unknown())),
    examples: s.array(s.string()),
    scope: s.oneOf(['none', 'read', 'read_write']),
    effect: s.oneOf(['none', 'spends', 'buys', 'sends']),
    consent: s.oneOf(['always', 'when-running', 'never']),
    tool: s.oneOf(['read', 'work', 'effects', 'never']),
    toolReason: s.string(),
    exitCodes: s.array(s.integer()),
    operations: s.array(s.string()),
    inferred: s.array(s.map(s.unknown())),
    ...s.each(['inputSchema', 'outputSchema', 'schemas'], s.map(s.unknown())),
  }),
  local: true,
  args: {
    words: arg.optionalMany('only this group or command, or words to search for', { hint: 'command|words' }),
    compact: opt.flag('path, summary, effect and tool of every command, at most 22 kB (with --json)'),
    short: opt.flag('add names of arguments and options, consent and exit codes (with --json)'),
    schemas: opt.flag('add JSON Schemas of requests, arguments and answers (with --json)'),
  },
  excludes: [
    ['compact', 'short', 'schemas'],
    ['short', 'schemas'],
  ],
  examples: [
    'outreach commands',
    'outreach commands --json --compact',
    'outreach commands stop all mail --json',
    'outreach commands leads add --json --schemas',
  ],
  async run({ files, screen }, { words, compact, short, schemas }) {
    const { tree: entries, globals } = screen;
    const tree = await loadTree(entries);
    const named = words.length === 0 ? tree : nodeAt(tree, words);
    const part = named ?? { commands: findCommands(leavesOf(tree.commands), words) };
    const isFound = named !== undefined || leaves(part).length > 0;
    if (!isFound) await resolve(entries, words);
    const { version } = files.world;
    if (short) return { version, commands: leaves(part).map(inShort) };
    if (schemas) return { version, ...(await withSchemas(part, entries)) };
    if (compact || (!named && globals.json)) return { commands: leaves(part).map(compactly) };
    return { version, ...part };
  },
  view: (part) =>
    table<Row>('name' in part ? leaves(part) : part.commands, [
      ['Command', ({ path }) => path],
      ['What it does', ({ summary }) => summary, 'prose', 1],
      ['Key', ({ scope }) => scope && keys[scope]],
      ['Effect', ({ effect }) => (effect === 'none' ? '' : effect)],
    ]),
});

type Row = Pick<TreeCommand, 'path' | 'summary'> & Partial<Pick<TreeCommand, 'scope' | 'effect'>>;

/** What an agent needs to find a command: small enough to be read whole. */
const compactly = ({ path, summary, effect, tool }: TreeCommand) => ({
  path,
  summary,
  ...(effect !== 'none' && { effect }),
  tool,
});

const inShort = ({ path, summary, arguments: args, options, ...rest }: TreeCommand) => ({
  path,
  summary,
  arguments: namesOf(args),
  options: namesOf(options),
  tool: rest.tool,
  consent: rest.consent,
  exitCodes: rest.exitCodes,
});

const namesOf = (params: readonly { readonly name: string }[]) => params.map(({ name }) => name);

const keys = { none: 'none', read: 'read', read_write: 'read-write' } as const;

type Part = Pick<Tree, 'commands'> | TreeNode;

const leaves = (part: Part) => ('commands' in part ? leavesOf(part.commands) : [part]);

async function withSchemas(part: Part, entries: readonly GroupEntry[]) {
  const paths = leaves(part).map(({ path }) => path);
  const found = await schemasByPath(entries, paths);
  const described = <N extends Part>(node: N): N =>
    'commands' in node
      ? { ...node, commands: node.commands.map(described) }
      : { ...node, ...found.get(node.path) };
  return { ...described(part), schemas: await requestsOf(part) };
}

async function requestsOf(part: Part) {
  const jsonSchema = await loadJsonSchema();
  const used = new Set(leaves(part).flatMap((leaf) => leaf.operations));
  return Object.fromEntries(
    operations
      .filter(({ id }) => used.has(id))
      .map(({ id, query, body }) => [
        id,
        { ...(query && { query: jsonSchema(query) }), ...(body && { body: jsonSchema(body) }) },
      ]),
  );
}
