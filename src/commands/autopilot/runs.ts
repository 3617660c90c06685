import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { autopilot, runStatuses } from '../../contract/areas/autopilot.ts';
import { runState } from '../../domain/item-states.ts';
import { follow } from './follow.ts';
import { nextOf, runAnswer, runIn, runView } from './run-view.ts';

const id = arg.id('id of the run', { asked: 'run' });

export const list = command({
  name: 'list',
  summary: 'List autopilot runs, newest first',
  uses: [autopilot.runs],
  tool: 'read',
  args: { status: opt.choices('only runs with this status', [...runStatuses, 'killed']) },
  examples: [
    'outreach autopilot list',
    'outreach autopilot list --status awaiting_approval',
    'outreach autopilot list --json --fields id,website,status',
  ],
  run: ({ service }) => service.list(autopilot.runs),
  filters: { status: { oneOf: ({ status, killSwitch }) => (killSwitch ? 'killed' : status) } },
  columns: [
    ['ID', (run) => run.id, 'id'],
    ['Website', (run) => run.website, 'id', 0],
    ['Status', runState, 'state'],
    ['Prospects', (run) => run.targetProspectCount, 'number'],
    ['Campaign', (run) => run.campaignId || undefined, 'id'],
    ['Error', (run) => run.lastError || undefined, 'prose', 4],
    ['Last step', (run) => run.lastAdvancedAt, 'time'],
    ['Created', (run) => run.createdAt, 'time', 9],
  ],
});

export const get = command({
  name: 'get',
  summary: 'Show one run with its plan and its audit trail',
  uses: [autopilot.run],
  tool: 'read',
  answer: runAnswer,
  args: { run: id },
  examples: ['outreach autopilot get 1', 'outreach autopilot get 1 --json --fields status,lastError'],
  run: async ({ service }, { run }) => runIn(await service.api(autopilot.run, { params: { id: run } })),
  next: nextOf,
  view: runView,
});

export const watch = command({
  name: 'watch',
  summary: 'Follow a run until it needs you, or ends',
  about:
    'Stops when the run awaits approval, is paused or completes; exits with 16 if it failed or was killed. A run can last for weeks: --until running stops as soon as it runs.',
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
