/** What people call the state of a thing, in lists and where they choose one. */

interface Run {
  readonly status: string;
  readonly killSwitch?: boolean | null | undefined;
}

/** A killed run keeps the status it had. */
export const runState = ({ status, killSwitch }: Run): string =>
  killSwitch ? `killed (was ${status})` : status;

/** Nothing is left of it that can be killed. */
export const hasEnded = ({ status, killSwitch }: Run): boolean =>
  killSwitch === true || status === 'completed' || status === 'failed';

/** Known not to run: there is nothing to pause. */
export const isAtRest = ({ status }: { readonly status?: unknown }): boolean =>
  status === 'draft' || status === 'paused' || status === 'completed';

interface Webhook {
  readonly status?: string | null | undefined;
  readonly isEnabled?: boolean | null | undefined;
}

/** Off, or else what the service says of it. */
export const webhookState = ({ status, isEnabled }: Webhook): string | undefined =>
  isEnabled === false ? 'disabled' : (status ?? (isEnabled == null ? undefined : 'enabled'));
