import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { editedFields, textOf } from './draft-text.ts';

type Draft = ItemOf<typeof drafts.list>;

/**
 * Opens the draft in the person's editor and saves what was changed. What the person wrote is never lost: where it cannot
 * be read back or the service does not take it, it stays in a file, and the failure is preceded by its name.
 */
export async function editDraft(context: Context, draft: Draft): Promise<Draft> {
  const { id } = draft;
  const edited = await context.ask.edit(`Save and close to change draft ${id}.`, textOf(draft));
  if (edited.trim() === '')
    throw new Failure('no_subject_line', 'Everything was erased, so nothing was changed');
  try {
    const change = editedFields(draft, edited);
    if (Object.keys(change).length === 0) {
      context.note('Nothing was changed.');
      return draft;
    }
    const answer = await context.api(drafts.update, { params: { id }, body: change });
    context.note(answer.message ?? `Draft ${id} is saved.`);
    return answer.draft ?? { ...draft, ...change };
  } catch (error) {
    if (error instanceof Failure) context.warn(`Your text is saved in ${await keep(context, id, edited)}`);
    throw error;
  }
}

/** Says where: a file for its owner alone. */
async function keep(context: Context, id: Draft['id'], text: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'outreach-')), `draft-${id}.txt`);
  await context.writeFile(path, text, { fresh: true, secret: true });
  return path;
}
