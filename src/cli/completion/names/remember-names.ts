import { finder } from '../../../contract/areas/finder.ts';
import * as s from '../../../contract/schema/schema.ts';
import { failNames, storeNames } from '../../../local/names/name-memory.ts';
import { type Context, command, type GroupEntry } from '../../declare/command.ts';
import { filterKinds, listedKinds, type StoredKind } from '../../declare/name-kinds.ts';
import { arg } from '../../declare/params.ts';
import { text } from '../../declare/view.ts';
import { itemKinds } from '../../find/item-kinds.ts';
import { accountOf } from '../../profile/account.ts';
import { longestWord } from './offered-word.ts';

/** What `__names` starts in the background: reads names of one kind, and stores them. No person types it, so no help knows it. */
const remember = command({
  name: '__remember',
  summary: 'Store the names that completion offers',
  uses: [],
  tool: { never: 'works for completion' },
  answer: s.object({ remembered: s.integer() }),
  args: {
    kind: arg.choice('what', [...(Object.keys(listedKinds) as (keyof typeof listedKinds)[]), 'filters']),
    claim: arg.text('the right to store them'),
  },
  examples: [],
  async run(context, { kind, claim }) {
    const { service, files } = context;
    const place = { surroundings: files.world, account: accountOf(service.settings), kind };
    try {
      const items = kind === 'filters' ? await filterValues(context) : await listedItems(context, kind);
      storeNames(place, claim, { at: files.world.clock.now(), items }, rememberedMs);
      return { remembered: items.length };
    } catch (error) {
      failNames(place, claim, files.world.clock.now());
      throw error;
    }
  },
  view: ({ remembered }) => text(String(remembered)),
});

const rememberedMs = 30 * 86_400_000;

async function filterValues({ service }: Context): Promise<string[][]> {
  const found = await service.api(finder.filters);
  const values: string[][] = [];
  for (const list of filterKinds) for (const value of found[list] ?? []) values.push([value, list]);
  return values;
}

/** Longer than any word that is offered, so that what is cut off here is not offered as a name. Tab reads the file. */
const longestPart = longestWord + 1;

/** Pages of 200. */
const mostPages = 5;

async function listedItems(context: Context, kind: Exclude<StoredKind, 'filters'>): Promise<string[][]> {
  const items: string[][] = [];
  let pages = 0;
  for await (const { choices, hasMore } of itemKinds[listedKinds[kind]].pages(context)) {
    for (const { value, stored } of choices)
      items.push([String(value), ...stored.map((part) => part.slice(0, longestPart))]);
    pages += 1;
    if (!hasMore || pages === mostPages) break;
  }
  return items;
}

/** In the place of the commands of a person. */
export const entries: readonly GroupEntry[] = [
  { name: remember.name, summary: remember.summary, section: '', load: async () => remember },
];
