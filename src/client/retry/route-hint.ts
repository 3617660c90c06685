import type { AnyOperation } from '../../contract/operation.ts';

/** The line that gives an operation another path. */
export const routeCommand = ({ id }: Pick<AnyOperation, 'id'>): string =>
  `outreach profiles route ${id} "<METHOD> <path>"`;

/** What to do where a guessed path led somewhere else. */
export const routeHint = (operation: AnyOperation): string | undefined =>
  operation.route.source === 'inferred'
    ? `Its path is a guess; to set another: ${routeCommand(operation)}`
    : undefined;
