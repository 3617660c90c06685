import { Failure } from '../../base/errors.ts';
import { type AnyOperation, isOnePiece } from '../../contract/operation.ts';
import { canonical } from '../api/approval.ts';
import { pagesOf } from '../lists/pages.ts';
import { type Fit, isGiven } from './compare.ts';
import {
  type Evidence,
  type Finding,
  type Item,
  itemOf,
  nothing,
  type Probe,
  type Rival,
} from './evidence.ts';

interface Appearance {
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
  /** The key of what a call has made, as its answer tells it. Absent where no answer does. */
  made?(answer: Item): unknown;
  /** May this item come of that other call? Unless given, `matches` says so. */
  mayBe?(item: Item, rival: Rival): boolean;
}

/** How many items are remembered and looked at: more than one command, and other users beside it, can add meanwhile. */
export const depth = 200;

/** Of what fits, so many are shown to a person where nothing tells old from new. */
const shownCandidates = 5;

/** So much older than the call a thing counts as older whatever the clock of the service says. */
const certainlyOlderMs = 86_400_000;

/** By how much the clocks of the service and of this machine may differ before a thing counts as older than the call. */
const clockSlackMs = 5000;

/** Evidence that a new item is in a list: exactly one that was not there before, fits the call, and is of no other call. */
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
      // What came in between may have pushed the one we look for, or another like it, out of sight.
      const lost = items.length >= windowOf(appearance) && items.every(isNew);
      const fitting = [...sure, ...unsure];
      if (fitting.length === 0) return lost ? { kind: 'several', matches: [] } : nothing;
      const rivals = (await looking.rivals?.()) ?? [];
      const ownerOf = await owners({ ...appearance, items, keyOf, sure, unsure }, looking, rivals);
      const own = sure.find((item) => ownerOf(item) === 'this call');
      if (own !== undefined && !lost && sure.every(ownerOf))
        return { kind: 'done', answer: await answer(own, looking), effect: keyOf(own) };
      const left = fitting.filter((item) => item === own || ownerOf(item) === undefined);
      if (left.length > 0 || lost) return { kind: 'several', matches: left };
      const isWhole = known.size === 0 || !items.every(isNew);
      return { kind: 'taken', isWhole: isWhole && fitting.every((item) => isDone(ownerOf(item))) };
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

interface Looks extends Pick<Appearance, 'made' | 'matches' | 'mayBe'> {
  readonly items: readonly Item[];
  readonly sure: readonly Item[];
  readonly unsure: readonly Item[];
  keyOf(item: Item): string;
}

/** Each item is of one call: first those known to be done, then the one looked for, then equal ones that look as well. */
async function owners(looks: Looks, looking: Probe, rivals: readonly Rival[]) {
  const { keyOf, sure } = looks;
  const [holders, others]: [Rival[], Rival[]] = [[], []];
  for (const rival of rivals) (rival.holds ? holders : others).push(rival);
  const mine = sure.map(keyOf);
  const wishes: string[][] = [];
  for (const rival of holders) wishes.push(await keysOf(rival, looks, looking));
  wishes.push(mine);
  for (const rival of others) wishes.push(mine.filter((key) => !wasKnownTo(rival, key)));
  const wishOf = assigned(wishes);
  const calls = [...holders, 'this call' as const, ...others];
  return (item: Item) => calls[wishOf.get(keyOf(item)) ?? -1];
}

const isDone = (owner: Rival | 'this call' | undefined): boolean => typeof owner === 'object' && owner.isDone;

/** What may have come of a call that is known to be done, or may still be. */
async function keysOf(rival: Rival, looks: Looks, looking: Probe): Promise<string[]> {
  const { items, keyOf, sure, unsure, made, matches, mayBe } = looks;
  const key = rival.effect ?? made?.(itemOf(rival.answer));
  if (isGiven(key)) return [String(key)];
  const { input } = rival;
  const itsOwn: Probe = { ...looking, ...(input && { input }) };
  const keys: string[] = [];
  for (const item of items) {
    if (wasKnownTo(rival, keyOf(item))) continue;
    const fits =
      input === undefined ||
      (rival.isEqual && (sure.includes(item) || unsure.includes(item))) ||
      (mayBe ? mayBe(item, rival) : (await matches(item, itsOwn)) !== false);
    if (fits) keys.push(keyOf(item));
  }
  return keys;
}

const wasKnownTo = ({ snapshot }: Rival, key: string): boolean =>
  Array.isArray(snapshot) && snapshot.includes(key);

/** One key to each wish, to as many as possible; earlier wishes keep theirs. Gives the place of a key's wish. */
function assigned(wishes: readonly (readonly string[])[]): ReadonlyMap<string, number> {
  const wishOf = new Map<string, number>();
  const place = (wish: number, tried: Set<string>): boolean =>
    (wishes[wish] ?? []).some((key) => {
      if (tried.has(key)) return false;
      tried.add(key);
      const other = wishOf.get(key);
      if (other !== undefined && !place(other, tried)) return false;
      wishOf.set(key, wish);
      return true;
    });
  for (const wish of wishes.keys()) place(wish, new Set());
  return wishOf;
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
function windowOf({ list: { paging }, items }: Pick<Appearance, 'list' | 'items'>, most = depth): number {
  if (items !== undefined || paging === undefined) return Number.POSITIVE_INFINITY;
  return isOnePiece(paging) ? Math.min(most, paging.max) : most;
}

async function newest({ list, items: field }: Appearance, looking: Probe): Promise<Item[]> {
  if (field === undefined) return pagedItems(list, looking, depth);
  const answer = (await looking.read(list)) as Record<string, unknown>;
  return (answer[field] as Item[] | undefined) ?? [];
}

/** The items of a paged list, all of them unless limited. Throws `incomplete_list` where some of them did not come. */
export async function pagedItems(list: AnyOperation, looking: Probe, limit?: number): Promise<Item[]> {
  const items: Item[] = [];
  for await (const some of itemPages(list, looking, limit)) items.push(...some);
  return items;
}

/** The first item of a paged list that is wanted. Throws `incomplete_list` where it may be among those that did not come. */
export async function pagedItem(
  list: AnyOperation,
  looking: Probe,
  isWanted: (item: Item) => boolean,
): Promise<Item | undefined> {
  for await (const some of itemPages(list, looking)) {
    const found = some.find(isWanted);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function* itemPages(
  list: AnyOperation,
  { read }: Probe,
  limit = windowOf({ list }, Number.POSITIVE_INFINITY),
): AsyncGenerator<readonly Item[]> {
  let [count, hasMore] = [0, false];
  for await (const page of pagesOf(read, list, {}, Number.isFinite(limit) ? { limit } : {})) {
    yield page.items as Item[];
    count += page.items.length;
    hasMore = page.hasMore;
  }
  // What is missing may be what is looked for.
  if (hasMore && count < windowOf({ list }, limit))
    throw new Failure('incomplete_list', `The service ended a list before its end: ${list.summary}`);
}
