import { kindOfStatus } from '../../base/errors.ts';
import { exitCodeOf, type FailureKind, failureKinds } from '../../base/failure-codes.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { AnyCommand } from '../declare/command.ts';
import { operationsOf } from './operations-of.ts';

const everywhere: readonly FailureKind[] = ['internal', 'usage', 'interrupted', 'terminated'];
const withService: readonly FailureKind[] = [
  'unauthenticated',
  'forbidden',
  'rate-limited',
  'service',
  'unreachable',
];
const withEffect: readonly FailureKind[] = ['not-confirmed', 'conflict', 'payment', 'unknown-outcome'];

/** Every exit code and what it means, in order. */
export const exitCodes: readonly (readonly [code: number, meaning: string])[] = [
  [0, 'done'] as const,
  ...Object.values(failureKinds).map(({ exit, meaning }) => [exit, meaning] as const),
].sort(([a], [b]) => a - b);

/** Those that any command with a service behind it may end with; help says them once. */
export const usualExitCodes: readonly number[] = [0, ...[...everywhere, ...withService].map(exitCodeOf)].sort(
  (a, b) => a - b,
);

/** The codes a command may end with, as far as they follow from the operations it uses and from what it declares. */
export function exitCodesOf(command: AnyCommand): number[] {
  const kinds = new Set<FailureKind>([
    ...everywhere,
    ...(command.uses.length > 0 ? withService : []),
    ...operationsOf(command).flatMap(endingsOf),
    ...(command.waits ? (['still-running', 'ended-badly'] as const) : []),
    ...(command.fails ?? []),
  ]);
  return [0, ...[...kinds].map(exitCodeOf)].sort((a, b) => a - b);
}

function endingsOf(operation: AnyOperation): readonly FailureKind[] {
  const kinds: FailureKind[] = [];
  for (const status of operation.statuses ?? []) if (status !== 400) kinds.push(kindOfStatus(status));
  if (operation.route.path.includes(':')) kinds.push('not-found');
  if (consentOf(operation) !== 'never') kinds.push('not-confirmed');
  if (consentOf(operation) === 'when-running') kinds.push('conflict');
  if (operation.effect !== 'none') kinds.push(...withEffect);
  // The same command ran just before: refused, or answered with No.
  if (isGuarded(operation)) kinds.push('conflict', 'not-confirmed', 'unknown-outcome');
  return kinds;
}
