import type { AnyCommand, Group, GroupEntry } from '../../src/cli/declare/command.ts';
import { isToggle, type Param } from '../../src/cli/declare/params.ts';
import { optionsOf } from '../../src/cli/declare/shared-options.ts';
import { isGroup } from '../../src/cli/line/find-command.ts';

/** `src/cli/advice/lines.ts`: what the program may print of each command, a line each. */
export async function linesFile(tree: readonly GroupEntry[]): Promise<string> {
  const nodes = await Promise.all(tree.map((entry) => entry.load()));
  return `${head}\n${nodes.flatMap((node) => linesOf(node, node.name)).join('\n')}\n};\n`;
}

const head = `// Written by \`npm run generate\` from the commands: what each takes, and whether it reads, changes something or takes consent.
export type Word = string | number | bigint;
export type Num = number | bigint;
/** One that is not given is left out. */
export type Flag = true;
type Toggle = boolean;
/** One or several. */
export type List = Word | readonly Word[];

type Changes = 'reads' | 'changes' | 'effect';
/** Its arguments in their order, \`?\` behind those that may be left out, and the options that must be given. */
const line = <V>(changes: Changes, ...needs: readonly string[]): { changes: Changes; needs: readonly string[]; values?: V } => ({ changes, needs });

export const lines = {`;

function linesOf(node: Group | AnyCommand, path: string): string[] {
  if (isGroup(node))
    return [...node.commands, ...(node.groups ?? [])].flatMap((child) =>
      linesOf(child, `${path} ${child.name}`),
    );
  const own = Object.entries<Param>(node.args ?? {});
  const shared = optionsOf(node).filter(
    ({ key, family }) => family !== 'always' && !node.refuses?.includes(key),
  );
  const values = [...own, ...shared.map(({ key, param }) => [key, param] as const)].map(
    ([name, param]) => `${name}${param.required ? '' : '?'}: ${kindOf(param)}`,
  );
  const needed = own.flatMap(([name, { place, required }]) => {
    if (place === 'argument') return [`, '${name}${required ? '' : '?'}'`];
    return required ? [`, '--${name}'`] : [];
  });
  return [`  '${path}': line<{ ${values.join('; ')} }>('${changesOf(node)}'${needed.join('')}),`];
}

function kindOf(param: Param): string {
  const { type, many, exact } = param;
  if (many) return 'List';
  if (type === 'flag') return isToggle(param) ? 'Toggle' : 'Flag';
  // An id may come as text.
  return (type === 'integer' || type === 'number') && !exact ? 'Num' : 'Word';
}

/** What an agent may call where it may only read changes nothing. */
function changesOf({ tool, uses }: AnyCommand): 'reads' | 'changes' | 'effect' {
  if (tool === 'read') return 'reads';
  return tool === 'effects' || uses.some(({ effect }) => effect !== 'none') ? 'effect' : 'changes';
}
