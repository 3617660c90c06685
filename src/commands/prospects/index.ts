import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { readOr } from '../../cli/answer/fact.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import { type Context, command, type Service, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import type { QuoteFor } from '../../cli/declare/quote.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { record } from '../../cli/declare/view.ts';
import { readJson } from '../../cli/input/json.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { prospects } from '../../contract/areas/prospects.ts';
import { balanceIn } from '../../contract/credit-fields.ts';
import { knownPrice } from '../../contract/prices.ts';

const source = command({
  name: 'source',
  summary: 'Source prospects at a price that is not known before: it spends credits',
  about: `Prefer finder import: its fields and its price are known. The names of these fields are our guess; --body sends others.`,
  uses: [prospects.source, credits.balance, finder.filters, icps.primary],
  tool: 'effects',
  leadGate: true,
  args: {
    icp: opt.int('id of the ideal customer profile (default: the primary one)', {
      min: 1,
      hint: 'id',
      names: 'icps',
    }),
    campaign: opt.text('campaign they join, by id or exact name', { hint: 'campaign', names: 'campaigns' }),
    count: opt.int('number of people', { min: 1, hint: 'n' }),
    body: opt.file('JSON file of the request; options are added', 'document'),
    ...acceptOption,
  },
  examples: [
    'outreach prospects source --icp 1 --count 10',
    'outreach prospects source --icp 1 --campaign 1 --count 10 --yes',
  ],
  async run(context, { icp, campaign, count: wanted, body: file, accept }) {
    const { service, consent, files } = context;
    const fields = file === undefined ? {} : await bodyFile(file, await files.readText(file, 'document'));
    const campaignId = campaign === undefined ? undefined : await service.find.campaign(campaign);
    const call = { body: { ...fields, ...omitUndefined({ icpId: icp, campaignId, count: wanted }) } };
    const quote = async () => {
      // Fields of a file may name it in their own way.
      if (icp === undefined && file === undefined) await refuseNoPrimary(service);
      return sourceQuote(context, call.body);
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

/** The fields of a request out of a JSON file. Throws `usage` where it holds anything but an object. */
async function bodyFile(file: string, content: string): Promise<Record<string, unknown>> {
  const where = file === '-' ? 'standard input' : file;
  const value = await readJson(content, where);
  if (isRecord(value)) return { ...value };
  throw new Failure('bad_body_file', `${where} is not a JSON object`, {
    hint: 'Write an object, for example {"icpId": 1, "count": 10}.',
  });
}

/** Throws where the profile that would be used is not there. */
async function refuseNoPrimary({ api }: Pick<Service, 'api'>): Promise<void> {
  const { failure } = await readOr(icps.primary, () => api(icps.primary));
  // Where the path itself is unknown, there may be one.
  if (failure?.status !== 404 || failure.subject?.is === 'unknown-path') return;
  throw new Failure('usage', 'No ideal customer profile is the primary one; nothing was sent', {
    hint: 'Name one with --icp: outreach icps list',
  });
}

/** What is known before the call. The price is not: the spec has none for it. */
async function sourceQuote(
  context: Context,
  wanted: { readonly count?: number | undefined },
): Promise<QuoteFor<typeof prospects.source>> {
  const { service } = context;
  const [{ creditsPerProspect }, wallet] = await Promise.all([
    service.api(finder.filters),
    walletOf(context),
  ]);
  const price = knownPrice(creditsPerProspect);
  const cost = wanted.count === undefined || price === undefined ? undefined : wanted.count * price;
  return {
    spend: {},
    priceUnknown: true,
    balance: balanceIn(wallet) ?? null,
    facts: [
      `For comparison: an import costs ${price === undefined ? 'an unknown number of credits' : counted(price, 'credit')} a person${cost === undefined ? '' : `, ${grouped(cost)} for as many`}`,
    ],
  };
}

export const group: Verbs = {
  commands: [source],
};
