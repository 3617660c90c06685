import type { Context } from '../../cli/command.ts';
import { listed } from '../../cli/listed.ts';
import { quote, record, stack, type View } from '../../cli/output/view.ts';
import { arg } from '../../cli/params.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { Failure } from '../../contract/errors.ts';
import type { ItemOf } from '../../contract/operation.ts';

export type Draft = ItemOf<typeof drafts.list>;

export const draftArgument = arg.id('id of the draft');

/** The service shows drafts in their list alone. Throws `not-found`, also for one that was sent. */
export async function draftOf({ api }: Context, id: number): Promise<Draft> {
  const draft = await listed(api.pages(drafts.list, {}), id);
  if (draft) return draft;
  throw new Failure('not-found', `there is no draft ${id}; it may have been sent`, {
    hint: 'See: outreach drafts list',
  });
}

export const draftView = (draft: Draft): View =>
  stack(
    record(
      ['ID', draft.id],
      ['Lead', draft.leadId],
      ['To', addresses(draft.to)],
      ['Cc', addresses(draft.cc)],
      ['Subject', draft.subject],
      ['Created', draft.createdAt],
    ),
    quote(draft.body ?? ''),
  );

/** Undefined, and so left out, where there is none. */
export const addresses = (list: readonly string[] | null | undefined): string | undefined =>
  list && list.length > 0 ? list.join(', ') : undefined;
