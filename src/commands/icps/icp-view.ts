import { counted } from '../../base/counted.ts';
import { record, type View } from '../../cli/declare/view.ts';
import type { icps } from '../../contract/areas/icps.ts';
import type { ItemOf } from '../../contract/operation.ts';

type Icp = ItemOf<typeof icps.list>;

/** One profile, field by field; empty lists are left out. */
export const icpView = (icp: Icp): View =>
  record(
    ['ID', icp.id, 'id'],
    ['Name', icp.name],
    ['Primary', icp.isPrimary],
    ['By', icp.isGenerated ? 'the AI' : 'a person'],
    ['Summary', icp.summary || undefined],
    ['Website', icp.sourceWebsite || undefined],
    ['Titles', list(icp.titles)],
    ['Seniorities', list(icp.seniorities)],
    ['Industries', list(icp.industries)],
    ['Company sizes', list(icp.companySizes)],
    ['Locations', list(icp.locations)],
    ['Keywords', list(icp.keywords)],
    ['Personas', list(icp.personas?.map(({ title, seniority }) => `${title ?? '?'} (${seniority ?? '?'})`))],
    ['Audience', audienceText(icp)],
    ['Sized', icp.audienceSizedAt ?? undefined],
    ['Created', icp.createdAt],
  );

/** The service has 0 where nothing was counted yet. */
export const audienceText = ({ audienceSizedAt, estimatedAudienceSize }: Icp): string => {
  const sized = audienceSizedAt !== null && typeof estimatedAudienceSize === 'number';
  return sized ? counted(estimatedAudienceSize, 'person', 'people') : 'not counted yet';
};

const list = (words: readonly string[] | null | undefined): string | undefined =>
  words && words.length > 0 ? words.join(', ') : undefined;
