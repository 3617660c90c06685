import { Failure } from '../../base/errors.ts';
import type { IntentRow, JournalContents, MovedEntry, TakenIn } from '../../client/guard/journal-contents.ts';

export interface Plan extends TakenIn {
  readonly add: readonly { readonly row: IntentRow; readonly from: readonly MovedEntry[] }[];
  readonly update: readonly { readonly id: number; readonly row: IntentRow }[];
  /** Of entries that are here, by their numbers in the journal that gives. */
  readonly places: ReadonlyMap<number, number>;
}

/** What a journal has that takes contents. */
export interface Taker {
  readonly journal: string;
  readonly moved: readonly MovedEntry[];
  readonly intents: readonly Pick<IntentRow, 'id' | 'slot' | 'generation' | 'told_at' | 'state'>[];
}

type StepRow = JournalContents['steps'][number];

/** Each call with its own, in their order. */
export function stepsByIntent({ steps }: Pick<JournalContents, 'steps'>): (id: number) => readonly StepRow[] {
  const found = new Map<number, StepRow[]>();
  for (const step of steps) {
    const those = found.get(step.intent_id);
    if (those) those.push(step);
    else found.set(step.intent_id, [step]);
  }
  return (id) => found.get(id) ?? [];
}

/**
 * Which entries are new, and which go on from what is here: an end counts more than an open call. An entry that was here
 * and was taken out stays out.
 */
export function planOf({ journal, intents, moved }: JournalContents, taker: Taker): Plan {
  const here = new Map(taker.intents.map((intent) => [intent.id, intent]));
  const open = new Map(
    taker.intents.flatMap(({ slot, id, told_at }) => (told_at === null ? [[slot, id]] : [])),
  );
  const known = new Map(taker.moved.map((entry) => [`${entry.journal} ${entry.theirs}`, entry.ours]));
  const done = new Set(taker.intents.flatMap(({ slot, state }) => (state === 'done' ? [slot] : [])));
  const before = new Map<number, MovedEntry[]>();
  for (const entry of moved) before.set(entry.ours, [...(before.get(entry.ours) ?? []), entry]);
  const plan = {
    add: [] as Plan['add'][number][],
    update: [] as Plan['update'][number][],
    places: new Map<number, number>(),
  };
  for (const row of intents) {
    const names = [{ journal, theirs: row.id, ours: 0 }, ...(before.get(row.id) ?? [])];
    const place =
      names.find((name) => name.journal === taker.journal)?.theirs ??
      names.map((name) => known.get(`${name.journal} ${name.theirs}`)).find((id) => id !== undefined);
    if (place === undefined) {
      if (row.told_at === null && open.has(row.slot)) throw openTwice(row.id);
      plan.add.push({ row, from: names });
      continue;
    }
    plan.places.set(row.id, place);
    const present = here.get(place);
    if (present !== undefined && isAhead(row, present)) plan.update.push({ id: place, row });
  }
  const isSharedToken = ({ row }: Plan['add'][number]) =>
    typeof row.token === 'string' && row.state === 'done' && done.has(row.slot);
  return { ...plan, added: plan.add.length, sharedTokens: plan.add.filter(isSharedToken).length };
}

const isAhead = (
  row: Pick<IntentRow, 'told_at' | 'generation'>,
  present: Pick<IntentRow, 'told_at' | 'generation'>,
): boolean => present.told_at === null && (row.told_at !== null || row.generation > present.generation);

const openTwice = (id: number): Failure =>
  new Failure('still_open', `The call ${id} is open in both journals, so nothing was moved`, {
    subject: { is: 'journal-entry', intent: id },
  });
