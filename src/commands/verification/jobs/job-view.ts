import { advise } from '../../../cli/advice/advise.ts';
import type { Next } from '../../../cli/declare/command.ts';
import { record, type View } from '../../../cli/declare/view.ts';
import type { verification } from '../../../contract/areas/verification.ts';
import type { Output } from '../../../contract/operation.ts';

export type Job = Output<typeof verification.job>;

export const jobView = (job: Job): View =>
  record(
    ['Job', job.id, 'id'],
    ['Name', job.name || undefined],
    ['Status', job.status, 'state'],
    ['Addresses', job.total, 'number'],
    ['Verified', job.processed, 'number'],
    ['Valid', job.valid, 'number'],
    ['Invalid', job.invalid, 'number'],
    ['Catch-all', job.catchAll, 'number'],
    ['Unknown', job.unknown, 'number'],
    ['Cost so far', job.costUsd ?? undefined, 'money'],
    ['Created', job.createdAt],
    ['Finished', job.finishedAt ?? undefined],
  );

export const nextOf = ({ id, finishedAt }: Job): Next => [
  finishedAt
    ? advise('verification jobs records', { id })
    : advise('verification jobs get', { id, wait: true }),
];
