import { pattern } from '../../../cli/advice/line-of.ts';
import { command, type Group } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { create } from './create.ts';
import { finish, jobView, nextOf } from './job-view.ts';

const id = arg.id('id of the job', { asked: 'job' });

const list = command({
  name: 'list',
  summary: 'List verification jobs, newest first',
  about: 'If the outcome of a job is unknown, check here before you repeat it.',
  uses: [verification.jobs],
  tool: 'read',
  examples: ['outreach verification jobs list', 'outreach verification jobs list --all --json'],
  run: ({ service }) => service.list(verification.jobs),
  empty: 'No verification jobs yet.',
  columns: [
    ['ID', 'id', 'id'],
    ['Name', 'name'],
    ['Status', 'status', 'state'],
    ['Addresses', 'total', 'number'],
    ['Valid', 'valid', 'number'],
    ['Invalid', 'invalid', 'number'],
    ['Catch-all', 'catchAll', 'number'],
    ['Unknown', 'unknown', 'number'],
    ['Finished', 'finishedAt', 'time'],
  ],
});

const get = command({
  name: 'get',
  summary: 'Show a verification job, or wait for it',
  about: '--wait waits until the job is finished.',
  uses: [verification.job],
  tool: 'read',
  waits: true,
  args: { id },
  examples: ['outreach verification jobs get 1', 'outreach verification jobs get 1 --wait --json'],
  run: (context, values) =>
    context.screen.globals.wait === true
      ? finish(context, values.id)
      : context.service.api(verification.job, { params: { id: values.id } }),
  next: nextOf,
  view: jobView,
});

const results = ['valid', 'invalid', 'catch-all', 'unknown'] as const;

const records = command({
  name: 'records',
  about: `A catch-all domain accepts email to any address, so no check can show whether the address exists. Unknown means that the address could not be confirmed.

To block invalid addresses, run:

outreach verification jobs records 1 --all --status invalid --fields email | ${pattern('blocklist import', { file: '-' })}`,
  uses: [verification.records],
  tool: 'read',
  args: { id, status: opt.choices('only addresses with this result', results) },
  examples: [
    'outreach verification jobs records 1 --all',
    'outreach verification jobs records 1 --all --csv --fields email,status',
  ],
  run: ({ service }, values) => service.list(verification.records, { params: { id: values.id } }),
  filters: { status: { oneOf: ({ status }) => (status === 'catchAll' ? 'catch-all' : status) } },
  empty: 'No addresses. A job that has just begun lists them later.',
  columns: [
    ['Email', 'email', 'id'],
    ['Status', 'status', 'state'],
    ['Reason', 'reason', 'prose'],
    ['Checks', 'checks', 'number'],
    ['Checked', 'checkedAt', 'time'],
  ],
});

const cancel = command({
  name: 'cancel',
  summary: 'Cancel a verification job',
  about: 'Addresses that are already checked are still billed. The others are not checked.',
  uses: [verification.cancel],
  stops: true,
  tool: 'work',
  args: { id },
  examples: ['outreach verification jobs cancel 1'],
  run: ({ service }, values) => service.api(verification.cancel, { params: { id: values.id } }),
  view: jobView,
});

export const jobs: Group = {
  name: 'jobs',
  summary: 'Verify lists of addresses, and see the results',
  commands: [list, create, get, records, cancel],
};
