import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Service } from '../declare/command.ts';
import type { DoneCall } from '../declare/context-parts.ts';
import { ifReadable } from '../find/names.ts';

type Draft = Pick<ItemOf<typeof drafts.list>, 'id' | 'inReplyToEmailId'>;

/** The call from here that sent the draft, or another one that answers the same reply. */
export async function answeredBefore(
  { journal }: Pick<Service, 'journal'>,
  draft: Draft,
): Promise<DoneCall | undefined> {
  const reply = replyOf(draft);
  const done = (await ifReadable(() => journal.done(drafts.send))) ?? [];
  return done.find(
    ({ params, before }) =>
      String(params.id) === String(draft.id) || (reply !== undefined && replyOf(before as Draft) === reply),
  );
}

const replyOf = (draft: Draft | null | undefined): string | undefined =>
  draft?.inReplyToEmailId ? String(draft.inReplyToEmailId) : undefined;
