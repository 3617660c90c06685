import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { advise } from '../../cli/advice/advise.ts';
import { awaitEnd, shareOf } from '../../cli/answer/await-end.ts';
import type { Context, Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import {
  type endReasons,
  finder,
  type importErrors,
  importStatuses,
  type skipReasons,
} from '../../contract/areas/finder.ts';
import type { Output } from '../../contract/operation.ts';

export type Import = Output<typeof finder.import>;

export const importView = (imported: Partial<Import>): View =>
  record(
    ['Import', imported.importId, 'id'],
    ['Status', imported.status, 'state'],
    ['Campaign', [imported.campaignId, imported.campaignName].filter(Boolean).join(' ') || undefined],
    ['People', imported.mode && inWords(imported.mode)],
    ['Requested', imported.requested, 'number'],
    ['Added', imported.added, 'number'],
    ['Skipped', skipped(imported)],
    ['Expired refs', imported.expired || undefined],
    ['Credits spent', imported.creditsSpent, 'number'],
    ['Verified', verified(imported)],
    ['Started at', imported.startsAt == null ? undefined : `match ${grouped(imported.startsAt)}`],
    ['Stopped', endOf(imported)],
    ['Error', imported.lastError ? toned(inWords(imported.lastError), 'bad') : undefined],
    ['Created', imported.createdAt, 'time'],
    ['Finished', imported.finishedAt ?? undefined, 'time'],
  );

/** `all 25 found`, or why it stopped before. */
export function endOf({ endReason, requested, added }: Partial<Import>): string | undefined {
  if (!endReason) return undefined;
  const gotAll = endReason === 'requested_reached' && requested === added;
  return gotAll ? `all ${grouped(requested ?? 0)} found` : inWords(endReason);
}

/** `12: 10 already in the workspace, 2 on the blocklist`. */
function skipped({ skipped, skipReasons }: Partial<Import>): string | number | undefined {
  const reasons = Object.entries(skipReasons ?? {}).filter(([, people]) => people > 0);
  if (skipped === null || skipped === undefined) return undefined;
  const [only, ...others] = reasons;
  if (only === undefined) return skipped;
  if (others.length === 0) return `${grouped(skipped)}: ${inWords(only[0])}`;
  return `${grouped(skipped)}: ${reasons.map(([reason, people]) => `${grouped(people)} ${inWords(reason)}`).join(', ')}`;
}

function verified({ verifyEmails, verification }: Partial<Import>): string | undefined {
  if (verifyEmails === false) return 'no';
  if (!verification) return undefined;
  const { valid = 0, invalid = 0, catchAll = 0, unknown = 0, limitReached } = verification;
  const limit = limitReached ? '; the allowance is used up' : '';
  return `${valid} valid, ${invalid} invalid, ${catchAll} catch-all, ${unknown} unknown${limit}`;
}

export const nextOf = ({ importId, campaignId, finishedAt }: Partial<Import>): Next =>
  finishedAt
    ? [['see what the campaign lacks', advise('campaigns get', { campaign: campaignId })]]
    : [advise('finder imports wait', { id: importId })];

type Word =
  | (typeof skipReasons)[number]
  | (typeof endReasons)[number]
  | (typeof importErrors)[number]
  | 'selected'
  | 'first_n';

/** What a person reads for the words of the service. */
const words: Readonly<Record<Word, string>> = {
  // Why people were skipped.
  already_in_workspace: 'already in the workspace',
  blocklisted: 'on the blocklist',
  reveal_returned_no_address: 'no address found',
  consumer_mailbox: 'personal mailbox',
  invalid_email: 'invalid address',
  contact_cap_reached: 'contact limit reached',
  // How an import ended.
  requested_reached: 'the requested number was reached',
  all_selected: 'all selected people were tried',
  audience_exhausted: 'no more people match',
  fetch_limit: 'tried as many people as one import can; the next one continues',
  canceled: 'canceled',
  // Why it failed.
  insufficient_credits: 'not enough credits',
  results_expired: 'the search results have expired',
  budget_exhausted: 'the allowance is used up',
  provider_blocked: 'the data provider refused',
  provider_unavailable: 'the data provider is not available',
  rate_limited: 'too many requests',
  invalid_filters: 'a filter is not valid',
  campaign_not_found: 'the campaign does not exist',
  internal: 'an error of the service',
  // Which people.
  selected: 'selected people',
  first_n: 'first matches',
};

export const inWords = (word: string): string => (Object.hasOwn(words, word) ? words[word as Word] : word);

export interface Ended {
  readonly credits: number | null;
  readonly people: number | null;
}

/**
 * Waits until `finishedAt` is set; until then the counts can still change. Throws `ended-badly` with the record where
 * the import failed or was canceled: people may have been added and charged before.
 */
export async function finish(
  context: Context,
  id: number,
  onEnd: (bill: string, ended: Ended) => Promise<void> = async () => undefined,
): Promise<Import> {
  const record = await awaitEnd(context, finder.import, id, {
    subject: `Import ${id}`,
    again: ['finder', 'imports', 'wait', String(id)],
    state: ({ added, requested, verifyEmails, finishedAt }) => [
      `${added ?? 0} of ${requested ?? '?'} added${verifyEmails && !finishedAt ? '; the service checks addresses' : ''}`,
      shareOf(added, requested),
    ],
  });
  const { added: people = null, creditsSpent: credits = null } = record;
  const bill = `${counted(people ?? 0, 'person was', 'people were')} added for ${counted(credits ?? 0, 'credit')}`;
  await onEnd(`Import ${id} is over, ${record.status}: ${bill}`, { credits, people });
  if (!(importStatuses as readonly unknown[]).includes(record.status))
    context.screen.warn(`Import ${id} is over with a status that is not known: ${record.status}; ${bill}`);
  if (record.status !== 'failed' && record.status !== 'canceled') return record;
  const reason = record.lastError || record.endReason || record.status;
  throw new Failure(
    serviceCode(reason),
    `Import ${id} ${record.status === 'failed' ? 'failed' : 'was canceled'}: ${reason}; ${bill}`,
    {
      kind: 'ended-badly',
      outcome: 'done',
      result: record,
    },
  );
}
