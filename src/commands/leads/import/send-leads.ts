import { counted, grouped, plural } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { isYesConsent } from '../../../cli/consent/person-gate.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import { saidWithYes } from '../../../cli/launch/blocking-rules.ts';
import { checkResumed } from '../../../cli/launch/check/joining.ts';
import { partialFailure } from '../../../cli/messages/partial-failure.ts';
import type { Approval } from '../../../client/api/approval.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { takenLeads } from '../../../domain/lead-file/taken-leads.ts';
import { type ImportResult, toSend } from './import-result.ts';
import type { Batch } from './lead-file.ts';
import { type Work, withLook } from './look.ts';
import { firstOf, notBegun, type Progress, progressOf } from './resume.ts';
import { sendBatches } from './send-batches.ts';

const bodyOf = ({ campaignId }: ImportResult, batch: Batch) => ({
  ...(campaignId === null ? {} : { campaignId }),
  leads: batch.leads,
});

/** What an earlier run did, with a note about it. */
export async function doneBefore(
  context: Context,
  { batches, store, id, layout: total, restart }: Work,
): Promise<Progress> {
  if (restart) return notBegun();
  const before = await progressOf(context, { store, id, batches, total });
  if (before.leads === 0) return before;
  const next = Array.from({ length: total }).findIndex((_, index) => !before.confirmed.has(index));
  context.screen.note(
    `${next < 0 ? 'Nothing left to send' : `Continuing with batch ${next + 1} of ${total}`}: ${counted(before.leads, 'lead was', 'leads were')} confirmed before and will not be sent again. --restart sends everything.`,
  );
  return before;
}

export const firstLeft = ({ batches, sentOf }: Work, { confirmed }: Progress): Promise<Batch | undefined> =>
  firstOf(batches(sentOf), ({ index, leads }) => leads.length > 0 && !confirmed.has(index));

/** Sends what is left, and stores what was confirmed however it ends. */
export async function sendLeads(context: Context, planned: Work): Promise<ImportResult> {
  const release = await transfersOf(context.files.world).hold(planned.id, 'This import');
  try {
    if (planned.restart) planned.store.forget(planned.id);
    const progress = await doneBefore(context, planned);
    const work = await withLook(context, planned, progress);
    const first = await firstLeft(work, progress);
    if (first === undefined) {
      work.store.forget(work.id);
      return { ...work.result, rejectsFile: await work.writeRejects(), sentBefore: progress.leads };
    }
    const approval = await approveBatches(context, work, first, progress);
    await work.checks?.lookAgain(work.has);
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
  const recipients = toSend(work.result) - before.leads;
  const quote = async () => {
    const stored = await storedOf(context, work);
    const binds = stored ? `${work.id} ${stored.binds}` : work.id;
    return {
      spend: { recipients },
      ...(!areNew(work) && { atMost: true as const }),
      facts: [...rejectedIn(context, work), ...(stored?.facts ?? [])],
      binds,
    };
  };
  return context.consent.approve(leads.upsert, { body: bodyOf(work.result, first) }, quote, {
    covers: 'series',
    checks: async (campaign) => [
      ...saidWithYes(context.screen, checkedRows(work)),
      ...(await checkResumed(context, campaign, work.accept)),
    ],
  });
}

/** Who is there already may be in the campaign as well: the service does not say of each. */
const areNew = ({ look: { choice }, result: { diff, valid } }: Work): boolean =>
  choice.only === 'new' || diff?.new === valid;

/** For a person who does not see the notes of this run. */
const rejectedIn = (context: Context, { result: { rejected } }: Work): string[] =>
  rejected === 0 || isYesConsent(context.files.world, context.service.settings)
    ? []
    : [`${counted(rejected, 'row is', 'rows are')} rejected, and not sent`];

/** Where a person agrees: what the file leaves out of a lead goes out as the service has it. */
async function storedOf(context: Context, { result, batches, sentOf, has }: Work) {
  if (result.campaignId === null || isYesConsent(context.files.world, context.service.settings))
    return undefined;
  const { givenLeads, mostAsked, storedLeads } = await import('../../../cli/find/joining-leads.ts');
  if (toSend(result) > mostAsked) return storedLeads(context.service, has);
  const given = [];
  for await (const batch of batches(sentOf)) given.push(...batch.leads);
  return givenLeads(context.service, given);
}

/** The rows were checked when they were read. Throws `conflict` where the campaign wrote to no one then. */
function checkedRows({ checks, result }: Work): readonly string[] {
  if (checks !== undefined) return checks.facts();
  throw new Failure(
    'changed_meanwhile',
    `campaign ${result.campaignId} began to run meanwhile; nothing was sent`,
    {
      hint: 'Run the same command again: it checks the rows by the rules of a running campaign.',
    },
  );
}

async function send(
  context: Context,
  work: Work,
  before: Progress,
  approval: Approval<typeof leads.upsert>,
): Promise<ImportResult> {
  const { result, store, id } = work;
  const { clock } = context.files.world;
  const { confirmed } = before;
  const startedAt = clock.now();
  const { leads: sent, failure } = await sendBatches(context, {
    batches: without(work.batches(work.sentOf), before),
    total: toSend(result),
    before: before.leads,
    send: async (batch) => {
      const answer = await context.service.api(leads.upsert, { body: bodyOf(result, batch) }, approval);
      return takenLeads(answer, batch.leads);
    },
    confirmed: ({ index }, sent) => {
      confirmed.add(index);
      const progress = { batches: work.layout, leads: before.leads + sent, confirmed: confirmed.bytes };
      store.keepImport(id, { ...progress, startedAt }, clock.now());
    },
  });
  const done: ImportResult = { ...result, sent, sentBefore: before.leads };
  if (failure) throw sent === 0 ? failure.error : endedEarly(failure.error, done);
  if (sent + before.leads < toSend(result)) throw notAllTaken(done);
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

async function* without(batches: AsyncIterable<Batch>, { confirmed }: Progress): AsyncGenerator<Batch> {
  for await (const batch of batches) if (batch.leads.length > 0 && !confirmed.has(batch.index)) yield batch;
}

function endedEarly(error: unknown, result: ImportResult): unknown {
  const sent = result.sent + result.sentBefore;
  const isOther = error instanceof Failure && error.code === 'file_changed';
  return partialFailure(error, {
    done: `${grouped(sent)} of ${counted(toSend(result), 'lead')} ${plural(sent, 'was', 'were')} sent`,
    hint: isOther
      ? 'Run the same command again: it reads the file again and starts over.'
      : 'Run the same command again: it sends the rest. Batches without an answer go again, which changes no lead twice.',
    result,
  });
}
