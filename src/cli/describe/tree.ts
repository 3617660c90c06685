import { omitUndefined } from '../../base/omit-undefined.ts';
import type { Consent } from '../../contract/consent.ts';
import type { AnyOperation, Effect, Scope } from '../../contract/operation.ts';
import type { AnyCommand, Group, GroupEntry, Tool, Verbs } from '../declare/command.ts';
import { type NameKind, namesOfAsked } from '../declare/name-kinds.ts';
import { isToggle, type Param, type ParamType } from '../declare/params.ts';
import { kebab, type OptionFamily, optionsOf, placeIn, sharedOptions } from '../declare/shared-options.ts';
import { aliasesOf } from '../line/aliases.ts';
import { consentOfCommand } from '../spending/consent-of-command.ts';
import { exitCodesOf } from './exit-codes.ts';
import { operationsOf } from './operations-of.ts';

/** The program as plain data, for help, completion, the reference and programs that drive this one. */
export interface Tree {
  readonly name: string;
  readonly summary: string;
  /** Taken by every command; not repeated below. */
  readonly options: readonly TreeOption[];
  readonly commands: readonly TreeNode[];
}

export type TreeNode = TreeGroup | TreeCommand;

interface TreeGroup {
  readonly name: string;
  /** Without the program's name: `campaigns sequence`. */
  readonly path: string;
  readonly summary: string;
  /** In the order of work. */
  readonly examples: readonly string[];
  readonly commands: readonly TreeNode[];
}

export interface TreeCommand {
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly about?: string;
  /** Other words for its name: `ls`. */
  readonly aliases: readonly string[];
  readonly arguments: readonly TreeParam[];
  /** Its own and the shared ones, without those of every command. */
  readonly options: readonly TreeOption[];
  readonly examples: readonly string[];
  /** The key it needs; `none` where it works without one. */
  readonly scope: Scope | 'none';
  /** The gravest thing it can do that cannot be taken back. */
  readonly effect: Effect;
  /** Whether it ends with 3 without `--yes`; `when-running`: where the campaign is neither draft nor paused. */
  readonly consent: Consent;
  /** As which kind of tool `mcp serve` offers it. */
  readonly tool: ToolKind;
  /** Why it is never a tool. */
  readonly toolReason?: string;
  readonly exitCodes: readonly number[];
  /** Ids of the operations it may call. */
  readonly operations: readonly string[];
  /** Those of them whose path the service's documentation does not show. */
  readonly inferred: readonly { id: string; method: string; path: string; reason: string }[];
}

type ToolKind = Extract<Tool, string> | 'never';

export interface TreeParam extends ReturnType<typeof describeParam> {
  readonly name: string;
  /** What it cannot be used together with: `--file`, `<address>`. */
  readonly excludes?: readonly string[];
}

export interface TreeOption extends TreeParam {
  /** `--max-credits`. */
  readonly name: string;
  /** `-q`. */
  readonly short?: string;
  /** There is also `--no-…`. */
  readonly negatable?: boolean;
  /** Its heading in help. */
  readonly group?: string;
  readonly explainedIn?: string;
  /** `own`, or the family it is shared through. */
  readonly family: OptionFamily | 'own';
  /** The service does not have this filter: the list is read to its end where need be. */
  readonly filteredHere?: true;
}

export const program = {
  name: 'outreach',
  summary: 'Cold-email outreach from the command line, with a sandbox to rehearse in.',
} as const;

/** Loads every group. */
export async function loadTree(entries: readonly GroupEntry[]): Promise<Tree> {
  const loaded = await Promise.all(entries.map((entry) => entry.load()));
  return { ...program, options: globalOptions(), commands: loaded.map((node) => describe(node, node.name)) };
}

export const globalOptions = (): TreeOption[] => describeShared('always');

export const describeShared = (wanted: OptionFamily): TreeOption[] =>
  sharedOptions.flatMap(({ key, family, param }) =>
    family === wanted ? [describeOption(key, param, family)] : [],
  );

function describe(node: Group | AnyCommand, path: string): TreeNode {
  if (!('commands' in node)) return describeCommand(node, path);
  const below = [...node.commands, ...(node.groups ?? [])];
  return {
    name: node.name,
    path,
    summary: node.summary,
    examples: examplesOf(node),
    commands: below.map((child) => describe(child, `${path} ${child.name}`)),
  };
}

export const examplesOf = (group: Verbs): readonly string[] =>
  group.examples ?? firstExamples(group).slice(0, 3);

