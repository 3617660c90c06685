import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Context } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import { fileFailure } from '../files/file-failure.ts';
import { platformWords } from '../outside/platform-words.ts';
import { listedText, openedText, readTools, type SessionTool, sessionTool } from './built-tools.ts';
import instructions from './instructions.md';
import { reachingText } from './reaching-tools.ts';
import { serveOnStdio, type ToolServer } from './stdio-server.ts';
import type { CallParts } from './tool-calls.ts';
import type { AgentTool } from './tools-of.ts';

interface ServeOptions {
  readonly level: AgentTool['level'];
  /** All, where none is named. */
  readonly groups: readonly string[] | undefined;
  /** Lists every tool, instead of those of every day. */
  readonly allTools: boolean;
  readonly folder: string | undefined;
}

/** Offers commands as tools to the program that reads standard output and writes standard input, until that ends. */
export async function serveTools(
  context: Context,
  { level, groups, allTools: listsAll, folder: named }: ServeOptions,
): Promise<void> {
  const { service, files, screen } = context;
  const all = await allTools(context);
  const folder = named === undefined ? undefined : realFolder(resolve(files.world.cwd, named), named);
  const why = absence(all, { level, groups, folder, inProcess: service.settings.inProcess });
  const tools = all.filter((tool) => why(tool) === undefined);
  const isWhole = listsAll || groups !== undefined;
  const shown = isWhole ? tools : tools.filter(({ core }) => core);
  // With a folder, what only reads the service may write a file.
  const reachesMore = level !== 'read' || folder !== undefined;
  const reaching = ['outreach_find', 'outreach_read', ...(reachesMore ? ['outreach_call'] : [])];
  const { target, profile } = service.settings;
  const as = `${target === 'live' ? 'LIVE' : 'Sandbox'}, ${profile === null ? 'key of OUTREACH_API_KEY' : `profile ${profile}`}`;
  screen.note(
    `Tools: ${shown.length + (isWhole ? 0 : reaching.length)} listed of ${tools.length} (${level}). ${as}. ${folder === undefined ? 'No files' : `Files in ${folder}`}.`,
  );
  if (files.world.stdin.isTTY)
    screen.note(
      `A program speaks to this: see outreach mcp serve --help. ${platformWords(files.world.platform).endOfInput} ends it.`,
    );
  await serveOnStdio(files.world, {
    instructions,
    names: new Set([...tools.map(({ name }) => name), ...reaching]),
    list: () =>
      `[${[
        ...shown.map((tool) => listed(tool, { hasFolder: folder !== undefined, isWhole })),
        ...(isWhole ? [] : reaching.map(reachingText)),
      ]}]`,
    call: whenCalled({
      world: files.world,
      reach: {
        tree: screen.tree,
        tools: new Map(tools.map((tool) => [tool.name, tool])),
        absent: new Map(all.map((tool) => [tool.path, why(tool)])),
        hasFolder: folder !== undefined,
      },
      options: [
        ...['--json', '--no-input'],
        ...(screen.globals.live ? ['--live'] : []),
        ...(screen.globals.debug ? ['--debug'] : []),
        ...profileOption(screen.globals.profile, service.settings),
      ],
      folder,
      log: screen.note,
    }),
    log: screen.note,
  });
}

/** What calls need is loaded by the first one. */
function whenCalled(parts: CallParts): ToolServer['call'] {
  let made: Promise<ToolServer['call']> | undefined;
  return async (...given) => {
    made ??= import('./tool-calls.ts').then(({ createToolCalls }) => createToolCalls(parts));
    return (await made)(...given);
  };
}

async function allTools({ files, screen }: Context): Promise<readonly SessionTool[]> {
  if (files.world.readFront !== undefined) return readTools(files.world.readFront);
  const { toolsOf } = await import('./tools-of.ts');
  return (await toolsOf(screen.tree)).map(sessionTool);
}

const toolLevels: readonly AgentTool['level'][] = ['read', 'work', 'effects'];

interface Bounds extends Pick<ServeOptions, 'level' | 'groups' | 'folder'> {
  readonly inProcess: boolean;
}

/** Why a session cannot call a tool; undefined where it can. Throws `usage` for a group that has none for it. */
function absence(all: readonly SessionTool[], { level, groups, folder, inProcess }: Bounds) {
  const elsewhere = (tool: SessionTool): string | undefined => {
    if (folder === undefined && tool.needsFolder)
      return 'it works with files, which takes mcp serve --folder';
    return inProcess || groupOf(tool) !== 'sandbox'
      ? undefined
      : 'it belongs to the sandbox on this machine, and the session to another service';
  };
  const known = [...new Set(all.filter((tool) => elsewhere(tool) === undefined).map(groupOf))];
  const unknown = groups?.find((group) => !known.includes(group));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    throw new Failure('invalid_value', `--groups: there is no group '${unknown}' with tools`, {
      hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Groups: ${known.join(', ')}`,
    });
  }
  const upTo = toolLevels.indexOf(level);
  return (tool: SessionTool): string | undefined => {
    const reason = elsewhere(tool);
    if (reason !== undefined) return reason;
    if (toolLevels.indexOf(tool.level) > upTo) return `it takes mcp serve --tools ${tool.level}`;
    return groups === undefined || groups.includes(groupOf(tool))
      ? undefined
      : 'its group is not in --groups';
  };
}

const groupOf = ({ path }: AgentTool): string => path.split(' ')[0] ?? '';

/** As the protocol lists it, as JSON. */
function listed(
  tool: SessionTool,
  { hasFolder, isWhole }: { readonly hasFolder: boolean; readonly isWhole: boolean },
): string {
  const { writesFiles, outputLength } = tool;
  const { listed } = tool;
  const text =
    hasFolder && writesFiles
      ? listedText({ ...listed, annotations: { ...listed.annotations, readOnlyHint: false } })
      : openedText(tool, hasFolder);
  return isWhole ? text : `${text.slice(0, -outputLength)}}`;
}

/** Whatever profile others choose meanwhile: a session stays in its account. */
function profileOption(named: string | undefined, { profile, keySource }: Settings): string[] {
  const name = named ?? (keySource === 'environment' ? undefined : profile);
  return name === undefined || name === null ? [] : [`--profile=${name}`];
}

function realFolder(path: string, named: string): string {
  try {
    if (!statSync(path).isDirectory()) throw { code: 'ENOTDIR' };
    return realpathSync(path);
  } catch (error) {
    throw fileFailure('read', named, error);
  }
}
