import { keysOf, mergeValues } from '../merge-tags.ts';
import type { CheckedLead } from './lead-faults.ts';
import type { Wording } from './wordings.ts';

interface Ranked<L> {
  readonly lead: L;
  readonly rank: number;
}

/** So many leads show what a campaign looks like at its best and at its worst. */
const mostTelling = 3;

/** The first lead, the one with most empty tags and the one with the longest values, while all go by; keeps a few. */
export function createTellingLeads<L extends CheckedLead>(wordings: readonly Wording[]) {
  const asked = new Set<string>();
  for (const { subject, body, contentType } of wordings)
    for (const key of [...keysOf(subject), ...keysOf(body, contentType)]) asked.add(key);
  let first: L | undefined;
  let emptiest: readonly Ranked<L>[] = [];
  let longest: readonly Ranked<L>[] = [];
  return {
    add(lead: L): void {
      first ??= lead;
      const values = mergeValues(lead);
      let [empty, length] = [0, 0];
      for (const key of asked) {
        const text = values.get(key);
        if (text === undefined) empty += 1;
        else length += text.length;
      }
      emptiest = withRanked(emptiest, { lead, rank: empty });
      longest = withRanked(longest, { lead, rank: length });
    },
    leads(): L[] {
      const chosen: L[] = first === undefined ? [] : [first];
      for (const ranking of [emptiest, longest]) {
        const next = ranking.find(({ lead }) => !chosen.some(({ id }) => String(id) === String(lead.id)));
        if (next) chosen.push(next.lead);
      }
      return chosen;
    },
  };
}

/** The highest first; of the same rank, the one that came first. A lead that a list shows twice has one place. */
function withRanked<L extends CheckedLead>(
  ranking: readonly Ranked<L>[],
  next: Ranked<L>,
): readonly Ranked<L>[] {
  if (ranking.some(({ lead }) => String(lead.id) === String(next.lead.id))) return ranking;
  return [...ranking, next].sort((a, b) => b.rank - a.rank).slice(0, mostTelling);
}
