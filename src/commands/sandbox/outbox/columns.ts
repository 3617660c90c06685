import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { opt } from '../../../cli/declare/params.ts';
import type { Column } from '../../../cli/declare/view.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { OutboxFilter, OutboxItem } from '../../../sandbox/outbox/outbox-row.ts';
import { openSandbox } from '../open-sandbox.ts';

export const outboxFields = s.object({
  id: s.id(),
  sentAt: s.timestamp(),
  ...s.each(['from', 'fromName'], s.string()),
  to: s.fromOthers(s.string()),
  cc: s.fromOthers(s.array(s.string())),
  subject: s.fromOthers(s.string()),
  ...s.each(['campaignId', 'leadId', 'senderEmailId', 'workspaceId'], s.id()),
  step: s.integer(),
  ...s.each(['variant', 'threadId', 'status'], s.string()),
  missing: s.array(s.string()),
});

export const outboxColumns: readonly Column<OutboxItem>[] = [
  ['ID', 'id', 'id'],
  ['Sent', 'sentAt', 'time'],
  ['From', 'from', 'id', 7],
  ['To', 'to', 'id', 0],
  ['Subject', 'subject'],
  ['Campaign', 'campaignId', 'id', 8],
  ['Step', 'step', 'number'],
  ['Missing', (email) => email.missing.map((key) => `{${key}}`).join(' '), 'prose', 2],
];

export const narrowing = {
  campaign: opt.text('only emails from this campaign', { hint: 'campaign', names: 'campaigns' }),
  to: opt.text('only emails to this address', { hint: 'address' }),
  from: opt.text('only emails from this mailbox', { hint: 'address', names: 'senders' }),
  missing: opt.flag('only emails in which a merge tag was not filled in'),
  answers: opt.flag('only replies that you sent from drafts'),
};

interface Narrowed extends Omit<OutboxFilter, 'campaignId'> {
  readonly campaign: string | undefined;
}

/** The sandbox and what of its outbox is wanted; a campaign is found by id or exact name. */
export async function narrowedOutbox(context: Context, { campaign, ...rest }: Narrowed) {
  const { sandbox } = await openSandbox(context);
  const { state } = sandbox;
  if (campaign === undefined) return { state, filter: rest };
  const found = state.db
    .prepare('SELECT id FROM campaign WHERE id = ? OR name = ? ORDER BY id = ? DESC, id LIMIT 2')
    .all<{ id: number }>(idOf(campaign), campaign, idOf(campaign));
  const [first, second] = found;
  if (!first) throw new Failure('not_found', `there is no campaign '${campaign}' in the sandbox`);
  if (second && first.id !== idOf(campaign))
    throw new Failure('ambiguous', `several campaigns are called '${campaign}'`, {
      hint: `Give its id: ${first.id} or ${second.id}`,
    });
  return { state, filter: { ...rest, campaignId: first.id } };
}

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : -1);
