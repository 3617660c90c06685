import { Failure } from '../../../base/errors.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { readBlocklist } from '../../../cli/launch/read-blocklist.ts';
import {
  learnVerdicts,
  readJobs,
  recordPages,
  recordsIn,
  verifiedIn,
  verifyingImports,
} from '../../../cli/launch/read-verdicts.ts';
import { judgedLeads, type Lead, unreadOf } from '../../../cli/launch/walk-leads.ts';
import { hintOf } from '../../../cli/messages/hints/hint-of.ts';
import { addressKey, addressProblem } from '../../../contract/checks/email-address.ts';
import { KnownVerdicts, recordIn } from '../../../domain/address/known-verdicts.ts';
import { columnVerdictIn, optOutIn } from '../../../domain/address/status-column.ts';

/** People of campaigns of whose addresses nothing is known, and how many the others are. */
interface Unverified {
  readonly emails: readonly string[];
  readonly known: number;
  readonly underWay: number;
}

/**
 * Who would get mail from these campaigns, and has no verdict: of a job, of an own column, or of an import of the finder.
 * Where the records of jobs cannot be read it throws, because someone could be verified twice.
 */
export async function peopleOf(context: Context, campaigns: readonly number[]): Promise<Unverified> {
  const { service } = context;
  const asked = new KnownVerdicts();
  const people = new Map<string, string>();
  const isBlocked = await readBlocklist(service);
  for (const id of campaigns)
    for (const lead of await unverifiedIn(context, id, isBlocked)) {
      asked.ask(lead.email, columnVerdictIn(lead.customVariables ?? {}, lead.email));
      people.set(addressKey(lead.email), lead.email);
    }
  const jobs = await readJobs(service);
  const failure = await learnVerdicts(context, asked, jobs);
  if (failure) throw failure.with({ hint: [hintOf(failure), byFile].filter(Boolean).join('\n') });
  const open = [...people].filter(([, email]) => asked.of(email) === undefined);
  const pending = new Set<string>();
  if (open.length > 0)
    for (const job of jobs.value?.unfinished ?? []) {
      let listed = 0;
      for await (const records of recordPages(service, [job])) {
        for (const record of records) pending.add(addressKey(recordIn(record).email ?? ''));
        listed += records.length;
      }
      if (listed > 0 && listed >= recordsIn(job)) continue;
      // Its people could be paid for twice.
      const message = `verification job ${job.id} is running, and does not list yet whom it looks at`;
      const wait = pattern('verification jobs get', { id: job.id, wait: true });
      throw new Failure('incomplete_list', message, { hint: `To wait for it: ${wait}\n${byFile}` });
    }
  const emails = open.flatMap(([key, email]) => (pending.has(key) ? [] : email));
  return { emails, known: people.size - open.length, underWay: open.length - emails.length };
}

const byFile = 'To verify them without that, and perhaps some of them again: --file <file>';

/** Those who would get mail, without the people whom imports of the finder have verified. */
async function unverifiedIn(
  { service, screen }: Context,
  id: number,
  isBlocked: (address: string) => boolean,
): Promise<readonly Lead[]> {
  const imports = (await verifyingImports(service, id)).map((one) => ({ one, people: [] as Lead[] }));
  const others: Lead[] = [];
  let [listed, total] = [0, null as number | null];
  for await (const page of judgedLeads(service, id, () => [])) {
    [listed, total] = [listed + page.judged.length, page.total];
    for (const [lead] of page.judged) {
      const { email, tag, customVariables } = lead;
      if (isBlocked(email) || tag === 'bounced' || addressProblem(email) !== undefined) continue;
      if (optOutIn(customVariables ?? {}, email) !== undefined) continue;
      (imports.find(({ one }) => cameBy(one, lead))?.people ?? others).push(lead);
    }
  }
  const unread = unreadOf(listed, total);
  if (unread !== undefined) screen.warn(`Not all people of campaign ${id} are looked at: ${unread}`);
  // More people than it has verified came meanwhile: who they are is not shown.
  return [
    ...others,
    ...imports.flatMap(({ one, people }) => (people.length > verifiedIn(one) ? people : [])),
  ];
}

/** An import adds only people who are new to the workspace. */
function cameBy({ createdAt, finishedAt }: Times, lead: Times): boolean {
  const at = Date.parse(lead.createdAt ?? '');
  return at > Date.parse(createdAt ?? '') && at <= Date.parse(finishedAt ?? '');
}

interface Times {
  readonly createdAt?: string | null | undefined;
  readonly finishedAt?: string | null | undefined;
}
