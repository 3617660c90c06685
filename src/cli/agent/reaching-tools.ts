import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { closest } from '../../base/text/nearest.ts';
import type { GroupEntry } from '../declare/command.ts';
import { isGroup, resolve } from '../line/find-command.ts';
import { listedText, openedText, type SessionTool } from './built-tools.ts';

type Given = Readonly<Record<string, unknown>>;

/** What a session can call, listed or not. */
export interface Reach {
  readonly tree: readonly GroupEntry[];
  readonly tools: ReadonlyMap<string, SessionTool>;
  /** Why it cannot call others that are tools, by path; undefined for those that it can. */
  readonly absent: ReadonlyMap<string, string | undefined>;
  readonly hasFolder: boolean;
}

const reaching = (
  name: string,
  description: string,
  properties: Readonly<Record<string, object>>,
  [readOnlyHint, destructiveHint, openWorldHint]: readonly [boolean, boolean, boolean],
) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties,
    required: Object.keys(properties).slice(0, 1),
    additionalProperties: false,
  },
  annotations: { readOnlyHint, destructiveHint, idempotentHint: readOnlyHint, openWorldHint },
});

const named = {
  command: { type: 'string', description: 'such as blocklist list or blocklist_list' },
  arguments: { type: 'object', description: 'as outreach_find shows them' },
};
const words = { type: ['string', 'array'], items: { type: 'string' }, description: 'a task, or one command' };

/** They are no commands: the last two do what the command that they name does, under its rules. */
const reachingTools = [
  reaching(
    'outreach_find',
    'Find commands for a task, also those that are not listed: what each takes, answers and changes. Calls nothing.',
    { words },
    [true, false, false],
  ),
  reaching('outreach_read', 'Call any command that only reads: free, and nothing changes.', named, [
    true,
    false,
    true,
  ]),
  reaching(
    'outreach_call',
    'Call any other command: what spends, sends or deletes, a person approves first.',
    named,
    [false, true, true],
  ),
];

export const reachingText = (name: string): string =>
  listedText(reachingTools.find((tool) => tool.name === name) ?? {});

/** `leads export-subject`, `leads_export_subject` and the tool `leads_export-subject` are one. */
const keyOf = (command: string): string =>
  command
    .trim()
    .replace(/^outreach\s+/, '')
    .replaceAll(/[\s_-]+/g, ' ');

const toolNamed = ({ tools }: Reach, command: string): SessionTool | undefined =>
  [...tools.values()].find(({ path }) => keyOf(path) === keyOf(command));

const onlyReads = ({ level, writesFiles }: SessionTool, { hasFolder }: Reach): boolean =>
  level === 'read' && !(hasFolder && writesFiles);

/** The tool that a call of `outreach_read` or `outreach_call` is for. Throws `usage` before anything runs. */
export async function reachedTool(by: string, given: Given, reach: Reach) {
  refuseUnknown(given, Object.keys(named));
  const { command, arguments: args = {} } = given;
  if (typeof command !== 'string' || command.trim() === '')
    throw new Failure('missing_argument', 'command is missing: the words of a command; nothing was done');
  if (!isRecord(args))
    throw new Failure('invalid_value', 'arguments must be an object, by name; nothing was done');
  const tool = toolNamed(reach, command);
  if (tool === undefined) throw await absence(command, reach);
  if (by === 'outreach_read' && !onlyReads(tool, reach))
    throw new Failure('invalid_value', `${tool.path} does more than read; nothing was done`, {
      hint: `Call it as ${tool.name}, or with outreach_call.`,
    });
  return { tool, given: args };
}

async function absence(command: string, reach: Reach): Promise<Failure> {
  const { tree, absent } = reach;
  const [path = command, reason] = [...absent].find(([path]) => keyOf(path) === keyOf(command)) ?? [];
  if (reason !== undefined) return new Failure('invalid_value', `${path} is not in this session: ${reason}`);
  const typed = command.trim().replace(/^outreach\s+/, '');
  const { node } = await resolve(tree, typed.split(/[\s_]+/)).catch((error) => {
    if (!(error instanceof Failure)) throw error;
    // Its own words are for a line of the program.
    throw new Failure('unknown_command', `There is no command ${JSON.stringify(typed)}; nothing was done`, {
      hint: meant(typed, reach),
    });
  });
  if (node === undefined || isGroup(node))
    return new Failure('unknown_command', `${command} is a group; nothing was done`, {
      hint: 'Its commands: outreach_find',
    });
  if (typeof node.tool === 'object')
    return new Failure('invalid_value', `${typed} is never a tool (${node.tool.never}); nothing was done`);
  return new Failure('unknown_command', `${JSON.stringify(typed)} is more than a command; nothing was done`, {
    hint: 'Pass the rest of it as arguments.',
  });
}

function meant(typed: string, { tools }: Reach): string {
  const near = closest(
    keyOf(typed),
    [...tools.values()].map(({ path }) => path),
  );
  return `${near === undefined ? '' : `Did you mean ${near}? `}outreach_find shows what there is.`;
}

const mostFound = 5;
/** An answer is sent twice, as data and as text: both together stay within 40,000 bytes. */
const longestFound = 17_000;

/** The document of `outreach_find`: the best, as they are listed, and the names of others. */
export async function foundTools(given: Given, reach: Reach): Promise<Given> {
  refuseUnknown(given, ['words']);
  const typed = [given.words ?? []].flat();
  if (typed.length === 0 || !typed.every((word) => typeof word === 'string'))
    throw new Failure('missing_argument', 'words is missing: text, or a list of texts');
  const { findCommands } = await import('../describe/find-commands.ts');
  const one = toolNamed(reach, typed.join(' '));
  const all = (one ? [one] : [...reach.tools.values()]).map((tool) => {
    const { inputSchema, outputSchema, description } = JSON.parse(openedText(tool, reach.hasFolder));
    return { tool, path: tool.path, summary: description, inputSchema, outputSchema };
  });
  const found = one
    ? all
    : findCommands(
        all.map((entry) => ({ ...entry, about: JSON.stringify(entry.inputSchema.properties) })),
        typed,
      );
  const items = found.slice(0, mostFound).map(({ tool, path, summary, inputSchema, outputSchema }) => ({
    command: path,
    tool: tool.name,
    description: summary,
    level: tool.level,
    effect: tool.effect,
    by: onlyReads(tool, reach) ? 'outreach_read' : 'outreach_call',
    inputSchema,
    outputSchema,
  }));
  const size = () => listedText(items).length;
  // What it answers is seen by a call too; the last found can do without first.
  for (const item of items.toReversed()) if (size() > longestFound) delete item.outputSchema;
  while (items.length > 1 && size() > longestFound) items.pop();
  return { items, more: found.slice(items.length).map(({ tool }) => tool.name), total: found.length };
}

/** Throws `usage` for an argument that is not among these. */
export function refuseUnknown(given: object, known: readonly string[]): void {
  const name = Object.keys(given).find((name) => !known.includes(name));
  if (name === undefined) return;
  const meant = closest(name, known);
  const all = known.length === 0 ? 'The tool takes no arguments.' : `Arguments: ${known.join(', ')}`;
  throw new Failure('unknown_option', `There is no argument ${JSON.stringify(name)}; nothing was done`, {
    hint: meant === undefined ? all : `Did you mean ${meant}? ${all}`,
  });
}
