import { inTurns } from '../../../base/steps.ts';
import type { CampaignReading } from '../../../cli/launch/read-campaign.ts';
import type { Sharing } from '../../../cli/launch/read-sharing.ts';
import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import { dateOf, forecasting } from '../../../domain/course/forecast.ts';
import { mostEmails } from '../../../domain/course/plan.ts';
import { planIn } from '../../../domain/course/plan-in.ts';

/** When a campaign has sent everything, by the course of its forecast; dates are UTC days. */
export type End =
  /** It is completed; undefined where its days do not say when it last sent. */
  | { readonly is: 'over'; readonly lastDay: string | undefined }
  | { readonly is: 'stalled'; readonly causes: readonly string[] }
  /** Between `early` and `late` in 19 of 20 courses. */
  | {
      readonly is: 'expected';
      readonly lastDay: string;
      readonly early: string;
      readonly late: string;
      readonly without: boolean;
    }
  | { readonly is: 'far' }
  | { readonly is: 'all-sent' }
  /** What could not be read, of what decides it. */
  | { readonly is: 'unknown'; readonly lacks: readonly string[] };

interface Around {
  readonly now: number;
  readonly causes: readonly string[];
  readonly sharing: Sharing | undefined;
  readonly signal: AbortSignal;
}

export async function expectedEnd(
  reading: CampaignReading,
  { now, causes, sharing, signal }: Around,
): Promise<{ readonly end: End; readonly onlyFollowUps?: boolean }> {
  if (reading.campaign.status === 'completed')
    return { end: { is: 'over', lastDay: sendingDays(reading).at(-1)?.date.slice(0, 10) } };
  if (causes.length > 0) return { end: { is: 'stalled', causes } };
  const { plan, unknown } = planIn(reading, sharing?.campaigns ?? [], { now });
  const lacks = unknown.map(({ what }) => what).filter((what) => decides.includes(what));
  if (lacks.length > 0) return { end: { is: 'unknown', lacks } };
  const made = await inTurns(forecasting(plan), signal);
  const [own] = plan.campaigns;
  const onlyFollowUps = own.firsts === 0;
  if (made.emails.typical === 0)
    return { end: mostEmails(own) === 0 ? { is: 'all-sent' } : { is: 'unknown', lacks: [] } };
  if (made.lastDay === null) return { end: { is: 'far' }, onlyFollowUps };
  const { lastDay, lastDayEarly, lastDayLate } = made;
  const others = sharing?.campaigns.some(({ stats }) => !stats?.emailCounts);
  return {
    onlyFollowUps,
    end: {
      is: 'expected',
      lastDay: dateOf(lastDay),
      early: dateOf(lastDayEarly ?? lastDay),
      late: dateOf(lastDayLate ?? lastDay),
      without: !sharing || sharing.why !== undefined || sharing.unread > 0 || others === true,
    },
  };
}

/** What a forecast names where it has to guess so much that a page does not repeat its end. */
const decides: readonly string[] = ['sequence', 'settings', 'schedule', 'mailboxes', 'leads', 'emails left'];

export type Stats = Output<typeof campaigns.stats>;

/** Those on which something was sent, the oldest first. */
export const sendingDays = ({ stats }: Pick<CampaignReading, 'stats'>) =>
  (stats?.daily ?? []).filter(({ sent }) => sent > 0).sort((a, b) => (a.date < b.date ? -1 : 1));
