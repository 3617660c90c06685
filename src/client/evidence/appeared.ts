import type { AnyOperation } from '../../contract/operation.ts';
import { canonical } from '../api/approval.ts';
import { pagesOf } from '../lists/pages.ts';
import type { Fit } from './compare.ts';
import { type Evidence, type Finding, type Item, nothing, type Probe } from './evidence.ts';

export interface Appearance {
  /** The list in which the thing appears, newest first or all at once. */
  readonly list: AnyOperation;
  /** The field of the list's answer that holds the items, where the list is not paged. */
  readonly items?: string;
  /** The field that tells items apart. */
  readonly key?: string;
  /** The call may be sent again under its Idempotency-Key: its effect may be older than the last sending. */
  readonly resent?: true;
  /** Does this item, which was not there before, come of that call? */
  matches(item: Item, looking: Probe): Fit | Promise<Fit>;
  /** As much of the call's answer as the item tells. */
  answer(item: Item, looking: Probe): Promise<unknown> | unknown;
}

/** How many items are remembered and looked at: more than one command, and other users beside it, can add meanwhile. */
export const depth = 200;

/** Of what fits, so many are shown to a person where nothing tells old from new. */
const shownCandidates = 5;

/** So much older than the call a thing counts as older whatever the clock of the service says. */
const certainlyOlderMs = 86_400_000;

/** By how much the clocks of the service and of this machine may differ before a thing counts as older than the call. */
const clockSlackMs = 5000;

/** Evidence that a new item is in a list: exactly one that was not there before and fits the call. */
export function appeared(appearance: Appearance): Evidence {
  const { key = 'id', answer } = appearance;
  // An item without an id is identified by all of its fields.
  const keyOf = (item: Item) => String(item[key] ?? canonical(item));
  return {
    whenNothing: 'ask',
    snapshot: async (looking) => (await newest(appearance, looking)).map(keyOf),
    async look(looking, snapshot): Promise<Finding> {
      const known = new Set(snapshot as string[]);
      const items = await newest(appearance, looking);
      const isNew = (item: Item) => !known.has(keyOf(item));
      const { sure, unsure } = await sorted(items.filter(isNew), appearance, looking);
      const [one] = sure;
      // What came in between may have pushed the one we look for, or another like it, out of sight.
      const lost = items.length >= windowOf(appearance) && items.every(isNew);
      if (one !== undefined && sure.length === 1 && !lost)
        return { kind: 'done', answer: await answer(one, looking) };
      if (sure.length === 0 && unsure.length === 0 && !lost) return nothing;
      return { kind: 'several', matches: [...sure, ...unsure] };
    },
    async candidates(looking) {
      const found: Item[] = [];
      for (const item of await newest(appearance, looking)) {
        if (isOlder(item, looking, certainlyOlderMs)) continue;
        if ((await appearance.matches(item, looking)) !== false) found.push(item);
        if (found.length === shownCandidates) break;
      }
      return found;
    },
  };
}

async function sorted(items: readonly Item[], { matches, resent }: Appearance, looking: Probe) {
  const [sure, unsure]: [Item[], Item[]] = [[], []];
  for (const item of items) {
    const fit = await matches(item, looking);
    if (fit === false) continue;
    // A list that lagged behind when it was noted did not show everything that was there before the call.
    const doubtful = fit === 'perhaps' || (!resent && isOlder(item, looking));
    (doubtful ? unsure : sure).push(item);
  }
  return { sure, unsure };
}

/** Was it made before the call was sent, as far as the service says when that was? */
function isOlder({ createdAt }: Item, { sentAt }: Probe, slackMs = clockSlackMs): boolean {
  if (typeof createdAt !== 'string' || sentAt === undefined) return false;
  return Date.parse(createdAt) < sentAt - slackMs;
}

/** How many items are in sight at most; everything where the list is not paged. */
function windowOf({ list: { paging }, items }: Appearance): number {
  if (items !== undefined || paging === undefined) return Number.POSITIVE_INFINITY;
  const onePage = paging.kind === 'limit-only' || paging.kind === 'limit-count';
  return onePage ? Math.min(depth, paging.max) : depth;
}

async function newest({ list, items: field }: Appearance, looking: Probe): Promise<Item[]> {
  if (field === undefined) return pagedItems(list, looking, depth);
  const answer = (await looking.read(list)) as Record<string, unknown>;
  return (answer[field] as Item[] | undefined) ?? [];
}

/** The items of a paged list, all of them unless limited. */
export async function pagedItems(list: AnyOperation, looking: Probe, limit?: number): Promise<Item[]> {
  const call = (operation: AnyOperation, input: Probe['input']) => looking.read(operation, input);
  const items: Item[] = [];
  const options = limit === undefined ? {} : { limit };
  for await (const page of pagesOf(call, list, {}, options)) items.push(...(page.items as Item[]));
  return items;
}
