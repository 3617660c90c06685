import { type FailureKind, kindOfStatus } from '../contract/errors.ts';
import type { AnyOperation } from '../contract/operation.ts';
import type { AnyCommand } from './command.ts';

const everywhere: readonly FailureKind[] = ['internal', 'usage', 'interrupted', 'terminated'];
const withService: readonly FailureKind[] = [
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'service',
  'unreachable',
];
const withEffect: readonly FailureKind[] = ['not-confirmed', 'conflict', 'payment', 'unknown-outcome'];

/** How a command may fail, as far as it follows from the operations it uses and from what it declares. */
export function endingsOf(command: AnyCommand): ReadonlySet<FailureKind> {
  return new Set<FailureKind>([
    ...everywhere,
    ...(command.uses.length > 0 ? withService : []),
    ...command.uses.flatMap(endingsOfOperation),
    ...(command.waits ? (['still-running', 'ended-badly'] as const) : []),
    ...(command.fails ?? []),
  ]);
}

function endingsOfOperation(operation: AnyOperation): readonly FailureKind[] {
  const kinds = (operation.statuses ?? []).filter((status) => status !== 400).map(kindOfStatus);
  if (operation.route.path.includes(':')) kinds.push('not-found');
  if (operation.route.method === 'DELETE') kinds.push('not-confirmed');
  if (operation.effect !== 'none') kinds.push(...withEffect);
  if (operation.retry.kind === 'never' || operation.retry.kind === 'checkFirst') kinds.push('unknown-outcome');
  return kinds;
}
