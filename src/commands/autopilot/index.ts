import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt, required } from '../../cli/declare/params.ts';
import { autopilot, runStatuses } from '../../contract/areas/autopilot.ts';
import { runState } from '../../domain/item-states.ts';
import { approve } from './approve.ts';
import { follow } from './follow.ts';
import { kill } from './kill.ts';
import { planView } from './plan-view.ts';
import { nextOf, runAnswer, runIn, runView } from './run-view.ts';
import { start } from './start.ts';

const id = arg.id('id of the run', { asked: 'run' });

const list = command({
  name: 'list',
  summary: 'List autopilot runs, newest first',
  uses: [autopilot.runs],
  tool: 'read',
  args: { status: opt.choices('only runs with this status', [...runStatuses, 'killed']) },
  examples: [
    'outreach autopilot list',
    'outreach autopilot list --status awaiting-approval',
    'outreach autopilot list --json --fields id,website,status',
  ],
  run: ({ service }) => service.list(autopilot.runs),
  filters: { status: { oneOf: ({ status, killSwitch }) => (killSwitch ? 'killed' : status) } },
  columns: [
    ['ID', 'id', 'id'],
    ['Website', 'website', 'id', 0],
    ['Status', runState, 'state'],
    ['Prospects', 'targetProspectCount', 'number'],
    ['Campaign', (run) => run.campaignId || undefined, 'id'],
    ['Error', (run) => run.lastError || undefined, 'prose', 4],
    ['Last step', 'lastAdvancedAt', 'time'],
    ['Created', 'createdAt', 'time', 9],
  ],
  empty: `No runs. To start one: ${pattern('autopilot start')}`,
});

const get = command({
  name: 'get',
  summary: 'Show one run with its plan and audit trail',
  uses: [autopilot.run],
  tool: 'read',
  answer: runAnswer,
  args: { run: id },
  examples: ['outreach autopilot get 1', 'outreach autopilot get 1 --json --fields status,lastError'],
  run: async ({ service }, { run }) => runIn(await service.api(autopilot.run, { params: { id: run } })),
  next: nextOf,
  view: runView,
});

const watch = command({
  name: 'watch',
  summary: 'Follow a run until it needs you, or ends',
  about:
    'The command ends when the run awaits approval, is paused or completes. If the run fails or is killed, the exit code is 16. A run can last for weeks; with --until running, the command ends once the run is running.',
  uses: [autopilot.run],
  tool: 'read',
  answer: runAnswer,
  waits: true,
  fails: ['ended-badly'],
  args: { run: id, until: opt.choice('also stop at this status, or a later one', runStatuses) },
  examples: [
    'outreach autopilot watch 1',
    'outreach autopilot watch 1 --until running --wait-timeout 10m --json',
  ],
  run: (context, { run, until }) => follow(context, run, { until }),
  next: nextOf,
  view: runView,
});

const plan = command({
  name: 'plan',
  about:
    'Nothing is spent or changed. Dollar amounts are estimates; numbers of domains and mailboxes are maximums.',
  uses: [autopilot.plan],
  tool: 'work',
  args: {
    budgetUsd: required(opt.number('dollars per month', { hint: 'usd' })),
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
    'outreach autopilot start acme.com --target-prospects 50',
    'outreach autopilot watch 1',
    'outreach autopilot approve 1',
  ],
};
