import { omitUndefined } from '../../base/omit-undefined.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { approve } from './approve.ts';
import { kill } from './kill.ts';
import { planView } from './plan-view.ts';
import { get, list, watch } from './runs.ts';
import { start } from './start.ts';

const plan = command({
  name: 'plan',
  summary: 'Plan what a monthly budget buys',
  about:
    'Nothing is spent or changed, but it needs a read-and-write key. Dollars are estimates; counts of domains and mailboxes are maximums.',
  uses: [autopilot.plan],
  tool: 'work',
  args: {
    budgetUsd: opt.requiredNumber('dollars per month', { hint: 'usd' }),
    maxMailboxes: opt.int('maximum number of mailboxes, 0 for no limit', { min: 0, hint: 'n' }),
    platformUsd: opt.number('part of the budget that pays for the platform', { min: 0, hint: 'usd' }),
  },
  examples: [
    'outreach autopilot plan --budget-usd 500',
    'outreach autopilot plan --budget-usd 1200 --max-mailboxes 10 --json',
  ],
  run: ({ service }, { budgetUsd, ...rest }) =>
    service.api(autopilot.plan, { body: { budgetUsd, ...omitUndefined(rest) } }),
  view: planView,
});

export const group: Verbs = {
  commands: [plan, start, list, get, watch, approve, kill],
  examples: [
    'outreach autopilot plan --budget-usd 500',
    'outreach autopilot start acme.com --target-prospects 50',
    'outreach autopilot watch 1',
    'outreach autopilot approve 1',
  ],
};
