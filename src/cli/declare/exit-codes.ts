import { type FailureKind, kindOfStatus } from '../../base/errors.ts';
import { isGuarded } from '../../client/retry/is-guarded.ts';
import { consentOf } from '../../contract/consent.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { AnyCommand } from './command.ts';
import { exitCodeOf } from './exit-code.ts';

/** What each way to end means to whoever reads the exit code; 0 beside them is `done`. */
const meanings: Readonly<Record<FailureKind, string>> = {
  internal: 'a fault of this program',
  usage: 'the line, the input or the configuration is wrong (400); nothing was done',
  'not-confirmed': 'not confirmed, or over the stated ceiling; nothing was sent',
  unauthenticated: 'no key, or a key the service does not take (401)',
  forbidden: 'the key is read-only, or the plan does not allow it (403)',
  'not-found': 'not found (404)',
  conflict:
    'in conflict or impossible now, the price rose, or the same was done a moment ago (409, 410, 422)',
  'still-running': 'still running when the wait ended',
  'rate-limited': 'rate limited for longer than the wait allowed (429)',
  payment: 'payment, credits, seats or plan allowance (402)',
  service: 'the service failed after retries, or its answer cannot be read',
  unreachable: 'could not connect; nothing was sent',
  'unknown-outcome': 'outcome unknown: it may have happened, do not repeat it',
  partial: 'partly done; the output lists what failed',
  'ended-badly': 'it ended, and not well: an import failed, a check failed, a signature is bad',
  differs: 'differs',
  interrupted: 'interrupted (Ctrl-C)',
  terminated: 'terminated',
};

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
  ...(Object.keys(meanings) as FailureKind[]).map((kind) => [exitCodeOf(kind), meanings[kind]] as const),
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
    ...command.uses.flatMap(endingsOf),
    ...(command.waits ? (['still-running', 'ended-badly'] as const) : []),
    ...(command.fails ?? []),
  ]);
  return [0, ...[...kinds].map(exitCodeOf)].sort((a, b) => a - b);
}

function endingsOf(operation: AnyOperation): readonly FailureKind[] {
  const kinds = (operation.statuses ?? []).filter((status) => status !== 400).map(kindOfStatus);
  if (operation.route.path.includes(':')) kinds.push('not-found');
  if (consentOf(operation) !== 'never') kinds.push('not-confirmed');
  if (consentOf(operation) === 'when-running') kinds.push('conflict');
  if (operation.effect !== 'none') kinds.push(...withEffect);
  // The same was done a moment ago: refused, or answered with No.
  if (isGuarded(operation)) kinds.push('conflict', 'not-confirmed', 'unknown-outcome');
  return kinds;
}
