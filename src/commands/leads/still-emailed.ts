import { advise } from '../../cli/advice/advise.ts';
import { lineOf } from '../../cli/advice/line-of.ts';
import { readOr } from '../../cli/answer/fact.ts';
import type { Context } from '../../cli/declare/command.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { isRunning } from '../../cli/launch/check/other-campaigns.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';
import { joinedCampaigns } from './person/joined-campaigns.ts';

/** Among more running campaigns the lead is not looked for. */
const mostRunning = 10;

/** A category or a variable stops no email: which running campaigns have the lead, and what stops them. */
export async function sayStillEmailed(
  { service, screen }: Context,
  id: number,
  what: 'A category' | 'A variable',
): Promise<void> {
  const { value } = await readOr(campaigns.list, async () => {
    const all = await allIn(service.api.pages(campaigns.list, {}, { pageSize: 200 }));
    const running = all.filter(isRunning);
    if (running.length === 0) return { email: '', of: [] };
    const { lead } = await service.api(leads.get, { params: { id } });
    const isFew = running.length <= mostRunning;
    return { email: lead.email, of: isFew ? await joinedCampaigns(service, lead, running) : undefined };
  });
  if (value?.of?.length === 0) return;
  const named = value?.of?.map((campaign) => `${campaign.id} "${inline(campaign.name ?? '', 60)}"`);
  const where = named ? `The lead is in running campaign ${named.join(', ')}. ` : '';
  const block = value && lineOf(advise('blocklist add', { values: value.email }));
  const stop = `${block ? `${block} && ` : ''}${lineOf(advise('leads delete', { leads: id }))}`;
  screen.note(`${what} stops no email. ${where}To stop what is scheduled: ${stop}`);
}
