import { Failure } from '../../base/errors.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import type { Context } from '../declare/command.ts';
import { AgreedDraft } from './agreed-draft.ts';
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

type Written = { readonly subject: string; readonly body: string };

/** A draft as a person edits it: `Subject: …`, an empty line, the text. */
export const textOf = ({ subject, body }: Pick<Draft, 'subject' | 'body'>): string =>
  `Subject: ${oneLine(subject ?? '')}\n\n${body ?? ''}\n`;

/** The same, read back; line ends and empty lines around the text do not count. Throws `usage`. */
export function parseDraftText(text: string): Written {
  const { subject, body } = partsOf(text);
  if (subject === undefined) throw new Failure('no_subject_line', 'The first line is not "Subject: …"');
  if (body === '') throw new Failure('no_body', 'The text below the subject is missing');
  return { subject, body };
}

/** What the person changed, and nothing else: what only looks different once it was read back is left as it is. */
export function editedFields(draft: Pick<Draft, 'subject' | 'body'>, edited: string): Partial<Written> {
  const presented = textOf(draft);
  if (edited === presented) return {};
  const [before, after] = [partsOf(presented), parseDraftText(edited)];
  return {
    ...(after.subject !== before.subject && { subject: after.subject }),
    ...(after.body !== before.body && { body: after.body }),
  };
}

function partsOf(text: string): { subject: string | undefined; body: string } {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  const subject = /^\s*subject:(.*)$/i.exec(lines[first] ?? '')?.[1];
  const body = lines.slice(first + 1).join('\n');
  return {
    subject: subject === undefined ? undefined : oneLine(subject),
    body: body.replace(/^(?:[ \t]*\n)+/, '').trimEnd(),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
