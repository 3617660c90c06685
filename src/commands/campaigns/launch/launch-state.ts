import { counted, grouped } from '../../../base/counted.ts';
import { advise } from '../../../cli/advice/advise.ts';
import type { Context, Next } from '../../../cli/declare/command.ts';
import { type Field, heading, record, stack, toned, type View } from '../../../cli/declare/view.ts';
import { ifReadable } from '../../../cli/find/names.ts';
import { readCampaign } from '../../../cli/launch/read-campaign.ts';
import { messageOf, remedyOf } from '../../../cli/launch/remedies.ts';
import { blockersOf, type LaunchFacts } from '../../../domain/launch/blockers.ts';
import { type Finding, namedIn } from '../../../domain/launch/problem.ts';
import { type RuleOf, rules } from '../../../domain/launch/rules.ts';
import { sendFactsIn } from '../../../domain/why/send-facts.ts';
import type { Campaign } from '../campaign-view.ts';

/** What the record of a campaign itself says about its launch; the rest is not known. */
export const factsIn = (campaign: Campaign, more: Partial<LaunchFacts> = {}): LaunchFacts => ({
  ...sendFactsIn({ campaign, detail: campaign, schedule: campaign.schedule ?? undefined }, { at: 0 }),
  ...more,
});

/** The same with what the record leaves out: at most four reads. Nothing more is known where one fails. */
export async function readFacts(context: Context, id: number, campaign: Campaign): Promise<LaunchFacts> {
  if (!isAhead(campaign)) return factsIn(campaign);
  const [{ stoppedFromHere }, at] = await Promise.all([
    import('../../../cli/stop/by-limits.ts'),
    context.service.targetNow(),
  ]);
  const parts = ['sequence', 'schedule'] as const;
  const reading = await ifReadable(readCampaign(context, id, parts, { known: campaign }));
  return reading
    ? sendFactsIn(reading, { at, stopped: stoppedFromHere(context.files.world, context.service.settings) })
    : factsIn(campaign);
}

/** Where a campaign is not known to run or to be over, and its launch is still to come. */
const isAhead = ({ status }: Campaign): boolean => status !== 'running' && status !== 'completed';

/** What a campaign still lacks, each part with its sign; nothing for one that runs or is over. */
export function launchView(campaign: Campaign, facts: LaunchFacts): View {
  if (!isAhead(campaign)) return stack();
  const blockers = blockersOf(facts);
  const part = (label: string, value: string | undefined, ...areas: RuleOf[]): Field => {
    const broken = blockers.filter(({ rule }) => areas.includes(rules[rule].area));
    const said = broken.map((one) => messageOf({ message: namedIn(one), ...remedy(campaign, facts, one) }));
    if (said.length > 0) return [label, toned(said.join('\n'), 'bad'), 'state'];
    return [label, value === undefined ? toned('not known', 'unknown') : toned(value, 'good'), 'state'];
  };
  const { leads: people, delays, senders, knowsSenders, counted: numbers, schedule } = facts;
  const connected = senders.filter(({ isConnected }) => isConnected !== false).length;
  const mailboxes = knowsSenders ? { attached: senders.length, connected } : numbers;
  return stack(
    heading('To start it'),
    record(
      part('Leads', people === undefined ? undefined : grouped(people), 'recipients'),
      part('Sequence', delays && counted(delays.length, 'email'), 'copy'),
      part('Mailboxes', mailboxes && `${mailboxes.connected} of ${mailboxes.attached} connected`, 'senders'),
      part('Schedule', schedule?.daysSchedule === undefined ? undefined : 'set', 'schedule', 'capacity'),
    ),
  );
}

const remedy = ({ id, status }: Campaign, { senders, stopped }: LaunchFacts, found: Finding) =>
  remedyOf(found, { id, status, senders, stopped });

/** What a command can change of what is missing, then the checks; once it runs, its figures. */
export function nextOf(campaign: Campaign, facts: LaunchFacts): Next {
  const { id, status } = campaign;
  if (typeof id !== 'number') return [];
  if (status === 'running')
    return [advise('campaigns stats', { campaign: id }), ['read the replies', advise('replies list')]];
  if (status === 'completed') return [advise('report outcomes', { campaign: id })];
  const [first] = blockersOf(facts).flatMap((one) => remedy(campaign, facts, one).advice ?? []);
  return [first ?? advise('campaigns check', { campaign: id })];
}
