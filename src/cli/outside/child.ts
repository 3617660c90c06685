import type { ChildProcess, StdioOptions } from 'node:child_process';
import { constants } from 'node:os';
import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import type { ChildEnd, ChildProgram } from '../declare/world.ts';
import { platformWords } from './platform-words.ts';
import { startProgram } from './start-program.ts';

type Signal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

export interface Surroundings {
  /** Aborted when the time of the command is over; signals reach the child by `onSignal`. */
  readonly signal: AbortSignal;
  /** Listens until the function it gives is called. */
  onSignal(name: Signal, heard: () => void): () => void;
  readonly platform: string;
  /** A terminal sends Ctrl-C to the child by itself. */
  readonly hasTerminal: boolean;
}

/** Runs a program with our streams until it ends; hands on the signals that ask for an end. Throws `usage` where it cannot be started. */
export function runChild(
  { command, args, env, input }: ChildProgram,
  { signal, onSignal, platform, hasTerminal }: Surroundings,
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const stdio: StdioOptions = [input ? 'pipe' : 'inherit', 'inherit', 'inherit'];
    const failed = (error: NodeJS.ErrnoException) => reject(notStarted(command, error, platform));
    let child: ChildProcess;
    try {
      child = startProgram(command, args, { stdio, env: { ...env } });
    } catch (error) {
      return failed(error as NodeJS.ErrnoException);
    }
    if (input && child.stdin) {
      child.once('spawn', () => child.stdin && input.pipe(child.stdin));
      // A pager that is left early is not an error; what is still to be written learns it here.
      child.stdin.on('error', (error) => input.destroy(error));
    }
    const deaf = [
      // Twice would be the impatient one, which many programs take for an order to drop everything.
      onSignal('SIGINT', () => hasTerminal || child.kill('SIGINT')),
      onSignal('SIGTERM', () => child.kill('SIGTERM')),
      onSignal('SIGHUP', () => child.kill('SIGHUP')),
    ];
    const terminate = () => child.kill('SIGTERM');
    signal.addEventListener('abort', terminate, { once: true });
    const end = () => {
      signal.removeEventListener('abort', terminate);
      for (const stop of deaf) stop();
    };
    child.once('error', (error: NodeJS.ErrnoException) => {
      end();
      failed(error);
    });
    child.once('close', (code, signal) => {
      end();
      resolve({ code, signal });
    });
  });
}

/** The code a shell would end with: 128 and the number of the signal, where one ended it. */
export const exitOfChild = ({ code, signal }: ChildEnd): number =>
  code ?? 128 + (constants.signals[signal as NodeJS.Signals] ?? 0);

function notStarted(command: string, error: NodeJS.ErrnoException, platform: string): Failure {
  const [reason, code]: [string, FailureCode] =
    error.code === 'ENOENT'
      ? ['there is no such command', 'command_not_found']
      : error.code === 'EACCES'
        ? ['you may not run it', 'command_not_executable']
        : [error.message, 'command_not_started'];
  return new Failure(code, `Could not start '${command}': ${reason}`, {
    hint: `The command runs as it is, without a shell. For pipes and variables: ${platformWords(platform).shell}`,
    cause: error,
  });
}
