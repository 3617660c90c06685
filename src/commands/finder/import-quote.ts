import type { Context, Quote } from '../../cli/command.ts';
import { listed } from '../../cli/listed.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { Failure } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { count } from '../../domain/money.ts';

interface Request {
  readonly campaignId: number;
  readonly count?: number;
  readonly refs?: readonly string[];
  readonly verifyEmails?: boolean;
}

/**
 * What the import may cost at most, and what it does beside that. Throws `payment` where the wallet does not hold it:
 * the service would refuse it, too (import rule 2).
 */
export async function importQuote({ api }: Context, request: Request): Promise<Quote> {
  const [{ creditsPerProspect: price }, { balance }, campaign] = await Promise.all([
    api(finder.filters),
    api(credits.balance),
    listed(api.pages(campaigns.list, {}), request.campaignId),
  ]);
  if (!campaign)
    throw new Failure('not-found', `there is no campaign ${request.campaignId}`, {
      code: 'campaign_not_found',
      hint: 'See: outreach campaigns list',
    });
  const people = request.count ?? request.refs?.length ?? 0;
  const cost = people * price;
  if (typeof balance === 'number' && balance < cost) throw tooPoor(cost, balance);
  const sends = campaign.status === 'running' || campaign.status === 'completed';
  return {
    spend: { credits: cost, ...(sends ? { recipients: people } : {}) },
    facts: [
      `Campaign: ${campaign.id} "${campaign.name}", ${campaign.status}${sends ? ': they are written to as soon as they are added' : ''}`,
      `People: up to ${count(people)} at ${count(price)} ${price === 1 ? 'credit' : 'credits'} each; who is skipped costs none`,
      typeof balance === 'number'
        ? `Balance: ${count(balance)} credits now, at least ${count(balance - cost)} after`
        : 'Balance: not told',
      request.verifyEmails === false
        ? 'Verification: none'
        : 'Verification: every address, billed with the next invoice',
    ],
  };
}

function tooPoor(needed: number, available: number): Failure {
  const [least, most] = limits.creditsPerPurchase;
  const missing = Math.min(most, Math.max(least, Math.ceil(needed - available)));
  return new Failure(
    'payment',
    `the import may cost ${count(needed)} credits, the balance is ${count(available)}; nothing was sent`,
    {
      code: 'insufficient_credits',
      extra: { needed, available },
      hint: `Buy some: outreach credits buy ${missing}`,
    },
  );
}
