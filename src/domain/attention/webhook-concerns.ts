import type { webhooks } from '../../contract/areas/webhooks.ts';
import type { Output } from '../../contract/operation.ts';
import { minute } from '../window.ts';
import { ageOf } from './age.ts';
import { type Concern, concern } from './attention.ts';

type Webhook = Output<typeof webhooks.list>['webhooks'][number];

/** By id: enabled, disabled from the first look on, or since when one that was enabled is seen disabled. */
export type SeenWebhooks = Readonly<Record<string, 'enabled' | 'disabled' | { readonly since: string }>>;

/** What is to be remembered after this look; what is gone is forgotten. */
export function lookedAt(found: readonly Webhook[], seen: SeenWebhooks, now: number): SeenWebhooks {
  const looked: Record<string, SeenWebhooks[string]> = Object.create(null);
  for (const { id, isEnabled } of found) {
    const before = seen[String(id)] ?? 'disabled';
    const disabled = before === 'enabled' ? { since: new Date(now).toISOString() } : before;
    looked[String(id)] = isEnabled === false ? disabled : 'enabled';
  }
  return looked;
}

/** Webhooks that this machine saw enabled before, by the memory after the look. */
export function webhookConcerns(found: readonly Webhook[], seen: SeenWebhooks, now: number): Concern[] {
  const concerns: Concern[] = [];
  for (const { id, type, url } of found) {
    const state = seen[String(id)];
    if (typeof state !== 'object') continue;
    const age = ageOf(state.since, now);
    const isNew = now - Date.parse(state.since) < minute;
    const disabled = isNew
      ? 'is disabled now'
      : `has been disabled for ${age ? `at least ${age}` : 'some time'}`;
    // An address may hold a password or a token.
    const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? 'its address';
    const message = `webhook ${id} (${type} to ${host}) was enabled at an earlier look, and ${disabled}`;
    const own = { oldestAt: state.since, id: String(id), state: state.since };
    concerns.push(concern('webhook-disabled', 'warn', message, own));
  }
  return concerns;
}
