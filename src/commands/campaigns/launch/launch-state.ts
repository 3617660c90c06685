import { counted, grouped } from '../../../base/counted.ts';
import { lineOf } from '../../../cli/advice/shell-words.ts';
import type { Context, Next } from '../../../cli/declare/command.ts';
import { type Field, heading, record, stack, toned, type View } from '../../../cli/declare/view.ts';
import { ifReadable } from '../../../cli/find/names.ts';
import { launchFactsOf, readCampaign } from '../../../cli/launch/read-campaign.ts';
import { type LaunchFacts, missingForLaunch } from '../../../domain/missing-for-launch.ts';
import type { Campaign } from '../campaign-view.ts';
import { missingParts } from './missing-parts.ts';

/** What the record of a campaign itself says about its launch; the rest is not known. */
export function factsIn({ stats, schedule }: Campaign): LaunchFacts {
  const attached = stats?.senderEmailsTotal;
  return {
    ...(typeof attached === 'number' && {
      senders: { attached, connected: stats?.senderEmailsConnected ?? attached },
    }),
    ...(schedule && { schedule }),
  };
}

/** The same with what the record leaves out: at most four reads. Nothing more is known where one fails. */
export async function readFacts(context: Context, id: number, campaign: Campaign): Promise<LaunchFacts> {
  if (!isAhead(campaign)) return {};
  const parts = ['sequence', 'schedule'] as const;
  const reading = await ifReadable(() => readCampaign(context, id, parts, { known: campaign }));
  return reading ? launchFactsOf(reading) : factsIn(campaign);
}

/** Where a campaign is not known to run or to be over, and its launch is still to come. */
const isAhead = ({ status }: Campaign): boolean => status !== 'running' && status !== 'completed';

/** What a campaign still lacks, each part with its sign; nothing for one that runs or is over. */
export function launchView(campaign: Campaign, facts: LaunchFacts): View {
  if (!isAhead(campaign)) return stack();
  const missing = missingForLaunch(facts);
  const { leads: people, steps, senders: mailboxes, schedule } = facts;
  const part = (label: string, value: string | undefined, lacks: boolean): Field => [
    label,
    value === undefined
      ? toned('not known', 'unknown')
      : toned(lacks ? 'missing' : value, lacks ? 'bad' : 'good'),
    'state',
  ];
  return stack(
    heading('To start it'),
    record(
      part('Leads', people === undefined ? undefined : grouped(people), missing.includes('leads')),
      part(
        'Sequence',
        steps === undefined ? undefined : counted(steps, 'email'),
        missing.includes('sequence'),
      ),
      part(
        'Mailboxes',
        mailboxes && `${mailboxes.connected} of ${mailboxes.attached} connected`,
        missing.includes('senders') || missing.includes('connected-sender'),
      ),
      part(
        'Schedule',
        schedule?.daysSchedule === undefined ? undefined : 'set',
        missing.includes('schedule'),
      ),
    ),
  );
}

/** The first step that is missing, then the start; once it runs, its figures. */
export function nextOf(campaign: Campaign, facts: LaunchFacts): Next {
  const { id, status } = campaign;
  if (typeof id !== 'number') return [];
  if (status === 'running')
    return [lineOf`campaigns stats ${id}`, ['read the replies', lineOf`replies list`]];
  if (status === 'completed') return [lineOf`report outcomes --campaign ${id}`];
  const [first] = missingParts(id, missingForLaunch(facts));
  if (first) return [first.command];
  const { leads: people, steps, senders: mailboxes, schedule } = facts;
  const isKnown = [people, steps, mailboxes, schedule].every((known) => known !== undefined);
  return [isKnown ? lineOf`campaigns resume ${id}` : lineOf`campaigns get ${id}`];
}
