import { counted } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf, pattern } from '../../cli/advice/line-of.ts';
import { readOr } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { blocklist, type blocklistScopes } from '../../contract/areas/blocklist.ts';
import { leads } from '../../contract/areas/leads.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { inBatches } from './in-batches.ts';

/** So many leads are read to find whom an entry hits, as the service does not say, and so many are named. */
const [fewLeads, mostNamed] = [2000, 5];

/** Blocks the values, and says whom that hits. */
export async function blockAll(
  context: Context,
  values: readonly string[],
  scope: (typeof blocklistScopes)[number] | undefined,
) {
  const sums = await inBatches(context.screen, 'Blocking', values, ['created', 'skipped'], (batch) =>
    context.service.api(blocklist.add, { body: { values: batch, ...omitUndefined({ scope }) } }),
  );
  await sayWhoIsHit(context, values);
  return { ...sums, scope: scope ?? ('workspace' as const) };
}

/** Who gets no new email because of these values, and what stops those that are scheduled: the service sends them all the same. */
async function sayWhoIsHit({ service, screen }: Context, values: readonly string[]): Promise<void> {
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
  const stop =
    hit && hit.length <= mostNamed
      ? `: ${lineOf(advise('leads delete', { leads: hit.map(({ id }) => id) }))}`
      : ` in a campaign: ${pattern('campaigns check', { campaign: '<campaign>', rule: 'blocklisted', leads: true })} | ${pattern('leads delete', { leads: '-' })}`;
  screen.note(`Emails already scheduled may still go out. To stop them${stop}`);
}
