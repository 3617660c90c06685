import { grouped } from '../../../base/counted.ts';
import { heading, quote, record, stack, text, type View } from '../../../cli/declare/view.ts';
import type { NextReply } from './next-reply.ts';

const matches = {
  certain: 'answers this reply',
  likely: 'to the same person; it does not say which reply it answers',
  none: undefined,
};

/** A reply with the draft that answers it. */
export function nextView({ reply, draft, lead, match, remaining }: NextReply): View {
  if (reply === null) return text('No reply to answer now.');
  const person = [lead?.firstName, lead?.lastName].filter(Boolean).join(' ');
  return stack(
    record(
      ['ID', reply.id, 'id'],
      ['From', reply.fromAddress, 'id'],
      ['Person', [person, lead?.company].filter(Boolean).join(', ') || undefined],
      ['Subject', reply.subject],
      ['Category', reply.responseCategory ?? 'pending', 'state'],
      ['Lead', reply.leadId, 'id'],
      ['Campaign', reply.campaignId ?? 'unknown', 'id'],
      ['Received', reply.receivedAt, 'time'],
      ['Waiting', `${grouped(remaining)} more`],
    ),
    quote(reply.body ?? ''),
    heading(draft === null ? 'No draft answers it' : 'Draft of your answer'),
    ...(draft === null
      ? [text('Answer in the app, and mark the reply as answered.')]
      : [
          record(
            ['ID', draft.id, 'id'],
            ['Match', matches[match]],
            ['To', draft.to?.join(', '), 'id'],
            ['Cc', draft.cc?.join(', ') || undefined, 'id'],
            ['Subject', draft.subject],
          ),
          quote(draft.body ?? ''),
        ]),
  );
}
