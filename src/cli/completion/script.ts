import type { Tree } from '../describe/tree.ts';
import { bashParts } from './bash.ts';
import { fishParts } from './fish.ts';
import bash from './outreach.bash';
import fish from './outreach.fish';
import powershell from './outreach.ps1';
import zsh from './outreach.zsh';
import { powershellParts } from './powershell.ts';
import { tablesOf } from './tables.ts';
import { offersOf } from './words.ts';
import { zshParts } from './zsh.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** A script with the names of tables between `@@`, and those tables in the words of the shell. */
const scripts = {
  bash: [bash, bashParts],
  zsh: [zsh, zshParts],
  fish: [fish, fishParts],
  powershell: [powershell, powershellParts],
} as const;

/** The whole completion of a shell as a script. It runs the program for names alone, see `Place`. */
export function completionScript(shell: Shell, tree: Tree): string {
  const [template, partsOf] = scripts[shell];
  const parts: Readonly<Record<string, string>> = partsOf(tablesOf(offersOf(tree)));
  return template.replaceAll(/@@(\w+)@@/g, (hole, name: string) => parts[name] ?? hole);
}
