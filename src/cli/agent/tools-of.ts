import type { AnyOperation } from '../../contract/operation.ts';
import type { AnyCommand, Group, GroupEntry } from '../declare/command.ts';
import type { Param } from '../declare/params.ts';
import { isGroup } from '../line/find-command.ts';
import type { ListedTool } from './stdio-server.ts';
import { toolParams } from './tool-params.ts';

export interface AgentTool {
  readonly path: string;
  readonly level: 'read' | 'work' | 'effects';
  /** It answers with texts that others wrote. */
  readonly readsOthers: boolean;
  /** Arguments that name files; there are none where no folder is open. */
  readonly files: readonly string[];
  readonly listed: ListedTool;
}

/** A tool for every command that can be one, in help order. Loads every command. */
export async function toolsOf(entries: readonly GroupEntry[]): Promise<AgentTool[]> {
  const found: AgentTool[] = [];
  for (const entry of entries)
    for (const { path, command } of commandsIn(await entry.load(), [entry.name]))
      if (typeof command.tool === 'string') found.push(toolOf(command, command.tool, path));
  return found;
}

interface Place {
  readonly path: readonly string[];
  readonly command: AnyCommand;
}

function commandsIn(node: Group | AnyCommand, path: readonly string[]): Place[] {
  if (!isGroup(node)) return [{ path, command: node }];
  return [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
    commandsIn(child, [...path, child.name]),
  );
}

function toolOf(command: AnyCommand, level: AgentTool['level'], path: readonly string[]): AgentTool {
  const params = Object.entries<Param>(toolParams(command, true));
  const outputSchema = outputOf(level);
  return {
    path: path.join(' '),
    level,
    readsOthers: JSON.stringify(outputSchema).includes('"x-untrusted"'),
    files: params.flatMap(([name, { type }]) => (type === 'file' || type === 'folder' ? [name] : [])),
    listed: {
      name: path.join('_'),
      description: `${command.summary}.${level === 'effects' ? approvalRule : ''}`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(params.map(([name, param]) => [name, schemaOf(param)])),
        required: params.flatMap(([name, { required }]) => (required ? [name] : [])),
        additionalProperties: false,
      },
      outputSchema,
      annotations: annotationsOf(command, level),
    },
  };
}

const approvalRule =
  ' Needs the approval of a person outside of this session where it spends, sends or deletes: the answer is then approvalRequired with a code. Tell the person, and make the same call again when they have approved.';

const anyObject = { type: 'object' };
const approvalRequired = {
  type: 'object',
  required: ['approvalRequired'],
  properties: { approvalRequired: anyObject },
};
const failed = { type: 'object', required: ['error'], properties: { error: anyObject, result: anyObject } };

const outputOf = (level: AgentTool['level']): object => ({
  type: 'object',
  anyOf: [anyObject, ...(level === 'effects' ? [approvalRequired] : []), failed],
});

const annotationsOf = ({ uses }: AnyCommand, level: AgentTool['level']) => ({
  readOnlyHint: level === 'read',
  destructiveHint: level === 'effects',
  idempotentHint: uses.every(mayBeRepeated),
  openWorldHint: uses.length > 0,
});

const mayBeRepeated = ({ retry }: AnyOperation): boolean =>
  retry.kind === 'safe' || retry.kind === 'idempotencyKey';

function schemaOf(param: Param): object {
  const { many, summary, required } = param;
  const description = required ? summary : summary;
  return many ? { type: 'array', items: itemOf(param), description } : { ...itemOf(param), description };
}

function itemOf({ type, choices, min, max }: Param): object {
  if (type === 'flag') return { type: 'boolean' };
  if (type !== 'integer' && type !== 'number') return { type: 'string', ...(choices && { enum: choices }) };
  return { type, ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
