import { counted, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { isYesConsent } from '../../../cli/consent/person-gate.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import type { Batch } from '../../../cli/input/lead-file.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import { partialFailure } from '../../../cli/messages/partial-failure.ts';
import type { Approval } from '../../../client/api/approval.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { takenLeads } from '../../../domain/lead-file/taken-leads.ts';
import { type ImportResult, toSend } from './import-result.ts';
import { withLook } from './look.ts';
import { doneBefore, firstOf, left, type Progress } from './resume.ts';
import type { Work } from './work.ts';

const bodyOf = ({ campaignId }: ImportResult, batch: Batch) => ({
  ...(campaignId === null ? {} : { campaignId }),
  leads: batch.leads,
});

/** The work with what it sends and writes, what an earlier run of it did, and the first batch that is left. */
export async function prepare(context: Context, planned: Work) {
  const progress = await doneBefore(context, planned);
  const work = await withLook(context, planned, progress);
  return { work, progress, first: await firstOf(left(work, progress)) };
}

/** Sends what is left, and stores what was confirmed however it ends. */
export async function sendLeads(context: Context, planned: Work): Promise<ImportResult> {
  const release = await transfersOf(context.files.world).hold(planned.id, 'This import');
  try {
    if (planned.options.restart) planned.store.forget(planned.id);
    const { work, progress, first } = await prepare(context, planned);
    if (first === undefined) {
      work.store.forget(work.id);
      return { ...work.result, rejectsFile: await work.writeRejects(), sentBefore: progress.leads };
    }
    const approval = await approveBatches(context, work, first, progress);
    await work.checks?.lookAgain((address) => work.rows.rowOf(address) > 0);
    const rejectsFile = await work.writeRejects();
    const before = (await work.writeBefore?.()) ?? work.result.before;
    const result = { ...work.result, rejectsFile, before };
    return await send(context, { ...work, result }, progress, approval);
  } finally {
    release();
  }
}

/** One question for all batches that are left; a dry run ends here. */
export function approveBatches(
  context: Context,
  work: Work,
  first: Batch,
  before: Progress,
): Promise<Approval<typeof leads.upsert>> {
  const { options, result } = work;
  const recipients = toSend(result) - before.leads;
  // Who is there already may be in the campaign as well: the service does not say of each.
  const areNew = options.onlyNew || result.diff?.new === result.valid;
  // Else a person agrees who does not see the notes of this run.
  const isYes = isYesConsent(context.files.world, context.service.settings);
  const rejected =
    isYes || result.rejected === 0
      ? []
      : [`${counted(result.rejected, 'row is', 'rows are')} rejected, and not sent`];
  const quote = async () => {
    const stored = isYes ? undefined : await storedOf(context, work);
    return {
      spend: { recipients },
      ...(!areNew && { atMost: true as const }),
      facts: [...rejected, ...(stored?.facts ?? [])],
      binds: stored ? `${work.id} ${stored.binds}` : work.id,
    };
  };
  return context.consent.approve(leads.upsert, { body: bodyOf(result, first) }, quote, {
    covers: 'series',
    checks: async (campaign) => {
      const { saidWithYes, together } = await import('../../../cli/launch/blocking-rules.ts');
      const { checkResumed } = await import('../../../cli/launch/check/joining.ts');
      return together(
        saidWithYes(context.screen, checkedRows(work)),
        await checkResumed(context, campaign, options.accept),
      );
    },
  });
}

/** Where a person agrees: what the file leaves out of a lead goes out as the service has it. */
async function storedOf(context: Context, { result, file, rows, sentOf }: Work) {
  if (result.campaignId === null) return undefined;
  const { givenLeads, mostAsked, storedLeads } = await import('../../../cli/find/joining-leads.ts');
  if (toSend(result) > mostAsked) return storedLeads(context.service, (address) => rows.rowOf(address) > 0);
  const given = [];
  for await (const batch of file.batches(rows, sentOf)) given.push(...batch.leads);
  return givenLeads(context.service, given);
}

/** The rows were checked when they were read. Throws `conflict` where the campaign wrote to no one then. */
function checkedRows({ checks, result }: Work) {
  if (checks !== undefined) return checks.passed();
  throw new Failure(
    'changed_meanwhile',
    `campaign ${result.campaignId} began to run meanwhile; nothing was sent`,
    { hint: 'Run the same command again: it checks the rows by the rules of a running campaign.' },
  );
}

const callsAtOnce = 4;

/**
 * Sends batches, several at once. The first goes alone, so that a wrong key or campaign costs one call. After a failure
 * nothing new is sent, and the calls under way are waited for.
 */
async function send(
  context: Context,
  work: Work,
  before: Progress,
  approval: Approval<typeof leads.upsert>,
): Promise<ImportResult> {
  const { result, store, id, layout: batches } = work;
  const { clock, stderr } = context.files.world;
  const { confirmed } = before;
  const startedAt = clock.now();
  const total = toSend(result);
  let sent = 0;
  let failure: { readonly error: unknown } | undefined;
  await context.screen.progress(`Sending ${counted(total - before.leads, 'lead')}`, async (say) => {
    const meter = createMeter({
      ...{ clock, stream: stderr, say, total, before: before.leads },
      label: 'Sending',
      unit: 'leads',
    });
    const underWay = new Set<Promise<void>>();
    const show = () => meter.at(before.leads + sent, context.service.pace.limit() ?? 'the service');
    const failed = (error: unknown) => {
      failure ??= { error };
    };
    const call = async (batch: Batch) => {
      const answer = await context.service.api(leads.upsert, { body: bodyOf(result, batch) }, approval);
      const taken = takenLeads(answer, batch.leads);
      sent += taken;
      if (taken !== batch.leads.length) return;
      confirmed[batch.index] = 1;
      store.keepImport(id, { batches, leads: before.leads + sent, confirmed, startedAt }, clock.now());
    };
    context.service.pace.onWait(show);
    try {
      for await (const batch of left(work, before)) {
        const one = call(batch)
          .catch(failed)
          .finally(() => underWay.delete(one));
        underWay.add(one);
        while (underWay.size >= (sent === 0 ? 1 : callsAtOnce)) {
          await Promise.race(underWay);
          show();
        }
        if (failure) break;
      }
    } catch (error) {
      failed(error);
    }
    await Promise.all(underWay);
  });
  const done: ImportResult = { ...result, sent, sentBefore: before.leads };
  const part = { ...done, complete: false };
  if (failure) throw sent === 0 ? failure.error : endedEarly(failure.error, part);
  if (sent + before.leads < total) throw notAllTaken(part);
  store.forget(id);
  return done;
}

/** The answers were good, and hold fewer leads than were sent. */
function notAllTaken(result: ImportResult): Failure {
  const has = result.sent + result.sentBefore;
  return new Failure(
    'partial',
    `the service has taken ${grouped(has)} of ${counted(toSend(result), 'lead')}: its answers do not have the others`,
    {
      outcome: has > 0 ? 'done' : 'none',
      hint: 'Run the same command again: it sends those batches again. No lead is changed twice.',
      result,
    },
  );
}

function endedEarly(error: unknown, result: ImportResult): unknown {
  const sent = result.sent + result.sentBefore;
  const isOther = error instanceof Failure && error.code === 'file_changed';
  return partialFailure(error, {
    done: `${grouped(sent)} of ${counted(toSend(result), 'lead')} ${plural(sent, 'was', 'were')} sent`,
    changed: sent > 0,
    hint: isOther
      ? 'Run the same command again: it reads the file again and starts over.'
      : 'Run the same command again: it sends the rest. Batches without an answer go again, which changes no lead twice.',
    result,
  });
}
