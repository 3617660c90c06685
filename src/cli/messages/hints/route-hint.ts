import type { FailureSubject, UnknownShape } from '../../../base/failure-subject.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import { advise } from '../../advice/advise.ts';
import { pattern } from '../../advice/line-of.ts';

type UnknownPath = Extract<FailureSubject, { is: 'unknown-path' }>;

export const routeCommand = (operation: string): string =>
  pattern('profiles route', { operation, route: '"<METHOD> <path>"' });

/** For a documented path as well: a service may have it at another place. */
export const routeLine = (operation: string): string =>
  `Where this service has it at another path: ${routeCommand(operation)}`;

/** What to do where a guessed path led somewhere else. */
export function shapeHint({ operation, guessed, method, path }: UnknownShape): Hint {
  const asItCame = say`As it came: ${advise('api', { target: method, path })}`;
  return guessed
    ? say`${asItCame}\nIts path is a guess; to set another: ${routeCommand(operation)}`
    : asItCame;
}

/** Why something is not known, where a warning names the line that sets the guessed path. */
export const withoutRoute = (why: string): string =>
  why.replaceAll(
    /This path is not documented:.*? route (\S+) "<METHOD> <path>"/g,
    'Its path is a guess ($1)',
  );

export const isFailedGuess = (why: string): boolean => withoutRoute(why) !== why;

/** A 404 that names no item but the whole path. */
export const pathHint = ({ operation, guessed }: UnknownPath): string =>
  guessed
    ? `This path is not documented: outreach guesses it. Ask the support of the service for the right one, and set it: ${routeCommand(operation)}`
    : [
        'Check that the base URL ends in /r: outreach profiles show',
        // A raw call has its method and path as a name.
        ...(operation.includes(' ') ? [] : [routeLine(operation)]),
      ].join('\n');
