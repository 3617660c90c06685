import { isDeepStrictEqual } from 'node:util';
import { counted, grouped } from '../../base/counted.ts';
import { digestOfValue } from '../../base/digest.ts';
import { dollars } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Purchase, QuoteFor, Spend } from '../../cli/declare/quote.ts';
import { criteriaOf } from '../../cli/find/finding-profile.ts';
import { fromFact, ifReadable } from '../../cli/find/names.ts';
import { activeWaivers, refuseBlocked } from '../../cli/launch/blocking-rules.ts';
import { readJoined } from '../../cli/launch/read-campaign.ts';
import { readWordings } from '../../cli/launch/read-wordings.ts';
import { notKnownBefore } from '../../cli/launch/remedies.ts';
import { audience } from '../../contract/areas/audience.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import type { campaigns } from '../../contract/areas/campaigns.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import { balanceIn, usdPerCreditIn } from '../../contract/credit-fields.ts';
import type { Output } from '../../contract/operation.ts';
import { infrastructureUsd } from '../../contract/plan-amounts.ts';
import { knownPrice } from '../../contract/prices.ts';
import { runState } from '../../domain/item-states.ts';
import { copyFindings, emailRules } from '../../domain/launch/copy-rules.ts';
import { type Findings, found, none, problem, together, type Waiver } from '../../domain/launch/problem.ts';
import { inDoubt } from '../../domain/launch/verdict.ts';
import { planLines } from './plan-view.ts';
import { type Run, runIn } from './run-view.ts';

/**
 * What an approval sets off. Read twice, before asking and just before the call: the second time it throws `conflict`
 * where the run or its plan is not what was shown. Throws `conflict` at once for a run that does not await approval.
 */
type ApprovalQuote = QuoteFor<typeof autopilot.approve>;

export function approvalQuote(
  context: Context,
  id: number,
  accept: readonly Waiver[] = [],
): () => Promise<ApprovalQuote> {
  const { service } = context;
  let shown: Run | undefined;
  return async () => {
    const run = runIn(await service.api(autopilot.run, { params: { id } }));
    if (shown && !isDeepStrictEqual(shown, run))
      throw new Failure('run_changed', `run ${id} changed since it was shown; nothing was sent`, {
        hint: `See what it is now: outreach autopilot get ${id}`,
      });
    if (run.killSwitch || run.status !== 'awaiting_approval') throw notWaiting(run);
    shown = run;
    const [{ creditsPerProspect }, wallet, mailboxes, profile, there] = await Promise.all([
      service.api(finder.filters),
      walletOf(context),
      service.api.page(senders.list, { query: { isConnected: true } }, { pageSize: 1 }),
      profileOf(context, run),
      leadsOf(context, run),
    ]);
    const matches = await matchesOf(context, profile);
    const connected = mailboxes.total ?? mailboxes.items.length;
    const usdPerCredit = usdPerCreditIn(wallet) ?? null;
    const [price, balance] = [knownPrice(creditsPerProspect), balanceIn(wallet)];
    const quote = quoteOf({ run, price, balance, usdPerCredit, connected, matches, there });
    const { facts, launches } = await checkApproval(context, run, { ...quote, balance }, accept);
    const binds = digestOfValue([run, profile ?? null, launches ?? null, there ?? null]);
    return { ...quote, facts: [...quote.facts, ...facts], binds };
  };
}

/**
 * What is known of its launch before it has people: its emails, and whether the balance pays for them. Throws
 * `ended-badly` where that blocks.
 */
async function checkApproval(
  context: Context,
  { id, campaignId }: Run,
  { spend, balance }: { readonly spend: Spend; readonly balance: number | undefined },
  accept: readonly Waiver[],
): Promise<{ readonly facts: readonly string[]; readonly launches?: Launched | undefined }> {
  const { credits = 0 } = spend;
  const short =
    balance !== undefined && balance < credits
      ? [
          problem(
            'credits-short',
            1,
            `it spends up to ${counted(credits, 'credit')}, and the balance is ${grouped(balance)}`,
          ),
        ]
      : [];
  const { copy, launches } = campaignId ? await checkedCopy(context, campaignId) : { copy: none };
  const launch = campaignId ? { campaignId } : { runId: id };
  const { lines } = refuseBlocked(launch, together(copy, found(short)), activeWaivers(context, accept));
  const from = launches?.from.length ? [fromFact(launches.from)] : [];
  return { facts: [...from, ...lines, notKnownBefore(campaignId ?? '<campaign>')], launches };
}

interface Launched {
  readonly sequence: Output<typeof campaigns.sequence>;
  readonly settings: unknown;
  readonly from: Parameters<typeof fromFact>[0];
}

/** The emails of its campaign, and what is wrong with them, as far as they can be read. */
async function checkedCopy(
  context: Context,
  campaignId: number,
): Promise<{ readonly copy: Findings; readonly launches?: Launched }> {
  const reading = await readJoined(context, campaignId);
  const { sequence, detail } = reading;
  const { wordings, unread } = await readWordings(context.service, reading);
  if (!sequence || !wordings) return { copy: inDoubt(none, emailRules, unread) };
  return {
    copy: copyFindings(wordings, {}, unread),
    launches: {
      sequence,
      settings: detail?.settings ?? null,
      from: (reading.senders ?? []).map(({ address, givenName, familyName }) => ({
        ...{ address, givenName, familyName },
      })),
    },
  };
}

