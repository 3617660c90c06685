import { senders } from '../../contract/areas/senders.ts';
import type { Signatures } from '../../domain/launch/wordings.ts';
import type { Service } from '../declare/command.ts';
import { inTurns, readOne } from './read-one.ts';

/** `unread` says why not all of them are known. */
export type ReadSignatures = Signatures & { readonly unread?: string | undefined };

/**
 * What follows the body of the emails: the signature of the campaign, else those of its mailboxes, which only their own
 * records show: a call each, some at a time.
 */
export async function readSignatures(
  context: Pick<Service, 'api'>,
  campaign: string | null | undefined,
  mailboxes: readonly { readonly id: number }[] | undefined,
  why?: string,
): Promise<ReadSignatures> {
  if (campaign) return { campaign, mailboxes: [] };
  if (!mailboxes) return { mailboxes: [], unread: `the signatures of its mailboxes: ${why}` };
  const reads = await inTurns(mailboxes, ({ id }) => readOne(context, senders.get, { params: { id } }));
  const failed = reads.find((read) => read.why !== undefined);
  return {
    mailboxes: reads.map(({ value }) => value?.signature ?? ''),
    unread: failed && `the signature of a mailbox: ${failed.why}`,
  };
}
