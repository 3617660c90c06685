import { senders } from '../../contract/areas/senders.ts';
import type { Signatures } from '../../domain/launch/wordings.ts';
import type { Context } from '../declare/command.ts';

/**
 * What follows the body of the emails: the signature of the campaign, else those of its mailboxes, which only their own
 * records show: a call each, some at a time.
 */
export async function readSignatures(
  { api }: Pick<Context, 'api'>,
  campaign: string | null | undefined,
  mailboxes: readonly { readonly id: number }[],
): Promise<Signatures> {
  if (campaign) return { campaign, mailboxes: [] };
  const found: string[] = [];
  for (let at = 0; at < mailboxes.length; at += atOnce) {
    const some = mailboxes.slice(at, at + atOnce);
    const read = await Promise.all(some.map(({ id }) => api(senders.get, { params: { id } })));
    found.push(...read.map(({ signature }) => signature ?? ''));
  }
  return { mailboxes: found };
}

const atOnce = 8;
