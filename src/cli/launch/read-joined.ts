import { inLanes } from '../../base/steps.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import type { Signatures } from '../../domain/launch/wordings.ts';
import { readOr, tryRead } from '../answer/fact.ts';
import type { Service, Surroundings } from '../declare/command.ts';
import { allIn } from '../find/find-in-pages.ts';
import { readOne } from './read-one.ts';

/** Three reads, none of which has to work: that there is such a campaign is known. */
export async function readJoined(context: Surroundings, campaignId: number) {
  const call = { params: { id: campaignId } };
  const [detail, sequence, attached] = await Promise.all([
    tryRead(context.service, campaigns.get, call),
    tryRead(context.service, campaigns.sequence, call),
    readOr(senders.list, () => allIn(context.service.api.pages(senders.list, { query: { campaignId } }))),
  ]);
  return { detail: detail.value?.campaign, sequence, attached };
}

/** `unread` says why not all of them are known. */
export type ReadSignatures = Signatures & { readonly unread?: string | undefined };

/** The signature of the campaign, else those of its mailboxes, which take a call each, some at a time. */
export async function readSignatures(
  context: Pick<Service, 'api'>,
  campaign: string | null | undefined,
  mailboxes: readonly { readonly id: number }[] | undefined,
  why?: string,
): Promise<ReadSignatures> {
  if (campaign) return { campaign, mailboxes: [] };
  if (!mailboxes) return { mailboxes: [], unread: `the signatures of its mailboxes: ${why}` };
  const reads = await inLanes(mailboxes, ({ id }) => readOne(context, senders.get, { params: { id } }));
  const failed = reads.find((read) => read.why !== undefined);
  return {
    mailboxes: reads.map(({ value }) => value?.signature ?? ''),
    unread: failed && `the signature of a mailbox: ${failed.why}`,
  };
}
