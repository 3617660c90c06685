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

/** Of the program, a group or a command: each has what applies to it. */
const node = {
  ...s.each(['name', 'summary', 'path', 'about', 'toolReason'], s.string()),
  ...s.each(['options', 'commands', 'arguments', 'inferred'], s.array(s.map(s.unknown()))),
  ...s.each(['aliases', 'examples', 'operations'], s.array(s.string())),
  scope: s.oneOf(['none', 'read', 'read_write']),
  effect: s.oneOf(['none', 'spends', 'buys', 'sends']),
  consent: s.oneOf(['always', 'when-running', 'never']),
  tool: s.oneOf(['read', 'work', 'effects', 'never']),
  exitCodes: s.array(s.integer()),
  ...s.each(['inputSchema', 'outputSchema', 'schemas'], s.map(s.unknown())),
};
/** One of several; with --short it has the names alone of what it takes. */
const listed = {
  ...node,
  ...s.each(['options', 'arguments'], s.array(s.either(s.string(), s.map(s.unknown())))),
};

export const commands = command({
  name: 'commands',
  summary: 'List all commands, for people and for programs',
  about: `If the words are not a command, matching commands are listed, best first. For the schemas of a single command, use \`outreach <command> --help --json\`.

\`consent\` says when a script needs --yes: always, never, or when-running (if the campaign is running, completed or in an unknown state). \`senders update\` and \`senders warmup set\` ask for several mailboxes, \`campaigns pause\` for --undo-limits. Seven commands take no --yes and still ask a person: \`profiles set\`, \`profiles route\`, \`journal accept\`, \`approvals approve\`, \`approvals protect\`, \`budgets add\` and \`start\`.

\`tool\` is the level of \`mcp serve\` that offers the command: read, work (costs nothing), effects (needs consent) or never (\`toolReason\` says why). A parameter with \`lineOnly\` exists only on the command line.`,
  uses: [],
  tool: 'read',
  answer: s.object({ version: s.string(), ...node, commands: s.array(s.object(listed)) }),
  rows: 'commands',
  local: true,
  args: {
    words: arg.optionalMany('a group or command, or words to search for', { hint: 'command|words' }),
    compact: opt.flag('with --json: path, summary, effect and tool of every command, at most 22 kB'),
    short: opt.flag('with --json: add the names of arguments and options, consent and exit codes'),
    schemas: opt.flag('with --json: add JSON Schemas of requests, arguments and results'),
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
      ['Command', 'path'],
      ['What it does', 'summary', 'prose', 1],
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

const inShort = ({ path, summary, arguments: args, options, tool, consent, exitCodes }: TreeCommand) => ({
  ...{ path, summary, arguments: namesOf(args), options: namesOf(options) },
  ...{ tool, consent, exitCodes },
});

const namesOf = (params: readonly { readonly name: string }[]) => params.map(({ name }) => name);

const keys = { none: 'none', read: 'read', read_write: 'read-write' } as const;

type Part = Pick<Tree, 'commands'> | TreeNode;

const leaves = (part: Part) => ('commands' in part ? leavesOf(part.commands) : [part]);

async function withSchemas(part: Part, entries: readonly GroupEntry[]) {
  const own = leaves(part);
  const found = await schemasByPath(
    entries,
    own.map(({ path }) => path),
  );
  const described = <N extends Part>(node: N): N =>
    'commands' in node
      ? { ...node, commands: node.commands.map(described) }
      : { ...node, ...found.get(node.path) };
  const jsonSchema = await loadJsonSchema();
  const used = new Set(own.flatMap((leaf) => leaf.operations));
  const requests = operations
    .filter(({ id }) => used.has(id))
    .map(({ id, query, body }) => [
      id,
      { ...(query && { query: jsonSchema(query) }), ...(body && { body: jsonSchema(body) }) },
    ]);
  return { ...described(part), schemas: Object.fromEntries(requests) };
}
