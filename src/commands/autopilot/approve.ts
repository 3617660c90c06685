import { counted } from '../../base/counted.ts';
import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { ifReadable } from '../../cli/find/names.ts';
import { checkLine } from '../../cli/launch/remedies.ts';
import { audience } from '../../contract/areas/audience.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { credits } from '../../contract/areas/credits.ts';
import { dfy } from '../../contract/areas/dfy.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { leads } from '../../contract/areas/leads.ts';
import { senders } from '../../contract/areas/senders.ts';
import { knownPrice } from '../../contract/prices.ts';
import { approvalQuote } from './approval-quote.ts';
import { follow } from './follow.ts';
import { nextOf, type Run, runAnswer, runIn, runView } from './run-view.ts';

export const approve = command({
  name: 'approve',
  about: `An approved run imports the first people, buys the planned domains and mailboxes if no mailbox is connected, and starts the campaign. After that, it buys, imports and sends without asking again. You see the run and its plan first; if either changes before you agree, the run is not approved. A run is refused if the balance is too low for the first people, or if its emails break a blocking rule.

The command waits until the run is running; with --no-wait, it ends once the run is approved.`,
  uses: [
    autopilot.approve,
    autopilot.run,
    audience.size,
    credits.balance,
    dfy.orders,
    finder.filters,
    icps.get,
    senders.list,
  ],
  tool: 'effects',
  leadGate: true,
  answer: runAnswer,
  waits: true,
  fails: ['ended-badly'],
  args: { run: arg.id('id of the run', { asked: 'run' }), ...acceptOption },
  examples: [
    'outreach autopilot approve 1',
    'outreach autopilot approve 1 --max-credits 4000 --max-usd 500 --yes --json',
  ],
  async run(context, { run: id, accept }): Promise<Run> {
    const { service, consent, screen } = context;
    const call = { params: { id } };
    const approval = await consent.approve(autopilot.approve, call, approvalQuote(context, id, accept));
    const answer = await service.api(autopilot.approve, call, approval);
    const approved = runIn(answer);
    // Of an approval whose answer was lost, the client says what is known.
    screen.note(typeof answer.message === 'string' ? answer.message : `Run ${id} is approved.`);
    if (screen.globals.wait === false) return approved;
    const run = await follow(context, id, { approved: true, until: 'running' }).catch((error) => {
      throw endedAfterStart(error, { result: approved });
    });
    await recordResult(context, run);
    if (run.campaignId) screen.note(`To check the people who joined: ${checkLine(run.campaignId)}`);
    return run;
  },
  next: nextOf,
  view: runView,
});

/**
 * Writes into the journal what an approval has come to once the run is beyond its first batch: the people of its campaign,
 * at the price for each, and no dollars where no order was placed since. What cannot be read stays as it was approved.
 */
async function recordResult({ service }: Context, run: Run): Promise<void> {
  const { id, campaignId, approvedAt } = run;
  if (!campaignId || !approvedAt) return;
  const [batch, prices, orders] = await Promise.all([
    ifReadable(() => service.api.page(leads.list, { query: { campaignId } }, { pageSize: 1 })),
    ifReadable(() => service.api(finder.filters)),
    ifReadable(() => service.api.page(dfy.orders, {}, { pageSize: 1 })),
  ]);
  const people = batch?.total;
  const price = knownPrice(prices?.creditsPerProspect);
  if (typeof people !== 'number' || price === undefined) return;
  const [newest] = orders?.items ?? [];
  const isNothingBought =
    orders !== undefined && !(newest && !(Date.parse(newest.createdAt ?? '') < Date.parse(approvedAt)));
  const credits = people * price;
  const bought = isNothingBought ? '; nothing was bought' : '';
  await service.journal.remark(
    autopilot.approve,
    `Run ${id}: ${counted(people, 'person', 'people')} for ${counted(credits, 'credit')}${bought}`,
    { credits, people, ...(isNothingBought && { usd: 0 }) },
  );
}
