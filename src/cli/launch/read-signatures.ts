import { senders } from '../../contract/areas/senders.ts';
import type { Signatures } from '../../domain/launch/wordings.ts';
import type { Context } from '../declare/command.ts';
import { inTurns, readOne } from './read-one.ts';

/**
 * What follows the body of the emails: the signature of the campaign, else those of its mailboxes, which only their own
 * records show: a call each, some at a time.
 */
export async function readSignatures(
  context: Pick<Context, 'api'>,
  campaign: string | null | undefined,
  mailboxes: readonly { readonly id: number }[],
): Promise<Signatures> {
  if (campaign) return { campaign, mailboxes: [] };
  const reads = await inTurns(mailboxes, ({ id }) => readOne(context, senders.get, { params: { id } }));
  return { mailboxes: reads.map(({ value }) => value?.signature ?? '') };
}
