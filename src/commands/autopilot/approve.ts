import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { checkLine } from '../../cli/launch/remedies.ts';
import { audience } from '../../contract/areas/audience.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { credits } from '../../contract/areas/credits.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { senders } from '../../contract/areas/senders.ts';
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
    if (run.campaignId) screen.note(`To check the people who joined: ${checkLine(run.campaignId)}`);
    return run;
  },
  next: nextOf,
  view: runView,
});
