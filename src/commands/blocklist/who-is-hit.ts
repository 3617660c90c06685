import { counted } from '../../base/counted.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf } from '../../cli/advice/line-of.ts';
import { readOr } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { stopScheduled } from '../../cli/launch/opt-outs.ts';
import { leads } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';

/** So many leads are read to find whom an entry hits, as the service does not say, and so many are named. */
const [fewLeads, mostNamed] = [2000, 5];

/** Who gets no new email because of these values, and what stops the emails that are scheduled. */
export async function sayWhoIsHit({ service, screen }: Context, values: readonly string[]): Promise<void> {
  if (values.length === 0) return;
  const blocked = new Set(values);
  const { value: hit } = await readOr(leads.list, async () => {
    if (!screen.isForPeople) return undefined;
    const { total } = await service.api.page(leads.list, {}, { limit: 1 });
    if (total === null || total > fewLeads) return undefined;
    const all = await allIn(service.api.pages(leads.list, {}));
    return all.filter(({ email }) => blocked.has(addressKey(email)) || blocked.has(domainOf(email)));
  });
  if (hit?.length === 0) return screen.note('No lead is blocked by this.');
  if (hit) screen.note(`${counted(hit.length, 'lead gets', 'leads get')} no new email because of this.`);
  const ids = hit?.map(({ id }) => id) ?? [];
  screen.note(
    hit && ids.length <= mostNamed
      ? `Emails already scheduled may still go out. To stop them: ${lineOf(advise('leads delete', { leads: ids }))}`
      : stopScheduled,
  );
}
