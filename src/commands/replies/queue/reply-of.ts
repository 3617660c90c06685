import { Failure } from '../../../base/errors.ts';
import type { Service } from '../../../cli/declare/command.ts';
import { findInPages } from '../../../cli/find/find-in-pages.ts';
import { replies } from '../../../contract/areas/replies.ts';
import type { Reply } from './read-queue.ts';

/** The service shows replies in their list alone. Throws `not-found`. */
export async function replyOf({ api }: Pick<Service, 'api'>, id: number): Promise<Reply> {
  const reply = await findInPages(api.pages(replies.list, {}), id);
  if (reply) return reply;
  throw new Failure('not_found', `there is no reply ${id}`, { hint: 'See: outreach replies list' });
}