/** By which a run finds its people; undefined where it cannot be read. */
const profileOf = async ({ service }: Context, { icpId }: Run): Promise<Criteria | undefined> => {
  const found = icpId && (await ifReadable(service.api(icps.get, { params: { id: icpId } })));
  return found ? criteriaOf(found.icp) : undefined;
};

/** Who gets email when its campaign is launched, beside the people whom it finds; undefined where that cannot be read. */
async function leadsOf({ service }: Context, { campaignId }: Run): Promise<Already | undefined> {
  if (!campaignId) return undefined;
  const of = { query: { campaignId } };
  const page = await ifReadable(service.api.page(leads.list, of, { pageSize: 200 }));
  if (page === undefined) return undefined;
  const newest = page.items.map(({ id, email }) => [String(id), email]);
  return { count: page.total ?? newest.length, newest };
}

interface Already {
  readonly count: number;
  readonly newest: readonly (readonly string[])[];
}

type Criteria = Readonly<Record<string, readonly string[] | null | undefined>>;

/** How many people match a profile, counted for free; undefined where that cannot be read. */
async function matchesOf({ service }: Context, profile: Criteria = {}): Promise<number | undefined> {
  const given = Object.entries(profile).filter(([, words]) => words?.length);
  if (given.length === 0) return undefined;
  const counted = await ifReadable(service.api(audience.size, { body: Object.fromEntries(given) }));
  return counted?.audienceSize;
}

interface Known {
  run: Run;
  price: number | undefined;
  balance: number | undefined;
  usdPerCredit: number | null;
  connected: number;
  matches: number | undefined;
  there: Already | undefined;
}

function quoteOf({ run, price, balance, usdPerCredit, connected, matches, there }: Known): ApprovalQuote {
  const { plan, targetProspectCount } = run;
  // 0 is the service's own batch. How many people match now is an estimate, and more may match when they are found.
  const target =
    typeof targetProspectCount === 'number' && targetProspectCount > 0 ? targetProspectCount : undefined;
  const cost = target === undefined || price === undefined ? undefined : target * price;
  // Without a budget nothing is planned, and nothing is bought.
  const usd = plan ? infrastructureUsd(plan) : 0;
  const already = there?.count ?? 0;
  return {
    spend: {
      ...(cost !== undefined && { credits: cost }),
      ...(usd !== undefined && { usd }),
      ...(target !== undefined && { recipients: target + already }),
    },
    atMost: true,
    ...omitUndefined({ people: target }),
    unitUsd: { credit: usdPerCredit },
    balance: balance ?? null,
    buys: purchaseOf(run, connected),
    facts: [
      `Run ${run.id}${run.website ? ` for ${run.website}` : ''}${run.replyMode ? `, replies: ${run.replyMode}` : ''}`,
      ...(run.replyMode === 'auto'
        ? ['Its AI answers replies by itself for as long as it runs: no person reads them first.']
        : []),
      'Its campaign starts without another question.',
      ...(price === undefined ? ['Price unknown for each person'] : []),
      ...(matches ? [`${counted(matches, 'person matches', 'people match')} its profile`] : []),
      ...(already > 0 ? [`${counted(already, 'lead is', 'leads are')} in its campaign already`] : []),
      ...(plan && connected > 0 ? [onlyWithoutMailboxes(usd)] : []),
      ...(plan ? planLines(plan, 3) : []),
    ],
  };
}

/** The service looks for connected mailboxes when the people are found, and ceilings have to hold even then. */
const onlyWithoutMailboxes = (usd: number | undefined): string =>
  `Its plan's mailboxes and domains are bought only if no mailbox is connected when its people are found${usd === undefined ? '' : `; a ceiling in dollars counts them (at most ${dollars(usd)})`}`;

/** One order buys ten domains at most, and none while a mailbox is connected (spec, Autopilot). */
function purchaseOf({ plan }: Run, connected: number): Purchase {
  if (!plan) return { what: 'nothing', notNow: 'the run has no budget' };
  const what =
    typeof plan.mailboxes === 'number' && typeof plan.domains === 'number'
      ? `up to ${counted(plan.mailboxes, 'mailbox', 'mailboxes')} on ${counted(plan.domains, 'domain')}`
      : 'the planned domains and mailboxes';
  if (connected === 0) return { what };
  const verb = connected === 1 ? 'mailbox is' : 'mailboxes are';
  return { what, notNow: `${grouped(connected)} ${verb} connected` };
}

function notWaiting(run: Run): Failure {
  return new Failure(
    'not_awaiting_approval',
    `run ${run.id} is ${plainWords(runState(run))} and does not await approval`,
    {
      hint: run.killSwitch
        ? `A killed run cannot be resumed; start another: ${pattern('autopilot start', { budgetUsd: '<amount>' })}`
        : `Follow it to where it waits: outreach autopilot watch ${run.id}`,
    },
  );
}
