import type { StoredLooks } from '../../cli/answer/stored-looks.ts';
import type { Attention } from '../../domain/attention/attention.ts';
import type { SeenWebhooks } from '../../domain/attention/webhook-concerns.ts';
import type { Hidden } from './hidden.ts';

/** What looks of this machine at an account remember for the next one. No text of others is in it. */
export interface Looks {
  readonly webhooks: SeenWebhooks;
  /** By campaign. The pauses of a sequence hold while the campaign was not changed. */
  readonly sequences: Readonly<Record<string, SeenSequence>>;
  readonly concerns: Readonly<Record<string, string>>;
  readonly hidden: Hidden;
}

interface SeenSequence {
  readonly updatedAt: string | null;
  readonly delays: readonly number[];
}

const name = 'status';

export function findLooks(stored: StoredLooks): Looks {
  const {
    webhooks = {},
    sequences = {},
    concerns = {},
    hidden = {},
  } = JSON.parse(stored.findLook(name) ?? '{}') as Partial<Looks>;
  return { webhooks, sequences, concerns, hidden };
}

/** Whether it is stored: a home that cannot be written keeps nothing. */
export function keepLooks(stored: StoredLooks, before: Looks, looks: Looks): boolean {
  const text = JSON.stringify(looks);
  if (text === JSON.stringify(before)) return true;
  stored.keepLook(name, text);
  return stored.findLook(name) === text;
}

/** Changes the state of what was gone meanwhile, so that one that is hidden shows when it comes back. */
export function seenSince(
  attention: readonly Attention[],
  before: Looks['concerns'],
  { at, isWhole }: { readonly at: string; readonly isWhole: boolean },
): { readonly attention: Attention[]; readonly concerns: Looks['concerns'] } {
  const nameOf = ({ kind, id }: Attention) => `${kind}:${id ?? ''}`;
  const seen = Object.fromEntries(attention.map((one) => [nameOf(one), before[nameOf(one)] ?? at]));
  return {
    attention: attention.map((one) => ({ ...one, state: `${one.state} since ${seen[nameOf(one)]}` })),
    concerns: isWhole ? seen : { ...before, ...seen },
  };
}
