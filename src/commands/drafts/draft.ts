import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { DoneCall } from '../../cli/declare/context-parts.ts';
import { arg } from '../../cli/declare/params.ts';
import { quote, record, stack, type View } from '../../cli/declare/view.ts';
import { findInPages } from '../../cli/find/find-in-pages.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';

export type Draft = ItemOf<typeof drafts.list>;

export const draftArgument = arg.id('id of the draft', { asked: 'draft' });

/** The service shows drafts in their list alone. Throws `conflict` for one that was sent from here, else `not-found`. */
export async function draftOf({ service }: Context, id: number): Promise<Draft> {
  const draft = await findInPages(service.api.pages(drafts.list, {}), id);
  if (draft) return draft;
  const sent = (await service.journal.done(drafts.send)).find(
    ({ params }) => String(params.id) === String(id),
  );
  if (sent) throw sentBefore({ id }, sent);
  throw new Failure('not_found', `there is no draft ${id}: it may have been sent already`, {
    hint: 'See: outreach drafts list',
  });
}

const recentMs = 10 * 60_000;

type Answer = Pick<Draft, 'id' | 'inReplyToEmailId'>;

/** A draft is sent once, and a reply answered once: to do so again is the line that was done, whenever that was. */
export function sentBefore(draft: Answer, earlier: DoneCall): Failure {
  const { intent, ageMs, params } = earlier;
  const again = isSame(draft, params) ? 'A draft is sent once.' : 'Pass --again to answer it once more.';
  return new Failure(ageMs < recentMs ? 'done_recently' : 'already_sent', earlierAnswer(draft, earlier), {
    hint: `${again} To see it: outreach journal show ${intent}`,
    extra: { intent },
  });
}

/** By the same draft, or by another one that answers the same reply. */
export function earlierAnswer(draft: Answer, { intent, age, finishedAt, host, params }: DoneCall): string {
  const when = `${host === null ? 'from here' : `on ${host}`} ${age} ago, at ${new Date(finishedAt).toISOString()}`;
  return isSame(draft, params)
    ? `draft ${draft.id} was sent ${when} (journal ${intent})`
    : `reply ${draft.inReplyToEmailId} was answered ${when}, with draft ${params.id} (journal ${intent})`;
}

const isSame = ({ id }: Answer, params: DoneCall['params']): boolean => String(params.id) === String(id);

export const draftView = (draft: Draft & { readonly digest?: string }): View =>
  stack(
    record(
      ['ID', draft.id, 'id'],
      ['Lead', draft.leadId, 'id'],
      ['To', addresses(draft.to), 'id'],
      ['Cc', addresses(draft.cc), 'id'],
      ['Subject', draft.subject],
      ['Created', draft.createdAt],
      ['Digest', draft.digest, 'id'],
    ),
    quote(draft.body ?? ''),
  );

/** Undefined, and so left out, where there is none. */
export const addresses = (list: readonly string[] | null | undefined): string | undefined =>
  list && list.length > 0 ? list.join(', ') : undefined;
