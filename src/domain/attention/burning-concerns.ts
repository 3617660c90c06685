import { counted, grouped, plural } from '../../base/counted.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Concern } from './attention.ts';
import type { ExpectedEnd } from './campaign-row.ts';
import { type GuardVerdict, guardLimits } from './guard-look.ts';

/** A campaign that runs, with its name on one line. */
export interface WatchedCampaign extends Pick<ExpectedEnd, 'runsDry'> {
  readonly campaign: ItemOf<typeof campaigns.list>;
  /** Undefined where its figures cannot be read. */
  readonly verdict?: GuardVerdict | undefined;
}

/** A campaign whose mail comes back, or is reported as spam, costs its domain the name. */
export function burningConcerns({ campaign, verdict }: WatchedCampaign): Concern[] {
  if (!verdict) return [];
  const { over, window, isNear, sinceMark } = verdict;
  const { bounces, near } = guardLimits;
  const found = (kind: Concern['kind'], severity: Concern['severity'], count: number, message: string) => ({
    ...{ kind, severity, count, oldestAt: null, id: String(campaign.id), state: severity },
    message: `${nameOf(campaign)}: ${message}`,
  });
  const outcomes = {
    bounces: () =>
      found('bounces-high', 'fail', window.bounced, `${bouncedText(window, 'newest ')}. ${order}`),
    complaints: () => {
      const count = window.complaints ?? 0;
      const share = shareText(count, window.contacted);
      const people = counted(window.contacted, 'person', 'people');
      const what = `${grouped(count)} of the newest ${people} contacted reported it as spam (${share})`;
      return found('complaints-high', 'fail', count, `${what}. ${order}`);
    },
  };
  return [
    ...over.map((reason) => outcomes[reason]()),
    ...(isNear
      ? [
          found(
            'bounces-high',
            'warn',
            sinceMark.bounced,
            `${bouncedText(sinceMark)}, more than ${near.share * 100}%; ${bounces.share * 100}% is too much. Look at its list, and verify it`,
          ),
        ]
      : []),
  ];
}

const order = 'Pause it, look at its list, verify it, then resume it';

/** `41 of the newest 120 people contacted bounced (34.2%)`. */
export const bouncedText = (
  { contacted, bounced }: Pick<GuardVerdict['window'], 'contacted' | 'bounced'>,
  newest = '',
): string =>
  `${grouped(bounced)} of ${newest && 'the '}${newest}${counted(contacted, 'person', 'people')} contacted bounced (${shareText(bounced, contacted)})`;

const shareText = (count: number, of: number): string => `${Math.round((count / of) * 1000) / 10}%`;

const nameOf = ({ id, name }: WatchedCampaign['campaign']): string => `campaign ${id} "${name}"`;

/** No one new is written to after that, unless people are added: not where it is to be paused. */
export const dryConcern = ({ campaign, runsDry, verdict }: WatchedCampaign): Concern[] =>
  runsDry && !verdict?.over.length
    ? [
        {
          kind: 'runs-dry',
          severity: 'warn',
          message: `${nameOf(campaign)}: its first emails end on ${runsDry.on}: ${counted(runsDry.left, 'person', 'people')} ${plural(runsDry.left, 'waits', 'wait')} for one. Add people to go on`,
          count: runsDry.left,
          oldestAt: null,
          id: String(campaign.id),
          state: 'dry',
        },
      ]
    : [];
