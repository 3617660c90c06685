import type { Tree } from '../describe/tree.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { tablesOf } from './tables.ts';
import { offersOf } from './words.ts';
import { zshScript } from './zsh.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** The whole completion of a shell as a script. It asks neither network nor files, and never runs the program. */
export const completionScript = (shell: Shell, tree: Tree): string =>
  scripts[shell](tablesOf(offersOf(tree)));
