import { isDeepStrictEqual } from 'node:util';
import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { balanceFact, wallet as walletOf } from '../../cli/answer/wallet.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Quote } from '../../cli/declare/quote.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { finder } from '../../contract/areas/finder.ts';
import { senders } from '../../contract/areas/senders.ts';
import { balanceIn, usdPerCreditIn } from '../../contract/credit-fields.ts';
import { planLines } from './plan-view.ts';
import { type Run, runIn, stateOf } from './run-view.ts';

/**
 * What an approval sets off. Read twice, before asking and just before the call: the second time it throws `conflict`
 * where the run or its plan is not what was shown. Throws `conflict` at once for a run that does not await approval.
 */
export function approvalQuote(context: Context, id: number): () => Promise<Quote> {
  const { api } = context;
  let shown: Run | undefined;
  return async () => {
    const run = runIn(await api(autopilot.run, { params: { id } }));
    if (shown && !isDeepStrictEqual(shown, run)) throw changed(shown, run);
    if (run.killSwitch || run.status !== 'awaiting_approval') throw notWaiting(run);
    shown = run;
    const [{ creditsPerProspect }, wallet, mailboxes] = await Promise.all([
      api(finder.filters),
      walletOf(context),
      api.page(senders.list, { query: { isConnected: true } }, { pageSize: 1 }),
    ]);
    const connected = mailboxes.total ?? mailboxes.items.length;
    const usdPerCredit = usdPerCreditIn(wallet) ?? null;
    return quoteOf({ run, price: creditsPerProspect, balance: balanceIn(wallet), usdPerCredit, connected });
  };
}

interface Known {
  run: Run;
  price: number;
  balance: number | undefined;
  usdPerCredit: number | null;
  connected: number;
}

function quoteOf({ run, price, balance, usdPerCredit, connected }: Known): Quote {
  const { plan, targetProspectCount: prospects } = run;
  const cost = typeof prospects === 'number' ? prospects * price : undefined;
  // Without a budget nothing is planned, and nothing is bought.
  const usd = plan ? (plan.firstMonthUsd ?? undefined) : 0;
  return {
    spend: {
      ...(cost !== undefined && { credits: cost }),
      ...(usd !== undefined && { usd }),
      ...(typeof prospects === 'number' && { recipients: prospects }),
    },
    atMost: true,
    unitUsd: { credit: usdPerCredit },
    facts: [
      `Run: ${run.id} for ${run.website ?? 'an untold website'}, replies: ${run.replyMode ?? 'not told'}`,
      ...(cost === undefined
        ? []
        : [`First batch: up to ${counted(prospects ?? 0, 'prospect')} at ${counted(price, 'credit')} each`]),
      balanceFact(balance, { cost }),
      ...(plan ? planLines(plan).map((line) => `Plan: ${line}`) : ['Plan: none, as no budget was given']),
      infrastructureFact(run, connected),
      'Its campaign is launched without asking again.',
    ],
  };
}

function infrastructureFact({ plan }: Run, connected: number): string {
  if (!plan) return 'Infrastructure: none is bought';
  if (connected > 0)
    return `Infrastructure: none is bought while a mailbox is connected (${grouped(connected)} now); the price is what it may cost at most`;
  return 'Infrastructure: the planned domains and mailboxes are bought, ten domains at most';
}

function notWaiting(run: Run): Failure {
  return new Failure(
    'not_awaiting_approval',
    `run ${run.id} is ${stateOf(run)} and does not await approval`,
    {
      hint: run.killSwitch
        ? 'A killed run cannot be resumed; start another: outreach autopilot start'
        : `Follow it to where it waits: outreach autopilot watch ${run.id}`,
    },
  );
}

/** Names what is different, one level deep. */
function changed(shown: Run, run: Run): Failure {
  const before: Readonly<Record<string, unknown>> = { ...shown, ...shown.plan };
  const after: Readonly<Record<string, unknown>> = { ...run, ...run.plan };
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== 'plan' && !isDeepStrictEqual(before[name], after[name]),
  );
  return new Failure(
    'run_changed',
    `run ${run.id} changed since it was shown (${fields.join(', ')}); nothing was sent`,
    {
      hint: `See what it is now: outreach autopilot get ${run.id}`,
      extra: { fields },
    },
  );
}
