import type { Context } from '../../cli/declare/command.ts';
import { createNames, ifReadable } from '../../cli/find/names.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { sentAnswers } from '../../domain/replies/waiting.ts';
import type { Reply } from './queue/read-queue.ts';

/** A reply, and at a terminal what a person sees in place of its ids. */
export type ShownReply = Reply & {
  readonly beside?: {
    readonly person: string | undefined;
    readonly campaign: string | undefined;
    /** The id of the draft that answers it, or that it was sent. */
    readonly draft: number | 'sent' | undefined;
  };
};

/** At most 22 calls in all: the campaigns, the drafts that wait, and the people of a usual page. */
export function withNames(context: Context): (replies: readonly Reply[]) => Promise<ShownReply[]> {
  const names = createNames(context.service.api, context.screen.note);
  let answers: ReturnType<typeof answersIn> | undefined;
  return async (found) => {
    answers ??= answersIn(context);
    const [draftOf, people] = [await answers, await names.people(found.map(({ leadId }) => leadId))];
    return Promise.all(
      found.map(async (reply) => ({
        ...reply,
        beside: {
          person: people.get(String(reply.leadId)),
          campaign: await names.campaign(reply.campaignId),
          draft: draftOf(reply),
        },
      })),
    );
  };
}

/** By the journal, and by the newest drafts. */
async function answersIn(context: Context): Promise<(reply: Reply) => number | 'sent' | undefined> {
  const done = await ifReadable(context.service.journal.done(drafts.send));
  const isAnswered = done && sentAnswers(done);
  const page = await ifReadable(context.service.api.page(drafts.list, {}, { pageSize: 200 }));
  const waiting = new Map(page?.items.map(({ id, inReplyToEmailId }) => [String(inReplyToEmailId), id]));
  return (reply) => (isAnswered?.(reply) ? 'sent' : waiting.get(String(reply.id)));
}
