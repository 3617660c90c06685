import { Failure } from './errors.ts';

/** Why a server of ours could not take a port: another program has it, or the system refuses it. */
export function portFailure(error: NodeJS.ErrnoException, port: number): Failure {
  if (error.code === 'EADDRINUSE')
    return new Failure('port_taken', `Port ${port} is taken by another program`, {
      hint: 'Choose another one, or --port 0 for any that is free.',
      cause: error,
    });
  return new Failure('port_refused', `Port ${port} cannot be opened: ${error.message}`, {
    hint: 'Ports below 1024 need special rights; choose a higher one.',
    cause: error,
  });
}
