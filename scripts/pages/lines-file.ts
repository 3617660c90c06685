import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { isToggle, type Param } from '../../src/cli/declare/params.ts';
import { optionsOf } from '../../src/cli/declare/shared-options.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';

/** Of `src/cli/advice`: `takes.json`, what each command takes, and `lines.tsv`, what a line of it needs and changes. */
export async function linesFiles(tree: readonly GroupEntry[]): Promise<{ takes: string; lines: string }> {
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  const commands = nodes.flatMap((node) => commandsOf(node, node.name));
  const takes = commands.map(({ path, takes }) => `  ${JSON.stringify(path)}: ${JSON.stringify(takes)}`);
  const lines = commands.map(({ path, changes, needs }) => `${path}\t${changes}\t${needs}\n`);
  return { takes: `{\n${takes.join(',\n')}\n}\n`, lines: `command\tchanges\tneeds\n${lines.join('')}` };
}

interface Line {
  readonly path: string;
  readonly takes: Readonly<Record<string, unknown>>;
  readonly changes: 'reads' | 'changes' | 'effect';
  readonly needs: string;
}

function commandsOf(node: Group | AnyCommand, path: string): Line[] {
  if (isGroup(node))
    return [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
      commandsOf(child, `${path} ${child.name}`),
    );
  const own = Object.entries<Param>(node.args ?? {});
  const shared = optionsOf(node).filter(
    ({ key, family }) => family !== 'always' && !node.refuses?.includes(key),
  );
  const takes = [...own, ...shared.map(({ key, param }) => [key, param] as const)].map(
    ([name, param]) => [`${name}${param.required ? '' : '?'}`, sampleOf(param)] as const,
  );
  const needs = own.flatMap(([name, { place, required }]) => {
    if (place === 'argument') return [`${name}${required ? '' : '?'}`];
    return required ? [`--${name}`] : [];
  });
  return [{ path, takes: Object.fromEntries(takes), changes: changesOf(node), needs: needs.join(' ') }];
}

/** A value of the kind that `lines.ts` reads from it. */
function sampleOf(param: Param): unknown {
  const { type, many, exact } = param;
  if (many) return [];
  if (type === 'flag') return isToggle(param) ? null : true;
  // An id may come as text.
  return (type === 'integer' || type === 'number') && !exact ? 0 : '';
}

/** What an agent may call where it may only read changes nothing. */
function changesOf({ tool, uses }: AnyCommand): Line['changes'] {
  if (tool === 'read') return 'reads';
  return tool === 'effects' || uses.some(({ effect }) => effect !== 'none') ? 'effect' : 'changes';
}
