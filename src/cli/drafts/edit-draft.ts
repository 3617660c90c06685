import { Failure } from '../../base/errors.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import type { Context } from '../declare/command.ts';
import { AgreedDraft } from './agreed-draft.ts';
import { editedFields, textOf } from './draft-text.ts';
import { listed, saveDraft } from './save-draft.ts';

type Draft = ItemOf<typeof drafts.list>;

/**
 * Opens the draft in the person's editor and saves what was changed. What the person wrote is never lost: where it is not
 * saved by the service, it stays in a file, and the failure names it.
 */
export const editDraft = (context: Context, draft: Draft): Promise<Draft> =>
  context.consent.ask.edit(`Save and close to change draft ${draft.id}.`, textOf(draft), async (edited) => {
    const { id } = draft;
    if (edited.trim() === '')
      throw new Failure('no_subject_line', 'Everything was erased, so nothing was changed');
    const change = editedFields(draft, edited);
    if (Object.keys(change).length === 0) {
      context.screen.note('Nothing was changed.');
      return draft;
    }
    // What someone else wrote while the editor was open stays.
    const now = await listed(context.service, Number(id));
    if (now) new AgreedDraft(id, draftDigest(draft)).hold(now, 'nothing was saved');
    return saveDraft(context, Number(id), change);
  });
