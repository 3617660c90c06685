import { icps } from '../../contract/areas/icps.ts';
import { appeared } from './appeared.ts';
import { all, fits, fitsList, same } from './compare.ts';
import { bodyOf, type Evidence, itemOf } from './evidence.ts';

const lists = ['titles', 'seniorities', 'industries', 'companySizes', 'keywords', 'locations'] as const;

/** A profile shows in the list of profiles, with its criteria. */
export const create: Evidence = appeared({
  list: icps.list,
  made: ({ icp }) => itemOf(icp).id,
  matches: (icp, looking) => {
    const body = bodyOf(looking);
    return all(
      same(icp.name, body.name),
      fits(icp.summary, body.summary) || 'perhaps',
      ...lists.map((field) => fitsList(icp[field] ?? [], body[field] ?? [])),
    );
  },
  answer: (icp) => ({ icp }),
});
