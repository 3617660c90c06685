import type { StoredChecks } from '../../cli/launch/check/stored-checks.ts';
import type { SeenWebhooks } from '../../domain/attention/webhook-concerns.ts';

/** What looks of this machine at an account remember for the next one. No text of others is in it. */
export interface Looks {
  readonly webhooks: SeenWebhooks;
  /** By campaign. The pauses of a sequence hold while the campaign was not changed. */
  readonly sequences: Readonly<Record<string, SeenSequence>>;
}

export interface SeenSequence {
  readonly updatedAt: string | null;
  readonly delays: readonly number[];
}

const name = 'status';

export function findLooks(stored: StoredChecks): Looks {
  const { webhooks = {}, sequences = {} } = JSON.parse(stored.findLook(name) ?? '{}') as Partial<Looks>;
  return { webhooks, sequences };
}

export function keepLooks(stored: StoredChecks, before: Looks, looks: Looks): void {
  const text = JSON.stringify(looks);
  if (text !== JSON.stringify(before)) stored.keepLook(name, text);
}
