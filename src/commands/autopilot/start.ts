import { usd } from '../../base/dollars.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { endedAfterStart } from '../../cli/answer/await-end.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { autopilot, replyModes } from '../../contract/areas/autopilot.ts';
import { follow } from './follow.ts';
import { planLines } from './plan-view.ts';
import { nextOf, type Run, runAnswer, runIn, runView } from './run-view.ts';

export const start = command({
  name: 'start',
  about: `The run drafts an ideal customer profile and a sequence from the website, and counts matching prospects for free. With --budget-usd, you first see what the budget buys. The command waits until the run awaits your approval; with --no-wait, it ends once the run has started.

Only one run can await approval at a time, and only five can be started per day.`,
  uses: [autopilot.start, autopilot.plan, autopilot.run],
  tool: 'work',
  answer: runAnswer,
  waits: true,
  fails: ['ended-badly'],
  args: {
    website: arg.text('your website'),
    budgetUsd: opt.number('dollars per month, which decide the number of mailboxes and prospects', {
      hint: 'usd',
    }),
    maxMailboxes: opt.int('maximum number of mailboxes, 0 for no limit', { min: 0, hint: 'n' }),
    replyMode: opt.choice('how replies are handled; auto answers them without asking you', replyModes),
    targetProspects: opt.int('number of prospects in the first batch', { min: 0, hint: 'n' }),
  },
  examples: [
    'outreach autopilot start acme.com --target-prospects 50',
    'outreach autopilot start acme.com --budget-usd 500 --reply-mode approve --dry-run',
  ],
  async run(context, { website, ...options }): Promise<Run> {
    const { service, screen } = context;
    const { budgetUsd, maxMailboxes } = options;
    if (budgetUsd !== undefined && !screen.globals.dryRun) {
      const plan = await service.api(autopilot.plan, {
        body: { budgetUsd, ...omitUndefined({ maxMailboxes }) },
      });
      if (plan.feasible === false) {
        const why = plan.notes?.join(' ') || `${usd(budgetUsd)} a month is too little.`;
        throw new Failure('plan_not_feasible', `no plan fits the budget, so nothing was started: ${why}`, {
          hint: say`Try another amount: ${advise('autopilot plan', { budgetUsd: 500 })}`,
        });
      }
      screen.note(`What ${usd(budgetUsd)} a month buys`, 'heading');
      for (const line of [...planLines(plan), ...(plan.notes ?? [])]) screen.note(line);
    }
    const started = runIn(
      await service.api(autopilot.start, { body: { website, ...omitUndefined(options) } }),
    );
    screen.note(`Run ${started.id} has started.`);
    if (screen.globals.wait === false) return started;
    const run = await follow(context, started.id).catch((error) => {
      throw endedAfterStart(error, { result: started });
    });
    if (run.status === 'awaiting_approval') {
      screen.note('It awaits your approval and spends nothing until then.');
      if (!screen.isForPeople) screen.note(`To approve it: ${pattern('autopilot approve', { run: run.id })}`);
    }
    return run;
  },
  next: nextOf,
  view: runView,
});
