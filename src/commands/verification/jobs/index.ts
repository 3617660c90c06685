import { command, type Group } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { verification } from '../../../contract/areas/verification.ts';
import { create } from './create.ts';
import { finish, jobView, nextOf } from './job-view.ts';

const id = arg.id('id of the job', { asked: 'job' });

const list = command({
  name: 'list',
  summary: 'List verification jobs, newest first',
  about: 'Check here before you repeat a job whose outcome is unknown.',
  uses: [verification.jobs],
  tool: 'read',
  examples: ['outreach verification jobs list', 'outreach verification jobs list --all --json'],
  run: ({ service }) => service.list(verification.jobs),
  empty: 'No verification jobs yet.',
  columns: [
    ['ID', (job) => job.id, 'id'],
    ['Name', (job) => job.name],
    ['Status', (job) => job.status, 'state'],
    ['Addresses', (job) => job.total, 'number'],
    ['Valid', (job) => job.valid, 'number'],
    ['Invalid', (job) => job.invalid, 'number'],
    ['Catch-all', (job) => job.catchAll, 'number'],
    ['Unknown', (job) => job.unknown, 'number'],
    ['Finished', (job) => job.finishedAt, 'time'],
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

const records = command({
  name: 'records',
  summary: 'List the addresses of a job with their results',
  about:
    'A catch-all domain accepts email to any address, so it does not show whether the address exists. Unknown means that the address could not be confirmed.',
  uses: [verification.records],
  tool: 'read',
  args: { id },
  examples: [
    'outreach verification jobs records 1 --all',
    'outreach verification jobs records 1 --all --csv --fields email,status',
  ],
  run: ({ service }, values) => service.list(verification.records, { params: { id: values.id } }),
  empty: 'No records yet.',
  columns: [
    ['Email', (entry) => entry.email, 'id'],
    ['Status', (entry) => entry.status, 'state'],
    ['Reason', (entry) => entry.reason, 'prose'],
    ['Checks', (entry) => entry.checks, 'number'],
    ['Checked', (entry) => entry.checkedAt, 'time'],
  ],
});

const cancel = command({
  name: 'cancel',
  summary: 'Cancel a verification job',
  about: 'Addresses that were checked stay billed; the others are not checked.',
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
