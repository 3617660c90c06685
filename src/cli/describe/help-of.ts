import type { AnyCommand, Group, GroupEntry } from '../declare/command.ts';
import { isGroup } from '../line/find-command.ts';
import { commandHelp, groupHelp } from './help.ts';
import type { HelpPart } from './help-page.ts';
import { rootHelp } from './root-help.ts';

interface Spot {
  readonly path: readonly string[];
  /** Absent at the root. */
  readonly node?: Group | AnyCommand;
}

/** The page of what is at `path`; with `all`, also what every command has in common. */
export function helpOf(tree: readonly GroupEntry[], { path, node }: Spot, all = false): HelpPart[] {
  if (node === undefined) return rootHelp(tree, all);
  return isGroup(node) ? groupHelp(node, path) : commandHelp(node, path, all);
}
