import { Failure } from '../../base/errors.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Context, Service } from '../declare/command.ts';
import { findInPages } from '../find/find-in-pages.ts';
import { ifReadable } from '../find/names.ts';
import { inline } from '../output/text/inline.ts';

type Draft = ItemOf<typeof drafts.list>;
type Change = { readonly subject?: string; readonly body?: string };

/** Saves what was changed, and reads it back: an answer may only repeat what was sent. Throws `not_saved`. */
export async function saveDraft(context: Context, id: number, change: Change): Promise<Draft> {
  const answer = await context.service.api(drafts.update, { params: { id }, body: change });
  const read = await ifReadable(listed(context.service, id).then((draft) => ({ draft })));
  const stored = read ? read.draft : answer.draft;
  const different = stored ? differences(stored, change) : ['no such draft'];
  if (!stored || different.length > 0)
    throw new Failure(
      'not_saved',
      `draft ${id} is not known to be saved: the service accepted the text, and shows ${different.join(' and ')}`,
      { hint: `Look at it: outreach drafts show ${id}`, extra: { draft: id } },
    );
  if (!read) context.screen.warn(`Draft ${id} could not be read again; its text is as the service answered.`);
  context.screen.note(answer.message ?? `Draft ${id} is saved.`);
  return stored;
}

/** As it is now; undefined where it is not listed. */
export const listed = ({ api }: Pick<Service, 'api'>, id: number): Promise<Draft | undefined> =>
  findInPages(api.pages(drafts.list, {}, { pageSize: 200 }), id);

/** The service may lay a text out in another way. */
const differences = (draft: Pick<Draft, 'subject' | 'body'>, change: Change): string[] =>
  (['subject', 'body'] as const).flatMap((name) => {
    const [now, wanted] = [draft[name] ?? '', change[name]];
    if (wanted === undefined || laidOut(now) === laidOut(wanted)) return [];
    return [`another ${name === 'body' ? 'text' : name}, "${inline(now)}"`];
  });

/** Without what is only laid out in another way. */
export const laidOut = (text: string): string => text.replace(/\s+/g, ' ').trim();
