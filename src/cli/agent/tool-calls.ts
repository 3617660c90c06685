import { atMost } from '../../base/at-most.ts';
import { Failure } from '../../base/errors.ts';
import type { Transport } from '../../contract/wire.ts';
import { ownPlaces } from '../../local/folders.ts';
import type { GroupEntry } from '../declare/command.ts';
import type { World } from '../declare/world.ts';
import { noRoom, openRoom } from '../files/room.ts';
import { isGroup, resolve } from '../line/find-command.ts';
import { failureOf } from '../messages/show-failure.ts';
import { foundTools, type Reach, reachedTool } from './reaching-tools.ts';
import { runLine } from './run-line.ts';
import type { CallWatch, ToolServer } from './stdio-server.ts';
import { answerOf, documentAnswer, failureAnswer, type ToolAnswer } from './tool-answer.ts';
import { longestArguments, toolLine } from './tool-line.ts';
import { givenToLine, toolParams } from './tool-params.ts';
import type { AgentTool } from './tools-of.ts';

export interface CallParts {
  readonly world: World;
  readonly reach: Reach;
  /** In front of every line: the profile and how it is printed. */
  readonly options: readonly string[];
  /** Real; undefined where no file is read or written. */
  readonly folder: string | undefined;
  log(line: string): void;
}

const readsAtOnce = 4;

/** Characters that a read may print: what is longer is stopped, and what is shorter is cut to fit. */
const longestRead = 20_000_000;

/** Clients give up after a minute. What goes on by itself is not waited for at all: another tool shows it. */
const longestWait = '45s';

/** Runs the calls of one session, each as a line: what changes something in turn, and a few reads beside it. */
export function createToolCalls({ world, reach, options, folder, log }: CallParts): ToolServer['call'] {
  const { tree, tools } = reach;
  const groups = [...tree.map(({ name }) => name), 'help'];
  const [reading, changing] = [atMost(readsAtOnce), atMost(1)];
  const [own, written] = [ownPlaces(world), new Map<string, string | undefined>()];
  let hasReadOthers = false;
  const readOthers = () => hasReadOthers;
  const networks = new Map<string, Transport>();
  const network = (baseUrl: string): Transport => {
    const known = networks.get(baseUrl) ?? world.network(baseUrl);
    networks.set(baseUrl, known);
    return known;
  };

  const namesOf = ({ listed }: AgentTool) => ({
    args: Object.keys(listed.inputSchema.properties),
    tools,
    groups,
  });

  const runTool = async (
    tool: AgentTool,
    given: Given,
    { cancelled, progress }: CallWatch,
    command: unknown,
  ): Promise<ToolAnswer> => {
    if (cancelled.aborted || world.signal.aborted)
      throw new Failure('interrupted', 'The call was cancelled before it began');
    const argv = await lineOf(tree, tool, given, { options, hasFolder: folder !== undefined });
    const room = folder === undefined ? noRoom : openRoom(folder, world.platform, { own, written });
    try {
      const mostOutput = tool.level === 'read' ? longestRead : Number.POSITIVE_INFINITY;
      const { ways, hasAnswered } = watched({ network, sandbox: world.sandbox });
      const agent = { name: 'mcp serve', readOthers, progress };
      const parts = { agent, room, ...ways, cwd: folder ?? world.cwd };
      const ran = await runLine(world, tree, { argv, mostOutput, cancelled }, parts);
      for (const line of ran.err.split('\n')) if (line !== '' && !line.startsWith('{')) log(line);
      const answer = await answerOf(ran, namesOf(tool), tool, given, command);
      const saysMore = answer.isError || answer.content.length > 1;
      const hasRead = hasAnswered() || tool.files.some((name) => given[name] !== undefined);
      hasReadOthers ||= saysMore && mayQuoteOthers(ran.failure, hasRead);
      return answer;
    } finally {
      room.close();
    }
  };

  const call = async (tool: AgentTool, given: Given, watch: CallWatch, command?: unknown) => {
    hasReadOthers ||= tool.readsOthers || (folder !== undefined && tool.writesFiles);
    const inTurn = tool.level === 'read' ? reading : changing;
    const answer = await inTurn(() => runTool(tool, given, watch, command)).catch((error) =>
      failureAnswer(failureOf(world, error), namesOf(tool)),
    );
    // Facts may quote a lead or a draft.
    hasReadOthers ||= 'approvalRequired' in answer.structuredContent || 'facts' in answer.structuredContent;
    log(`${tool.listed.name}: ${endOf(answer)}`);
    return answer;
  };

  return async (name, given, watch) => {
    const listed = tools.get(name);
    if (listed !== undefined) return call(listed, given, watch);
    try {
      if (name === 'outreach_find') return documentAnswer(await foundTools(given, reach));
      const reached = await reachedTool(name, given, reach);
      return await call(reached.tool, reached.given, watch, given.command);
    } catch (error) {
      return failureAnswer(failureOf(world, error), { args: Object.keys(given), tools, groups });
    }
  };
}

type Given = Readonly<Record<string, unknown>>;

/** Throws `usage` before anything is run. */
async function lineOf(
  tree: readonly GroupEntry[],
  { path, level }: AgentTool,
  given: Given,
  { options, hasFolder }: { readonly options: readonly string[]; readonly hasFolder: boolean },
): Promise<string[]> {
  if (sizeOf(given) > longestArguments)
    throw new Failure('invalid_value', 'The arguments are too long; nothing was done', {
      hint: 'Put long texts into a file.',
    });
  const words = path.split(' ');
  const { node } = await resolve(tree, words);
  if (node === undefined || isGroup(node)) throw new Error(`no command ${path}`);
  const waiting = !node.waits ? [] : level === 'read' ? [`--wait-timeout=${longestWait}`] : ['--no-wait'];
  const params = toolParams(node, hasFolder);
  return [...words, ...options, ...waiting, ...toolLine(params, givenToLine(node, given))];
}

function sizeOf(given: Given): number {
  try {
    return JSON.stringify(given).length;
  } catch {
    throw new Failure('invalid_value', 'The arguments are nested too deeply; nothing was done');
  }
}

/** For the log: neither what was given nor what came, which may be about people. */
function endOf({ structuredContent, isError }: ToolAnswer): string {
  const { approvalRequired, error } = structuredContent as Readonly<Record<string, Given | undefined>>;
  if (isError) return `${error?.code}, exit code ${error?.exitCode}`;
  return approvalRequired ? `waits for the approval ${approvalRequired.code}` : 'done';
}

/** What is said with these is ours: numbers, states, and options that a person has. */
const plain = [
  ...['ceiling_exceeded', 'daily_ceiling_exceeded', 'price_unknown', 'recipients_unknown'],
  ...['done_recently', 'in_progress'],
] as const;

/** Whether its texts may quote others: a service that was asked, or a file. Before that they are our own. */
const mayQuoteOthers = (failure: Failure | undefined, hasRead: boolean): boolean =>
  hasRead && !(failure?.is(...plain) === true && failure.status === undefined && failure.cause === undefined);

/** The ways to the service, which remember that it has answered. */
function watched({ network, sandbox }: Pick<World, 'network' | 'sandbox'>) {
  let answered = false;
  const watching =
    (transport: Transport): Transport =>
    async (...exchange) => {
      const answer = await transport(...exchange);
      answered = true;
      return answer;
    };
  return {
    ways: {
      network: (baseUrl: string) => watching(network(baseUrl)),
      sandbox: async () => watching(await sandbox()),
    },
    hasAnswered: () => answered,
  };
}
