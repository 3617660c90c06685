import type { StoredLooks } from '../../cli/answer/stored-looks.ts';
import type { SeenWebhooks } from '../../domain/attention/webhook-concerns.ts';
import type { Hidden } from './hidden.ts';

/** What looks of this machine at an account remember for the next one. No text of others is in it. */
export interface Looks {
  readonly webhooks: SeenWebhooks;
  /** By campaign. The pauses of a sequence hold while the campaign was not changed. */
  readonly sequences: Readonly<Record<string, SeenSequence>>;
  readonly hidden: Hidden;
}

interface SeenSequence {
  readonly updatedAt: string | null;
  readonly delays: readonly number[];
}

const name = 'status';

export function findLooks(stored: StoredLooks): Looks {
  const looks = JSON.parse(stored.findLook(name) ?? '{}') as Partial<Looks>;
  const { webhooks = {}, sequences = {}, hidden = {} } = looks;
  return { webhooks, sequences, hidden };
}

/** Whether it is stored: a home that cannot be written keeps nothing. */
export function keepLooks(stored: StoredLooks, before: Looks, looks: Looks): boolean {
  const text = JSON.stringify(looks);
  if (text === JSON.stringify(before)) return true;
  stored.keepLook(name, text);
  return stored.findLook(name) === text;
}
