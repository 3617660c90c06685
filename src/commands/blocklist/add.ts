import { counted, firstOf, grouped } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { readOr } from '../../cli/answer/fact.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { leads } from '../../contract/areas/leads.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { inBatches, soundValues } from './in-batches.ts';

export const add = command({
  name: 'add',
  about:
    'Values that are already blocked are skipped. The global list applies to every workspace, and needs a key for the main workspace. Emails that are already scheduled may still go out; to stop them for one lead, use `leads delete`.',
  uses: [blocklist.add, leads.list],
  stops: true,
  tool: 'work',
  fails: ['partial'],
  args: {
    values: arg.many('domains and email addresses', { hint: 'value' }),
    scope: opt.choice('which list (default workspace)', blocklistScopes),
  },
  examples: [
    'outreach blocklist add acme.com ana@lumen.example',
    'outreach blocklist add competitor.com --scope global',
  ],
  async run(context, { values, scope }) {
    const sums = await inBatches(
      context.screen,
      'Blocking',
      soundValues(values),
      ['created', 'skipped'],
      (batch) => context.service.api(blocklist.add, { body: { values: batch, ...omitUndefined({ scope }) } }),
    );
    if (sums.created > 0 && context.screen.isForPeople) await sayWhoIsHit(context, values);
    if (sums.created > 0)
      context.screen.note(
        `Emails already scheduled may still go out. To stop them for one lead: ${pattern('leads delete', { leads: '<lead>' })}`,
      );
    return { ...sums, scope: scope ?? 'workspace' };
  },
  view: (added, { values }) =>
    record(
      ['Blocked', added.created, 'number'],
      ['Skipped', added.skipped ? `${grouped(added.skipped)}, already blocked` : undefined],
      [added.skipped ? 'Of these' : 'Values', firstOf(values, most)],
      ['Scope', added.scope],
    ),
});

/** So many leads are read to count whom it hits, and the service does not say. */
const fewLeads = 2000;

async function sayWhoIsHit({ service, screen }: Context, values: readonly string[]): Promise<void> {
  const blocked = new Set(values.map(blockKey));
  const isHit = (email: string) => blocked.has(blockKey(email)) || blocked.has(domainOf(blockKey(email)));
  const { value } = await readOr(leads.list, async () => {
    const { total } = await service.api.page(leads.list, {}, { limit: 1 });
    if (total === null || total > fewLeads) return undefined;
    const all = await allIn(service.api.pages(leads.list, {}));
    return all.filter(({ email }) => isHit(email)).length;
  });
  if (value !== undefined)
    screen.note(`${counted(value, 'lead gets', 'leads get')} no new email because of this.`);
}

/** The service counts what it blocked and does not name it. */
const most = 20;
