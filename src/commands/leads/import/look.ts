import type { Context } from '../../../cli/declare/command.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import { type Choice, compare } from './compare.ts';
import type { LeadFile } from './lead-file.ts';
import type { Progress } from './resume.ts';
import type { Work } from './send-leads.ts';
import { cheaperSearch } from './who-is-there.ts';

export interface Look {
  readonly file: LeadFile;
  readonly rows: LeadRows;
  readonly choice: Choice;
  /** The line has values for people who have none. */
  readonly fills: boolean;
  /** The comparison is shown, with so many examples. */
  readonly shows: number | undefined;
}

/** The work with what is sent of each row, where that depends on who is there. */
export async function withLook(context: Context, work: Work, before: Progress): Promise<Work> {
  const { file, rows, choice, fills, shows } = work.look;
  const chooses = choice.only !== undefined || choice.keepExisting || fills;
  if (!chooses && shows === undefined) return work;
  const { valid } = work.result;
  const search = await cheaperSearch(context, () => file.leads(rows), valid);
  const comparing = { file, rows, valid, choice, mostExamples: shows ?? 0 };
  const { diff, sentOf } = await compare(context, comparing, search);
  const looked = { ...work, sentOf, result: { ...work.result, diff } };
  return choice.only === undefined ? looked : withCounts(looked, before);
}

/** How many leads, and calls, are left of those that `sentOf` chooses. */
async function withCounts(work: Work, { confirmed, leads }: Progress): Promise<Work> {
  let toSend = leads;
  let batches = 0;
  for await (const batch of work.batches(work.sentOf)) {
    const isDone = confirmed.has(batch.index);
    if (isDone || batch.leads.length > 0) batches += 1;
    if (!isDone) toSend += batch.leads.length;
  }
  return { ...work, result: { ...work.result, batches, skipped: work.result.valid - toSend } };
}
