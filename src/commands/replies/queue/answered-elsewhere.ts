import type { Surroundings } from '../../../cli/declare/command.ts';
import { ifReadable } from '../../../cli/find/names.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Reply } from './read-queue.ts';

type Email = Output<typeof leads.conversation>['conversation'][number];

/** Whether no later email of its thread was sent: a call each. A reply whose conversation cannot be read stays. */
export function notAnsweredElsewhere({ service, screen }: Pick<Surroundings, 'service' | 'screen'>) {
  let isWarned = false;
  return async (reply: Reply): Promise<boolean> => {
    const { leadId } = reply;
    const said = leadId
      ? await ifReadable(() => service.api(leads.conversation, { params: { id: leadId } }))
      : undefined;
    if (said === undefined && !isWarned) {
      screen.warn('a conversation cannot be read, so whether its reply was answered elsewhere is unknown');
      isWarned = true;
    }
    return !said?.conversation.some((email) => answers(email, reply));
  };
}

function answers({ direction, isDraft, sentAt, threadId }: Email, reply: Reply): boolean {
  const isSent = direction === 'outbound' && isDraft !== true && sentAt !== null && sentAt !== undefined;
  const isSameThread = !threadId || !reply.threadId || threadId === reply.threadId;
  return isSent && isSameThread && Date.parse(sentAt) > Date.parse(reply.receivedAt ?? '');
}
