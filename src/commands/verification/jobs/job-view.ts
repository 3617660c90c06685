import type { Next } from '../../../cli/declare/command.ts';
import { record, type View } from '../../../cli/declare/view.ts';
import { lineOf } from '../../../cli/advice/shell-words.ts';
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
  finishedAt ? lineOf`verification jobs records ${id}` : lineOf`verification jobs get ${id} --wait`,
];
