interface Run {
  readonly status: string;
  readonly killSwitch?: boolean | null | undefined;
}

/** A killed run keeps the status it had. */
export const runState = ({ status, killSwitch }: Run): string =>
  killSwitch ? `killed (was ${status})` : status;

export const hasEnded = ({ status, killSwitch }: Run): boolean =>
  killSwitch === true || status === 'completed' || status === 'failed';

export interface HasStatus {
  readonly status?: unknown;
}

const isOneOf = ({ status }: HasStatus, ...names: readonly string[]): boolean =>
  typeof status === 'string' && names.includes(status.toLowerCase());

/** Known not to run: there is nothing to pause. */
export const isAtRest = (one: HasStatus): boolean => isOneOf(one, 'draft', 'paused', 'completed');

export const isRunning = (one: HasStatus): boolean => isOneOf(one, 'running', 'active');
export const isPaused = (one: HasStatus): boolean => isOneOf(one, 'paused');

interface Webhook {
  readonly status?: string | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
}

export const webhookState = ({ status, isEnabled }: Webhook): string | undefined =>
  isEnabled === false ? 'disabled' : (status ?? (isEnabled == null ? undefined : 'enabled'));
