import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { readOr } from '../../cli/answer/fact.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { command, type Service, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { record } from '../../cli/declare/view.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { prospects } from '../../contract/areas/prospects.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import { knownPrice } from '../../contract/prices.ts';

const source = command({
  name: 'source',
  summary: 'Spend credits on finding prospects, at a price that is not known in advance',
  about: `Prefer \`finder import\`, whose fields and price are known. The service does not document the fields of this request, so these are guesses. To send other fields, use \`api\`.`,
  uses: [prospects.source, credits.balance, finder.filters, icps.primary],
  tool: 'effects',
  leadGate: true,
  args: {
    icp: opt.int('id of the ideal customer profile (default: the primary one)', {
      min: 1,
      hint: 'id',
      names: 'icps',
    }),
    campaign: opt.text('campaign to add them to, by id or exact name', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    count: opt.int('number of people', { min: 1, hint: 'n' }),
    ...acceptOption,
  },
  examples: [
    'outreach prospects source --icp 1 --count 10',
    'outreach prospects source --icp 1 --campaign 1 --count 10 --yes',
  ],
  async run(context, { icp, campaign, count, accept }) {
    const { service, consent } = context;
    const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
    const call = { body: omitUndefined({ icpId: icp, campaignId, count }) };
    // The price is not known before the call: the spec has none for it.
    const quote = async (): Promise<QuoteFor<typeof prospects.source>> => {
      if (icp === undefined) await refuseNoPrimary(service);
      const [lists, wallet] = await Promise.all([service.api(finder.filters), walletOf(context)]);
      const price = knownPrice(lists.creditsPerProspect);
      const each = price === undefined ? 'an unknown number of credits' : counted(price, 'credit');
      const cost = count === undefined || price === undefined ? undefined : count * price;
      const all = cost === undefined ? '' : `, ${grouped(cost)} for as many`;
      const facts = [`For comparison: an import costs ${each} a person${all}`];
      return { spend: {}, priceUnknown: true, balance: balanceIn(wallet) ?? null, facts };
    };
    const approval = await consent.approve(prospects.source, call, quote, { accept });
    const sourced = await service.api(prospects.source, call, approval);
    const joined = sourced.campaignId ?? campaignId;
    if (typeof joined === 'number') {
      const { reportJoined } = await import('../../cli/launch/check/joining.ts');
      await reportJoined(context, joined, sourced.sourced ?? 0, { accept });
    }
    return sourced;
  },
  next: ({ campaignId }) => [advise('campaigns get', { campaign: campaignId })],
  view: (sourced) =>
    record(
      ['Requested', sourced.requested ?? undefined],
      ['Sourced', sourced.sourced ?? undefined],
      ['Skipped', sourced.skipped ?? undefined],
      ['Credits spent', typeof sourced.creditsSpent === 'number' ? grouped(sourced.creditsSpent) : undefined],
      ['Balance', typeof sourced.newBalance === 'number' ? grouped(sourced.newBalance) : undefined],
      ['Campaign', sourced.campaignId ?? undefined],
    ),
});

/** Throws where the profile that would be used is not there. */
async function refuseNoPrimary({ api }: Pick<Service, 'api'>): Promise<void> {
  const { failure } = await readOr(icps.primary, () => api(icps.primary));
  // Where the path itself is unknown, there may be one.
  if (failure?.status !== 404 || failure.subject?.is === 'unknown-path') return;
  throw new Failure('usage', 'No ideal customer profile is the primary one; nothing was sent', {
    hint: 'Name one with --icp: outreach icps list',
  });
}

export const group: Verbs = {
  commands: [source],
};
