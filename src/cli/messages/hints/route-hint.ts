import type { FailureSubject, UnknownShape } from '../../../base/failure-subject.ts';

type UnknownPath = Extract<FailureSubject, { is: 'unknown-path' }>;

export const routeCommand = (operation: string): string =>
  `outreach profiles route ${operation} "<METHOD> <path>"`;

/** For a documented path as well: a service may have it at another place. */
export const routeLine = (operation: string): string =>
  `Where this service has it at another path: ${routeCommand(operation)}`;

/** What to do where a guessed path led somewhere else. */
export function shapeHint({ operation, guessed, method, path }: UnknownShape): string {
  const asItCame = `As it came: outreach api ${method} ${path}`;
  return guessed ? `${asItCame}\nIts path is a guess; to set another: ${routeCommand(operation)}` : asItCame;
}

/** A 404 that names no item but the whole path. */
export const pathHint = ({ operation, guessed }: UnknownPath): string =>
  guessed
    ? `This path is not documented: outreach guesses it. Ask the support of the service for the right one, and set it: ${routeCommand(operation)}`
    : [
        'Check that the base URL ends in /r: outreach profiles show',
        ...(isNamed(operation) ? [routeLine(operation)] : []),
      ].join('\n');

/** A raw call has its method and path as a name. */
const isNamed = (operation: string): boolean => !operation.includes(' ');
