import { autopilot } from '../../contract/areas/autopilot.ts';
import { appeared } from './appeared.ts';
import { all, fits, isGiven } from './compare.ts';
import {
  bodyOf,
  type Evidence,
  type Item,
  isOfAnother,
  itemOf,
  nothing,
  type Probe,
  paramsOf,
  readIfPossible,
  taken,
} from './evidence.ts';

/** A run shows in the list of runs. Only the run itself shows the plan. */
export const start: Evidence = appeared({
  list: autopilot.runs,
  made: ({ run }) => itemOf(run).id,
  matches: (run, looking) => {
    const { website, replyMode = 'draft', targetProspects } = bodyOf(looking);
    return all(
      siteOf(run.website) === siteOf(website),
      fits(run.replyMode, replyMode),
      // 0 leaves the number to the service.
      targetProspects === 0 ? true : fits(run.targetProspectCount, targetProspects),
    );
  },
  answer: async (run, looking) =>
    (await readIfPossible(looking, autopilot.run, { params: { id: run.id as number } })) ?? { run },
});

/** The service may write an address in another way than it was given. */
const siteOf = (website: unknown): string =>
  String(website ?? '')
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/+$/, '');

/** Anyone may have approved it, once (409): no call tells whose key this is, so the answer says who it was. */
export const approve: Evidence = {
  whenNothing: 'again',
  snapshot: async (looking) => ({ approvedAt: runOf(await read(looking)).approvedAt ?? null }),
  async look(looking, snapshot) {
    const before = itemOf(snapshot).approvedAt;
    const result = await read(looking);
    const { approvedAt, approvedByUserId } = runOf(result);
    if (!isGiven(approvedAt) || isGiven(before)) return nothing;
    if (await isOfAnother(looking, snapshot)) return taken;
    const who = isGiven(approvedByUserId) ? ` by user ${approvedByUserId}` : '';
    const message = `Approved at ${approvedAt}${who}; it may have been another user, and it counts once`;
    return { kind: 'done', answer: { ...result, message } };
  },
  async candidates(looking) {
    const run = runOf(await read(looking));
    return isGiven(run.approvedAt) ? [run] : [];
  },
};

const read = async (looking: Probe): Promise<Item> =>
  itemOf(await looking.read(autopilot.run, paramsOf(looking)));

const runOf = ({ run }: Item): Item => itemOf(run);
