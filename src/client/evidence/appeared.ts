import type { AnyOperation } from '../../contract/operation.ts';
import { canonical } from '../approval.ts';
import { pagesOf } from '../pages.ts';
import { type Evidence, type Finding, type Looking, nothing } from './evidence.ts';

export type Item = Readonly<Record<string, unknown>>;

export interface Appearance {
  /** The list in which the thing appears, newest first or all at once. */
  readonly list: AnyOperation;
  /** The field of the list's answer that holds the items, where the list is not paged. */
  readonly items?: string;
  /** The field that tells items apart. */
  readonly key?: string;
  /** Could this item come from that call? */
  matches(item: Item, looking: Looking): boolean;
  /** As much of the call's answer as the item tells. */
  answer(item: Item, looking: Looking): Promise<unknown> | unknown;
}

/** How many items are remembered and looked at: more than one command, and whoever works beside it, can add meanwhile. */
const depth = 200;

/** Evidence that a new item stands in a list: exactly one that was not there before and fits the call. */
export function appeared(appearance: Appearance): Evidence {
  const { key = 'id', matches, answer } = appearance;
  // An item without an id is told apart by everything it says.
  const keyOf = (item: Item) => String(item[key] ?? canonical(item));
  return {
    whenNothing: 'ask',
    snapshot: async (looking) => (await newest(appearance, looking)).map(keyOf),
    async look(looking, snapshot): Promise<Finding> {
      const known = new Set(snapshot as string[]);
      const items = await newest(appearance, looking);
      // Nothing in sight that was there before: what came in between may have pushed the one we look for out of sight.
      const lost = known.size > 0 && items.length > 0 && !items.some((item) => known.has(keyOf(item)));
      const found = items.filter((item) => !known.has(keyOf(item)) && matches(item, looking));
      const [one] = found;
      if (one === undefined && !lost) return nothing;
      if (one === undefined || found.length > 1 || lost) return { kind: 'several', matches: found };
      return { kind: 'done', answer: await answer(one, looking) };
    },
  };
}

async function newest({ list, items: field }: Appearance, looking: Looking): Promise<Item[]> {
  if (field !== undefined) {
    const answer = (await looking.read(list)) as Record<string, unknown>;
    return (answer[field] as Item[] | undefined) ?? [];
  }
  const call = (operation: AnyOperation, input: Looking['input']) => looking.read(operation, input);
  const items: Item[] = [];
  for await (const page of pagesOf(call, list, {}, { limit: depth })) items.push(...(page.items as Item[]));
  return items;
}
