import { type Effect, isOnePiece } from '../../contract/operation.ts';
import { documentOf } from '../answer/answer-of.ts';
import type { AnyCommand, Group, GroupEntry } from '../declare/command.ts';
import { fieldsOf } from '../declare/known-fields.ts';
import type { Param } from '../declare/params.ts';
import { gravestOf } from '../describe/tree.ts';
import { isGroup } from '../line/find-command.ts';
import type { ListOfTool } from './fit-answer.ts';
import { loadListedTool } from './listed-tool.ts';
import type { ListedTool } from './stdio-server.ts';
import { isPagedHere, listName, namesFile, toolParams } from './tool-params.ts';

export interface AgentTool {
  readonly path: string;
  readonly level: 'read' | 'work' | 'effects';
  readonly core: boolean;
  readonly effect: Effect;
  /** Where it takes `page`. */
  readonly list?: ListOfTool | undefined;
  /** It answers with texts that others wrote. */
  readonly readsOthers: boolean;
  /** Arguments that name files; there are none where no folder is open. */
  readonly files: readonly string[];
  /** It works with files alone. */
  readonly needsFolder: boolean;
  /** It may write to one of them. */
  readonly writesFiles: boolean;
  readonly listed: ListedTool;
}

/** A tool for every command that can be one, in help order. Loads every command. */
export async function toolsOf(entries: readonly GroupEntry[]): Promise<AgentTool[]> {
  const listedTool = await loadListedTool();
  return (await placesIn(entries)).flatMap(({ path, command }) =>
    typeof command.tool === 'string' ? [toolOf(command, command.tool, listedTool(command, path), path)] : [],
  );
}

/** Of these paths: what a command answers with `--json`; of one that is a tool, also what it takes there. */
export async function schemasByPath(entries: readonly GroupEntry[], paths: readonly string[]) {
  const listedTool = await loadListedTool();
  const wanted = (await placesIn(entries)).filter(({ path }) => paths.includes(path));
  return new Map(
    wanted.flatMap(({ path, command }) => {
      const { inputSchema, outputSchema } = listedTool(command, path);
      if (typeof command.tool === 'string') return [[path, { inputSchema, outputSchema }] as const];
      return fieldsOf(documentOf(command, {}).schema).fields.size > 0
        ? [[path, { outputSchema }] as const]
        : [];
    }),
  );
}

interface Place {
  readonly path: string;
  readonly command: AnyCommand;
}

async function placesIn(entries: readonly GroupEntry[]): Promise<Place[]> {
  const nodes = await Promise.all(entries.map((entry) => entry.load()));
  return nodes.flatMap((node) => commandsIn(node, node.name));
}

function commandsIn(node: Group | AnyCommand, path: string): Place[] {
  if (!isGroup(node)) return [{ path, command: node }];
  return [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
    commandsIn(child, `${path} ${child.name}`),
  );
}

function toolOf(command: AnyCommand, level: AgentTool['level'], listed: ListedTool, path: string): AgentTool {
  const params = Object.entries<Param>(toolParams(command, true));
  return {
    path,
    level,
    core: command.core === true,
    effect: gravestOf(command.uses),
    list: params.some(([name]) => name === 'page') ? listOf(command) : undefined,
    readsOthers: JSON.stringify(listed.outputSchema).includes('"x-untrusted"'),
    needsFolder: params.some(([, param]) => param.required && namesFile(param)),
    files: params.flatMap(([name, param]) => (namesFile(param) ? [name] : [])),
    writesFiles: params.some(([, { type, use }]) => type === 'folder' || use === 'written'),
    listed,
  };
}

function listOf(command: AnyCommand): ListOfTool {
  const { uses, filters, onePiece } = command;
  const isHere = isPagedHere(command);
  const { paging } = uses.find(({ paging }) => paging !== undefined) ?? {};
  return {
    ...(paging &&
      !onePiece &&
      !isHere && { paging: { kind: paging.kind, default: paging.default, max: paging.max } }),
    ...(isHere && { isPagedHere: true }),
    name: listName(command),
    isOnePiece: !onePiece && !isHere && isOnePiece(paging),
    filters: Object.keys(filters ?? {}),
  };
}
