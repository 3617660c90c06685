import type { AnyCommand } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import type { Param, Params } from '../declare/params.ts';
import { optionsOf } from '../declare/shared-options.ts';

/** The options of all commands that a tool takes; who is asked, and which profile is used, the server says. */
const taken: readonly (keyof Globals)[] = [
  'fields',
  'page',
  'limit',
  'all',
  'dryRun',
  'maxCredits',
  'maxUsd',
  'maxRecipients',
];

export const namesFile = ({ type }: Pick<Param, 'type'>): boolean => type === 'file' || type === 'folder';

/** What a command takes as a tool, by name; files only where a folder is open. */
export function toolParams(command: AnyCommand, hasFolder: boolean): Params {
  const args: Params = command.args ?? {};
  const isLineOnly = (name: string) => args[name]?.lineOnly === true;
  const own = Object.entries(args)
    .filter(([, param]) => !param.lineOnly && (hasFolder || !namesFile(param)))
    // What takes its place on a line is not there.
    .map(([name, param]): [string, Param] =>
      param.unless?.every(isLineOnly) ? [name, { ...param, required: true }] : [name, param],
    );
  const shared = optionsOf(command).filter(({ key }) => taken.includes(key));
  return Object.fromEntries([...own, ...shared.map(({ key, param }): [string, Param] => [key, param])]);
}
