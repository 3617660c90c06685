import { campaigns } from '../../contract/areas/campaigns.ts';
import { appeared, pagedItem } from './appeared.ts';
import { all, type Fit, fits, isGiven, same } from './compare.ts';
import {
  bodyOf,
  type Evidence,
  type Finding,
  type Item,
  isOfAnother,
  itemOf,
  nothing,
  type Probe,
  paramsOf,
  readIfPossible,
  taken,
} from './evidence.ts';

/** A campaign shows in the list of campaigns, under its name. */
export const create: Evidence = appeared({
  list: campaigns.list,
  made: ({ campaign }) => itemOf(campaign).id,
  matches: async (item, looking) => {
    const { name, emoji, flow = 'multiple_leads_scheduled', ...settings } = bodyOf(looking);
    const fit = all(same(item.name, name), fits(item.emoji, emoji), fits(item.flow, flow), isDraft(item));
    if (fit !== true) return fit;
    const detail = await detailOf(item, looking);
    const found: Item = { ...detail, ...itemOf(detail.settings) };
    // Settings can be changed after the making, so that another value is only a doubt.
    return Object.entries(settings).every(([name, value]) => fits(found[name], value) === true) || 'perhaps';
  },
  answer: async (item, looking) => ({ campaign: await detailOf(item, looking), message: null }),
});

/** Copilot makes a draft under the name, and tells of the extraction of leads in its answer alone. */
export const launch: Evidence = appeared({
  list: campaigns.list,
  made: ({ campaignId }) => campaignId,
  matches: (item, looking) => all(same(item.name, bodyOf(looking).name), isDraft(item)),
  answer: ({ id, status }) => ({ campaignId: id, jobId: null, message: null, status: status ?? null }),
});

/** A started one may be ours, started by another user, or not ours. */
const isDraft = ({ status }: Item): Fit => status === 'draft' || 'perhaps';

const detailOf = async (item: Item, looking: Probe): Promise<Item> => {
  const answer = await readIfPossible(looking, campaigns.get, { params: { id: item.id as number } });
  return answer === undefined ? item : itemOf(answer.campaign);
};

interface Standing {
  readonly status: string | null;
  readonly updatedAt: string | null;
}

/** It shows in the status. One that ran before shows nothing, and the spec does not say what a second start does. */
export const resume: Evidence = {
  whenNothing: 'again',
  snapshot: async (looking): Promise<Standing> => standingOf(await read(looking)),
  async look(looking, snapshot): Promise<Finding> {
    const before = snapshot as Standing;
    const campaign = await read(looking);
    const now = standingOf(campaign);
    if (startedFrom[before.status ?? '']?.includes(now.status ?? '')) {
      if (await isOfAnother(looking, snapshot)) return taken;
      const message = now.status === 'running' ? null : `It was started, and is ${now.status} now`;
      return { kind: 'done', answer: { campaign, message } };
    }
    // Nothing leads back to a draft.
    const untouched = now.status === 'draft' || now.updatedAt === before.updatedAt;
    const rests = now.status === before.status && ['draft', 'paused', 'completed'].includes(now.status ?? '');
    return rests && untouched ? nothing : { kind: 'several', matches: [campaign] };
  },
  async candidates(looking) {
    const campaign = await read(looking);
    return standingOf(campaign).status === 'draft' ? [] : [campaign];
  },
  // A list that lags behind the start still shows the campaign as it was.
  async isUndone(looking, snapshot) {
    const [before, now] = [snapshot as Standing, standingOf(await read(looking))];
    const isNews =
      now.status !== before.status || (isGiven(now.updatedAt) && now.updatedAt !== before.updatedAt);
    return now.status === 'paused' && isNews;
  },
};

/** The path of one campaign is inferred; the list is not, and shows the status as well. */
async function read(looking: Probe): Promise<Item> {
  const answer = await readIfPossible(looking, campaigns.get, paramsOf(looking));
  if (isGiven(answer?.campaign)) return itemOf(answer?.campaign);
  return itemOf(await pagedItem(campaigns.list, looking, ({ id }) => same(id, looking.input.params?.id)));
}

const standingOf = ({ status, updatedAt }: Item): Standing => ({
  status: isGiven(status) ? String(status) : null,
  updatedAt: isGiven(updatedAt) ? String(updatedAt) : null,
});

/** A draft that is paused or completed now has been started in between, and so has a paused one that is completed. */
const startedFrom: Readonly<Record<string, readonly string[]>> = {
  draft: ['running', 'paused', 'completed'],
  paused: ['running', 'completed'],
  completed: ['running'],
};
