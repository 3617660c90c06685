import { dirname, join, resolve, sep } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { readAnyway, readOr, whyOf } from '../../../cli/answer/fact.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { type Comparison, compare } from './compare.ts';
import type { ImportResult } from './import-result.ts';
import { besideName, isNameless, writeUnderFreeName } from './rejects-place.ts';
import type { Progress } from './resume.ts';
import { cheaperSearch } from './who-is-there.ts';
import { onlyOf, type Work } from './work.ts';

/** What an earlier run of the same import wrote. */
interface Written {
  readonly path: string;
  readonly diff: ImportResult['diff'];
}

/** So many calls are made without being asked for: a minute at the pace of the service. */
const mostUnasked = 600;

/** The work with what is sent of each row, and what is written before that, where these depend on who is there. */
export async function withLook(context: Context, work: Work, progress: Progress): Promise<Work> {
  const { before, noBefore, keepExisting, diff: shows, restart, default: fills } = work.options;
  const only = onlyOf(work.options);
  const { dryRun } = context.screen.globals;
  const kept = dryRun || restart ? undefined : keptOf(context, work);
  const result = { ...work.result, ...kept };
  const without = dryRun
    ? 'a dry run writes none'
    : noBefore
      ? '--no-before'
      : progress.leads > 0
        ? 'an earlier run of this import went without one'
        : undefined;
  const none = (why: string): Work => ({
    ...work,
    result: kept ? result : { ...result, beforeWhy: without ?? why },
  });
  const writes = kept === undefined && without === undefined;
  // The line asks for it, whatever it takes.
  const isWanted = writes && before !== undefined;
  const isAsked = only !== undefined || keepExisting || fills !== undefined || shows;
  // A row may say otherwise of a person who opted out.
  const couldOptIn = !dryRun && work.rows.couldOptIn;
  // One that runs has checked its rows.
  const joins = work.result.campaignId !== null && work.checks === undefined;
  const isNeeded = couldOptIn || joins;
  const sayLost = (why: string) => {
    if (couldOptIn)
      context.screen.warn(`Opt-outs that the service has are lost where a row says otherwise: ${why}.`);
    if (joins)
      context.screen.warn(
        `People who opted out before may be among those who join: ${why}. The launch checks find them.`,
      );
  };
  if (work.result.valid === 0 || (!isAsked && !writes && !isNeeded)) return none('');
  const found = async (): Promise<Work> => {
    const search = await cheaperSearch(context, () => work.file.leads(work.rows), work.result.valid);
    if (!isAsked && !isWanted && search.calls > mostUnasked) {
      const cost = `to know who is there takes ${counted(search.calls, 'call')}`;
      sayLost(cost);
      return none(`${cost}; --before <file> makes them, and keeps the old values`);
    }
    const comparison = await compare(context, work, search, writes);
    const { sentOf, diff } = comparison;
    const beforeWhy = without ?? (diff.changed === 0 ? 'no one who was there changes' : null);
    const looked = { ...work, sentOf, result: { ...result, ...(kept ? {} : { diff, beforeWhy }) } };
    const whole = only === undefined && diff.optedOut === 0 ? looked : await withCounts(looked, progress);
    if (!writes || beforeWhy !== null) return whole;
    return { ...whole, writeBefore: () => writeBefore(context, work, comparison) };
  };
  if (isAsked || isWanted) return found();
  // What keeps no old values imports without them, as the hint says.
  const { value, failure } = noBefore
    ? await readAnyway(leads.list, found)
    : await readOr(leads.list, found).catch(hinted);
  if (value !== undefined) return value;
  const why = `who is there cannot be read (${whyOf(failure)})`;
  if (writes) context.screen.warn(`No file of old values: ${why}.`);
  sayLost(why);
  return none(why);
}

const hinted = (error: unknown): never => {
  if (!(error instanceof Failure) || error.outcome !== 'none') throw error;
  const hint = [error.hint, '--before <file> saves the old values elsewhere; --no-before imports without.']
    .filter(Boolean)
    .join('\n');
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
  { files }: Context,
  { id, store, oldValues, options: { file, before } }: Work,
  { diff, newcomers }: Comparison,
): Promise<string> {
  const { world } = files;
  const nameOf = (number: number): string => {
    if (before !== undefined)
      return number === 1 ? before : before.replace(/(?=(?:\.[^./\\]+)?$)/, `-${number}`);
    if (file === '-') return `import-${number}.before.csv`;
    return join(isNameless(file) ? '' : dirname(file), besideName(file, 'before', false, number));
  };
  const pieces = () => oldValues.pieces(newcomers());
  const name = await writeUnderFreeName(files, nameOf, pieces).catch(hinted);
  const written: Written = { path: resolve(world.cwd, name), diff };
  store.keepBefore(id, JSON.stringify(written), world.clock.now());
  return name;
}

/** How many leads, and calls, are left of those that `sentOf` chooses. */
async function withCounts(work: Work, { confirmed, leads }: Progress): Promise<Work> {
  let toSend = leads;
  let batches = 0;
  for await (const batch of work.file.batches(work.rows, work.sentOf)) {
    const isDone = confirmed[batch.index] === 1;
    if (isDone || batch.leads.length > 0) batches += 1;
    if (!isDone) toSend += batch.leads.length;
  }
  return { ...work, result: { ...work.result, batches, skipped: work.result.valid - toSend } };
}
