import type { World } from '../../cli/declare/world.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import type { UnreadEvent } from '../../domain/events/event-identity.ts';
import { suppressedBy } from '../../domain/events/suppressed.ts';

/** An event that cannot be read, or whose address cannot be understood; `value` is the text in its place. */
export interface RejectedEvent extends UnreadEvent {
  readonly value: string | null;
}

export interface SuppressedIn {
  /** Events that could be read. */
  readonly read: number;
  /** Of who unsubscribed or bounced for good, each once. */
  readonly addresses: readonly string[];
  readonly rejects: readonly RejectedEvent[];
}

/** Who must not be emailed again, by files of events. */
export async function suppressedIn(world: World, files: readonly string[]): Promise<SuppressedIn> {
  const { readEventPayloads } = await import('../../cli/files/saved-events.ts');
  const { events, unread } = await readEventPayloads(world, files);
  const addresses = new Set<string>();
  const rejects: RejectedEvent[] = unread.map((one) => ({ ...one, value: null }));
  for (const { payload, file, line } of events) {
    const found = suppressedBy(payload);
    if (found === undefined) continue;
    if ('address' in found) addresses.add(blockKey(found.address));
    else rejects.push({ file, line, reason: found.problem, value: found.value });
  }
  return { read: events.length, addresses: [...addresses], rejects };
}
