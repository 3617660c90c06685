import { Failure } from '../../base/errors.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf } from '../../contract/operation.ts';
import type { Context } from '../declare/command.ts';
import { findInPages } from '../find/find-in-pages.ts';
import { ifReadable } from '../find/names.ts';

type Draft = ItemOf<typeof drafts.list>;
type Change = { readonly subject?: string; readonly body?: string };

/** Saves what was changed. Throws `not_saved` where the service accepts the call and then shows another text. */
export async function saveDraft(context: Context, id: number, change: Change): Promise<Draft> {
  const answer = await context.api(drafts.update, { params: { id }, body: change });
  const stored = answer.draft && has(answer.draft, change) ? answer.draft : await readBack(context, id);
  if (!stored || !has(stored, change))
    throw new Failure(
      'not_saved',
      `draft ${id} is not known to be saved: the service accepted the text, and ${stored ? 'shows another' : 'does not show the draft'}`,
      { hint: `Look at it: outreach drafts show ${id}`, extra: { draft: id } },
    );
  context.note(answer.message ?? `Draft ${id} is saved.`);
  return stored;
}

const readBack = (context: Context, id: number) => ifReadable(() => listed(context, id));

/** As it is now; undefined where it is not listed. */
export const listed = ({ api }: Pick<Context, 'api'>, id: number): Promise<Draft | undefined> =>
  findInPages(api.pages(drafts.list, {}, { pageSize: 200 }), id);

/** The service may lay a text out in another way. */
const has = (draft: Pick<Draft, 'subject' | 'body'>, change: Change): boolean =>
  (['subject', 'body'] as const).every(
    (name) => change[name] === undefined || laidOut(draft[name] ?? '') === laidOut(change[name]),
  );

/** Without what is only laid out in another way. */
export const laidOut = (text: string): string => text.replace(/\s+/g, ' ').trim();