const firstExamples = ({ commands, groups = [] }: Verbs): string[] => [
  ...commands.flatMap(({ examples }) => examples.slice(0, 1).map(String)),
  ...groups.flatMap(firstExamples),
];

export function describeCommand(command: AnyCommand, path: string): TreeCommand {
  const args: TreeParam[] = [];
  const options: TreeOption[] = [];
  for (const [key, param] of Object.entries((command.args ?? {}) as Readonly<Record<string, Param>>)) {
    const others = excluded(command, key);
    if (param.place === 'argument') {
      args.push({ name: kebab(key), ...describeParam(param), ...others });
      continue;
    }
    const filteredHere = key in (command.filters ?? {}) && { filteredHere: true as const };
    options.push({ ...describeOption(key, param, 'own'), ...others, ...filteredHere });
  }
  for (const { key, family, param } of optionsOf(command))
    if (family !== 'always' && !command.refuses?.includes(key))
      options.push(describeOption(key, param, family));
  return {
    name: command.name,
    path,
    summary: command.summary,
    ...omitUndefined({ about: command.about }),
    aliases: aliasesOf(command.name),
    arguments: args,
    options,
    examples: command.examples,
    scope: scopeOf(command.uses),
    effect: gravestOf(command.uses),
    consent: consentOfCommand(command),
    ...(typeof command.tool === 'string'
      ? { tool: command.tool }
      : { tool: 'never', toolReason: command.tool.never }),
    exitCodes: exitCodesOf(command),
    operations: operationsOf(command).map((operation) => operation.id),
    inferred: operationsOf(command).flatMap(inferredRoute),
  };
}

function excluded(command: AnyCommand, key: string): Pick<TreeParam, 'excludes'> {
  const keys = excludedWith(command, key);
  return keys.length === 0 ? {} : { excludes: keys.map((other) => placeIn(command.args ?? {}, other)) };
}

/** What cannot be given beside it. */
export function excludedWith({ excludes = [] }: AnyCommand, key: string): string[] {
  const keys: string[] = [];
  for (const [one = '', ...others] of excludes as readonly (readonly string[])[])
    if (one === key) keys.push(...others);
    else if (others.includes(key)) keys.push(one);
  return keys;
}

/** Every command of the tree, in help order. */
export function leavesOf(nodes: readonly TreeNode[]): TreeCommand[] {
  return nodes.flatMap((node) => ('commands' in node ? leavesOf(node.commands) : [node]));
}

/** The node at these words, or undefined. */
export function nodeAt(tree: Pick<Tree, 'commands'>, words: readonly string[]): TreeNode | undefined {
  const [first, ...rest] = words;
  const node = tree.commands.find((candidate) => candidate.name === first);
  if (node === undefined || rest.length === 0) return node;
  return 'commands' in node ? nodeAt(node, rest) : undefined;
}

function describeOption(key: string, param: Param, family: TreeOption['family']): TreeOption {
  return {
    name: `--${kebab(key)}`,
    ...omitUndefined({ short: param.short && `-${param.short}`, negatable: isToggle(param) || undefined }),
    ...describeParam(param),
    ...omitUndefined({ group: param.group, explainedIn: param.explainedIn }),
    family,
  };
}

function describeParam(param: Param) {
  const { type, summary, required, many, whole, choices, offers, min, max, moment, hint, use, lineOnly } =
    param;
  // What the value names, where the declaration says so, or its type, or what a person is asked for instead.
  const names = param.names ?? namesOfType[param.type] ?? (param.asked && namesOfAsked[param.asked]);
  const told = { whole: whole || undefined, choices, offers, names, min, max, moment, hint, use, lineOnly };
  return { type, summary, required, many, ...omitUndefined(told) };
}

const namesOfType: Partial<Record<ParamType, NameKind>> = { country: 'countries', zone: 'zones' };

function scopeOf(uses: readonly AnyOperation[]): TreeCommand['scope'] {
  if (uses.length === 0) return 'none';
  return uses.some((operation) => operation.scope === 'read_write') ? 'read_write' : 'read';
}

/** The gravest effect of these calls. */
export function gravestOf(uses: readonly AnyOperation[]): Effect {
  const order = ['sends', 'buys', 'spends'] as const;
  return order.find((effect) => uses.some((operation) => operation.effect === effect)) ?? 'none';
}

function inferredRoute({ id, route }: AnyOperation): TreeCommand['inferred'] {
  if (route.source === 'documented') return [];
  return [{ id, method: route.method, path: route.path, reason: route.reason ?? '' }];
}
