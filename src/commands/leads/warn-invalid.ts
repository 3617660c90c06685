import { counted, firstOf, plural } from '../../base/counted.ts';
import type { Context } from '../../cli/declare/command.ts';
import { learnVerdicts, readJobs } from '../../cli/launch/read-verdicts.ts';
import { KnownVerdicts } from '../../domain/address/known-verdicts.ts';
import type { NewLead } from '../../domain/lead-file/lead-maker.ts';

/** A call for 200 records of verification jobs; of a workspace with more, the newest count. */
const mostCalls = 20;

/**
 * Names people whom a verification job has called invalid: no one knows that they were deleted for it, and the file brings
 * them back.
 */
export async function warnInvalid(
  context: Context,
  leads: () => AsyncIterable<readonly { readonly lead: NewLead }[]>,
): Promise<void> {
  const jobs = await readJobs(context.service);
  if (!jobs.value?.ended.length) return;
  const known = new KnownVerdicts();
  for await (const some of leads()) for (const { lead } of some) known.ask(lead.email, undefined);
  await learnVerdicts(context, known, jobs, mostCalls);
  const invalid: string[] = [];
  let count = 0;
  for (const one of known.counts()) {
    if (one.known?.verdict !== 'invalid') continue;
    invalid.push(...one.examples);
    count += one.count;
  }
  if (count === 0) return;
  const names = firstOf(invalid, 3);
  context.screen.warn(
    `A verification job found ${counted(count, 'address', 'addresses')} of this file invalid: ${names}. ${plural(count, 'It is', 'They are')} imported, and the launch checks name ${plural(count, 'it', 'them')}.`,
  );
}
