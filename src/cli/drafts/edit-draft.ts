import { Failure } from '../../base/errors.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { editedFields, textOf } from './draft-text.ts';

type Draft = ItemOf<typeof drafts.list>;

/**
 * Opens the draft in the person's editor and saves what was changed. What the person wrote is never lost: where it is not
 * saved by the service, it stays in a file, and the failure names it.
 */
export const editDraft = (context: Context, draft: Draft): Promise<Draft> =>
  context.ask.edit(`Save and close to change draft ${draft.id}.`, textOf(draft), async (edited) => {
    const { id } = draft;
    if (edited.trim() === '')
      throw new Failure('no_subject_line', 'Everything was erased, so nothing was changed');
    const change = editedFields(draft, edited);
    if (Object.keys(change).length === 0) {
      context.note('Nothing was changed.');
      return draft;
    }
    const answer = await context.api(drafts.update, { params: { id }, body: change });
    context.note(answer.message ?? `Draft ${id} is saved.`);
    return answer.draft ?? { ...draft, ...change };
  });
