import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Context } from '../declare/command.ts';
import type { Settings } from '../declare/settings.ts';
import { fileFailure } from '../files/file-failure.ts';
import { platformWords } from '../outside/platform-words.ts';
import { listedText, readTools, type SessionTool, sessionTool } from './built-tools.ts';
import instructions from './instructions.md';
import { serveOnStdio, type ToolServer } from './stdio-server.ts';
import type { CallParts } from './tool-calls.ts';
import type { AgentTool } from './tools-of.ts';

interface ServeOptions {
  readonly level: AgentTool['level'];
  /** All, where none is named. */
  readonly groups: readonly string[] | undefined;
  readonly folder: string | undefined;
}

/** Offers commands as tools to the program that reads standard output and writes standard input, until that ends. */
export async function serveTools(
  context: Context,
  { level, groups, folder: named }: ServeOptions,
): Promise<void> {
  const { service, files, screen } = context;
  const all = await allTools(context);
  const folder = named === undefined ? undefined : realFolder(resolve(files.world.cwd, named), named);
  const offered = all.filter(
    (tool) =>
      (folder !== undefined || !tool.needsFolder) &&
      (service.settings.inProcess || groupOf(tool) !== 'sandbox'),
  );
  const tools = chosen(offered, level, groups);
  screen.note(
    `Tools: ${tools.length} (${level}). ${as(service.settings)}. ${folder === undefined ? 'No files' : `Files in ${folder}`}.`,
  );
  if (files.world.stdin.isTTY)
    screen.note(
      `A program speaks to this: see outreach mcp serve --help. ${platformWords(files.world.platform).endOfInput} ends it.`,
    );
  await serveOnStdio(files.world, {
    instructions,
    names: new Set(tools.map(({ name }) => name)),
    list: () => `[${tools.map((tool) => listed(tool, folder !== undefined))}]`,
    call: whenCalled({
      world: files.world,
      tree: screen.tree,
      tools: new Map(tools.map((tool) => [tool.name, tool])),
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

function chosen(
  all: readonly SessionTool[],
  level: AgentTool['level'],
  groups: readonly string[] | undefined,
): SessionTool[] {
  const known = [...new Set(all.map(groupOf))];
  const unknown = groups?.find((group) => !known.includes(group));
  if (unknown !== undefined) {
    const near = nearest(unknown, known);
    throw new Failure('invalid_value', `--groups: there is no group '${unknown}' with tools`, {
      hint: near.length > 0 ? `Did you mean ${near.join(', ')}?` : `Groups: ${known.join(', ')}`,
    });
  }
  const upTo = toolLevels.indexOf(level);
  return all.filter(
    (tool) =>
      toolLevels.indexOf(tool.level) <= upTo && (groups === undefined || groups.includes(groupOf(tool))),
  );
}

const groupOf = ({ path }: AgentTool): string => path.split(' ')[0] ?? '';

/** As the protocol lists it, as JSON. */
function listed(tool: SessionTool, hasFolder: boolean): string {
  if (!hasFolder) return tool.textWithoutFiles;
  if (!tool.writesFiles) return tool.text;
  const { annotations, ...rest } = tool.listed;
  return listedText({ ...rest, annotations: { ...annotations, readOnlyHint: false } });
}

/** Whatever profile others choose meanwhile: a session stays in its account. */
function profileOption(named: string | undefined, { profile, keySource }: Settings): string[] {
  const name = named ?? (keySource === 'environment' ? undefined : profile);
  return name === undefined || name === null ? [] : [`--profile=${name}`];
}

const as = ({ target, profile }: Settings): string =>
  `${target === 'live' ? 'LIVE' : 'Sandbox'}, ${profile === null ? 'key of OUTREACH_API_KEY' : `profile ${profile}`}`;

function realFolder(path: string, named: string): string {
  try {
    if (!statSync(path).isDirectory()) throw { code: 'ENOTDIR' };
    return realpathSync(path);
  } catch (error) {
    throw fileFailure('read', named, error);
  }
}
