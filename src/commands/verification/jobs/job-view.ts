import { usd } from '../../../base/dollars.ts';
import type { Next } from '../../../cli/declare/command.ts';
import { record, type View } from '../../../cli/declare/view.ts';
import { lineOf } from '../../../cli/line/shell-words.ts';
import type { verification } from '../../../contract/areas/verification.ts';
import type { Output } from '../../../contract/operation.ts';

export type Job = Output<typeof verification.job>;

export const jobView = (job: Job): View =>
  record(
    ['Job', job.id],
    ['Name', job.name || undefined],
    ['Status', job.status],
    ['Addresses', job.total],
    ['Verified', job.processed],
    ['Valid', job.valid],
    ['Invalid', job.invalid],
    ['Catch-all', job.catchAll],
    ['Unknown', job.unknown],
    ['Cost so far', typeof job.costUsd === 'number' ? usd(job.costUsd) : undefined],
    ['Created', job.createdAt],
    ['Finished', job.finishedAt ?? undefined],
  );

export const nextOf = ({ id, finishedAt }: Job): Next => [
  finishedAt ? lineOf`verification jobs records ${id}` : lineOf`verification jobs get ${id} --wait`,
];
