import { inLanes } from '../../base/steps.ts';
import { senders } from '../../contract/areas/senders.ts';
import { type SequenceLike, type Wording, wordingsIn } from '../../domain/launch/wordings.ts';
import type { Service } from '../declare/command.ts';
import type { CampaignReading } from './read-campaign.ts';
import { readOne } from './read-one.ts';

/** The emails of a campaign as far as they can be read. */
export interface ReadWordings {
  /** Undefined where the sequence cannot be read. */
  readonly wordings?: readonly Wording[];
  /** Why a part of them is not known. */
  readonly unread?: string | undefined;
}

interface SignedCopy extends Pick<CampaignReading, 'detail' | 'senders' | 'why'> {
  readonly sequence?: (SequenceLike & { readonly signature?: string | null | undefined }) | undefined;
}

/** Every email that can go out. A campaign without a signature has those of its mailboxes: a call each, some at a time. */
export async function readWordings(
  context: Pick<Service, 'api'>,
  { sequence, detail, senders: mailboxes, why }: SignedCopy,
): Promise<ReadWordings> {
  if (!sequence) return { unread: why.sequence ?? 'not read' };
  const campaign = sequence.signature || detail?.signature;
  const signed = campaign ? [] : (mailboxes ?? []);
  const reads = await inLanes(signed, ({ id }) => readOne(context, senders.get, { params: { id } }));
  const failed = reads.find((read) => read.why !== undefined);
  const unread = failed && `the signature of a mailbox: ${failed.why}`;
  return {
    wordings: wordingsIn(sequence, { campaign, mailboxes: reads.map(({ value }) => value?.signature ?? '') }),
    unread: campaign || mailboxes ? unread : `the signatures of its mailboxes: ${why.senders}`,
  };
}
