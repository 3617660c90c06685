import type { ChildProcess, SpawnOptions } from 'node:child_process';
import spawn from 'cross-spawn';

/**
 * Starts a program without a shell. On Windows most are scripts (`npm.cmd`), which Node neither finds by the word that
 * people type nor starts: the library looks along PATH and PATHEXT, and has cmd.exe read their arguments back as they are.
 * Throws what Node says of arguments that no program can get.
 */
export const startProgram = (command: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(command, [...args], options);
