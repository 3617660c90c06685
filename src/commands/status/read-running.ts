import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import type { RunningFacts } from '../../domain/attention/stalled-concern.ts';
import type { CheckedSender } from '../../domain/launch/sender-rules.ts';
import type { Part, PartReader } from './part-reader.ts';
import type { StartedLists } from './read-lists.ts';

type Campaign = ItemOf<typeof campaigns.list>;
type Detail = Output<typeof campaigns.get>['campaign'];

/** A campaign that runs, as far as it was read; undefined is what was not, or cannot be. */
export interface Running extends RunningFacts {
  readonly leads?: number | undefined;
}

/** So many of the newest are read; of the others only what lists show is known. */
const mostRead = 5;

/** What campaigns run, and of each that is read its settings with its schedule, its figures, and how many leads it has. */
export async function readRunning(reader: PartReader, lists: StartedLists): Promise<Running[]> {
  const running = (await lists.campaigns)?.items.filter(({ status }) => status === 'running') ?? [];
  const read = await Promise.all(
    running.map((campaign, index) => (index < mostRead ? readOne(reader, campaign) : { campaign })),
  );
  const mailboxes = await lists.senders;
  return read.map((one) => ({ ...one, senders: attachedTo(one.campaign, mailboxes) }));
}

/** Three calls. */
async function readOne(reader: PartReader, campaign: Campaign): Promise<Omit<Running, 'senders'>> {
  const { id } = campaign;
  const [detail, stats, people] = await Promise.all([
    reader.one(campaigns.get, { params: { id } }),
    reader.one(campaigns.stats, { params: { id } }),
    reader.newest(leads.list, { query: { campaignId: id } }, 1),
  ]);
  return {
    campaign,
    // Also where the service sends it without its wrapping.
    detail: detail && (detail.campaign ?? (detail as unknown as Detail)),
    stats,
    leads: people && (people.total ?? (people.isWhole ? people.items.length : undefined)),
  };
}

/** Undefined where the list of mailboxes does not show all of them. */
function attachedTo({ id, stats }: Campaign, mailboxes: Part<CheckedSender> | undefined) {
  if (!mailboxes?.items.every(({ campaignIds }) => campaignIds)) return undefined;
  const attached = mailboxes.items.filter(({ campaignIds }) =>
    campaignIds?.some((one) => String(one) === String(id)),
  );
  return mailboxes.isWhole || attached.length === stats?.senderEmailsTotal ? attached : undefined;
}
