import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { type Read, readOr, tryRead } from '../answer/fact.ts';
import type { Surroundings } from '../declare/command.ts';
import { allIn } from '../find/find-in-pages.ts';

/** A campaign that people join, or whose emails are replaced, as far as the rules about them look at it. */
interface Joined {
  readonly detail: Output<typeof campaigns.get>['campaign'] | undefined;
  readonly sequence: Read<Output<typeof campaigns.sequence>>;
  /** Its mailboxes. */
  readonly attached: Read<readonly ItemOf<typeof senders.list>[]>;
}

/** Three reads, none of which has to work: that there is such a campaign is known. */
export async function readJoined(context: Surroundings, campaignId: number): Promise<Joined> {
  const call = { params: { id: campaignId } };
  const [detail, sequence, attached] = await Promise.all([
    tryRead(context.service, campaigns.get, call),
    tryRead(context.service, campaigns.sequence, call),
    readOr(senders.list, () => allIn(context.service.api.pages(senders.list, { query: { campaignId } }))),
  ]);
  return { detail: detail.value?.campaign, sequence, attached };
}
