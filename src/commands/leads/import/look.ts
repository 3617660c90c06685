import { join, resolve, sep } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { readOr, whyOf } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { TransferStore } from '../../../cli/files/transfers.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Waiver } from '../../../domain/launch/problem.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import type { RowChecks } from '../row-gate.ts';
import { type BeforeFile, writeBeforeFile } from './before-file.ts';
import { type Choice, type Comparison, compare } from './compare.ts';
import type { ImportResult } from './import-result.ts';
import type { Batch, LeadFile, SentOf } from './lead-file.ts';
import type { Progress } from './resume.ts';
import { cheaperSearch } from './who-is-there.ts';

export interface Work {
  /** All of the file, from its beginning: reads it once more. */
  batches(sent?: SentOf): AsyncIterable<Batch>;
  /** How many there are, sent or not. */
  readonly layout: number;
  readonly look: Look;
  /** What of a row is sent; all of it where that is not given. */
  readonly sentOf?: SentOf | undefined;
  /** Before the first batch leaves; gives the name of the file with the old values. */
  writeBefore?(): Promise<string>;
  readonly store: TransferStore;
  /** Progress is stored under this name, and one process at a time makes the import. */
  readonly id: string;
  readonly result: ImportResult;
  /** Launch checks of the rows; absent where the campaign was a draft or paused, or there is none. */
  readonly checks: RowChecks | undefined;
  has(address: string): boolean;
  readonly accept: readonly Waiver[] | undefined;
  /** Where they are not written yet; gives the name of their file. */
  writeRejects(): Promise<string | null>;
  /** Sends again what was confirmed before. */
  readonly restart: boolean;
}

interface Look {
  readonly file: LeadFile;
  readonly rows: LeadRows;
  readonly choice: Choice;
  /** The line has values for people who have none. */
  readonly fills: boolean;
  /** The comparison is shown, with so many examples. */
  readonly shows: number | undefined;
  /** The file of old values: undefined for none. */
  readonly before: Before | undefined;
}

interface Before {
  readonly content: BeforeFile;
  readonly file: string;
  /** The line asks for it, whatever it takes. */
  readonly isWanted: boolean;
}

/** What an earlier run of the same import wrote. */
interface Written {
  readonly path: string;
  readonly diff: ImportResult['diff'];
}

/** So many calls are made without being asked for: a minute at the pace of the service. */
const mostUnasked = 600;

/** The work with what is sent of each row, and what is written before that, where these depend on who is there. */
export async function withLook(context: Context, work: Work, progress: Progress): Promise<Work> {
  const { choice, fills, shows, before } = work.look;
  const { dryRun } = context.screen.globals;
  const kept = dryRun || work.restart ? undefined : keptOf(context, work);
  const result = { ...work.result, ...kept };
  const without = dryRun
    ? 'a dry run writes none'
    : before === undefined
      ? '--no-before'
      : progress.leads > 0
        ? 'an earlier run of this import went without one'
        : undefined;
  const none = (beforeWhy: string): Work => ({ ...work, result: { ...result, beforeWhy } });
  const old = kept === undefined && without === undefined ? before : undefined;
  const isAsked = choice.only !== undefined || choice.keepExisting || fills || shows !== undefined;
  if (work.result.valid === 0 || (!isAsked && !old)) return kept ? { ...work, result } : none(without ?? '');
  const found = async (): Promise<Work> => {
    const { file, rows } = work.look;
    const search = await cheaperSearch(context, () => file.leads(rows), work.result.valid);
    if (!isAsked && !old?.isWanted && search.calls > mostUnasked)
      return none(
        `to know who is there takes ${counted(search.calls, 'call')}; --before makes them, and keeps the old values`,
      );
    const comparison = await compare(context, comparingOf(work, old), search);
    const { sentOf, diff } = comparison;
    const beforeWhy = without ?? (diff.changed === 0 ? 'no one who was there changes' : null);
    const looked = { ...work, sentOf, result: { ...result, ...(kept ? {} : { diff, beforeWhy }) } };
    const whole = choice.only === undefined ? looked : await withCounts(looked, progress);
    if (old === undefined || beforeWhy !== null) return whole;
    return { ...whole, writeBefore: () => writeBefore(context, work, old, comparison) };
  };
  if (isAsked || old?.isWanted) return found();
  const { value, failure } = await readOr(leads.list, found).catch(hinted);
  if (value !== undefined) return value;
  const why = `who is there cannot be read (${whyOf(failure)})`;
  context.screen.warn(`No file of old values: ${why}.`);
  return none(why);
}

function comparingOf({ look, result: { valid } }: Work, old: Before | undefined) {
  const { file, rows, choice, shows } = look;
  const onChange = old?.content.add.bind(old.content);
  return { file, rows, valid, choice, mostExamples: shows ?? 0, onChange };
}

/** The line did not ask for it. */
const hinted = (error: unknown): never => {
  if (!(error instanceof Failure) || error.outcome !== 'none') throw error;
  const hint = [error.hint, '--no-before imports without a file of old values.'].filter(Boolean).join('\n');
  throw error.with({ hint });
};

/** The first values count: what an earlier run wrote is not written again. */
function keptOf({ files }: Context, { store, id }: Work) {
  const text = store.findBefore(id);
  if (text === undefined) return undefined;
  const { path, diff } = JSON.parse(text) as Written;
  const here = join(resolve(files.world.cwd), sep);
  const before = path.startsWith(here) ? path.slice(here.length) : path;
  return { before, beforeWhy: null, ...(diff && { diff }) };
}

async function writeBefore(
  context: Context,
  { id, store }: Work,
  { content, file }: Before,
  comparison: Comparison,
): Promise<string> {
  const { world } = context.files;
  const name = await writeBeforeFile(context, file, () => content.pieces(comparison.newcomers()));
  const written: Written = { path: resolve(world.cwd, name), diff: comparison.diff };
  store.keepBefore(id, JSON.stringify(written), world.clock.now());
  return name;
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
