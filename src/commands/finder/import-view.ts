import { counted, grouped } from '../../base/counted.ts';
import { dataTable } from '../../base/data-table.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { plainWords } from '../../base/text/plain-words.ts';
import { advise } from '../../cli/advice/advise.ts';
import { awaitEnd, shareOf } from '../../cli/answer/await-end.ts';
import type { Context, Next } from '../../cli/declare/command.ts';
import { record, toned, type View } from '../../cli/declare/view.ts';
import { finder, importStatuses } from '../../contract/areas/finder.ts';
import type { Output } from '../../contract/operation.ts';
import table from './import-words.tsv';

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

/** What a person reads for the words of the service: why people were skipped, how it ended, why it failed. */
const words = new Map(dataTable(table, ['word', 'shown']).map(({ word, shown }) => [word, shown]));

export const inWords = (word: string): string => words.get(word) ?? plainWords(word);

/**
 * Waits until `finishedAt` is set; until then the counts can still change. Throws `ended-badly` with the record where
 * the import failed or was canceled: people may have been added and charged before.
 */
export async function finish(context: Context, id: number): Promise<Import> {
  const record = await awaitEnd(context, finder.import, id, {
    subject: `Import ${id}`,
    again: ['finder', 'imports', 'wait', String(id)],
    state: ({ added, requested, verifyEmails, finishedAt }) => [
      `${added ?? 0} of ${requested ?? '?'} added${verifyEmails && !finishedAt ? '; the service checks addresses' : ''}`,
      shareOf(added, requested),
    ],
  });
  const { added, creditsSpent } = record;
  const bill = `${counted(added ?? 0, 'person was', 'people were')} added for ${counted(creditsSpent ?? 0, 'credit')}`;
  const over = `Import ${id} is over, ${record.status}: ${bill}`;
  await context.service.journal.remark(finder.startImport, over);
  if (!(importStatuses as readonly unknown[]).includes(record.status))
    context.screen.warn(`Import ${id} is over with a status that is not known: ${record.status}; ${bill}`);
  if (record.status !== 'failed' && record.status !== 'canceled') return record;
  const reason = record.lastError || record.endReason || record.status;
  throw new Failure(
    serviceCode(reason),
    `Import ${id} ${record.status === 'failed' ? 'failed' : 'was canceled'}: ${inWords(reason)}; ${bill}`,
    {
      kind: 'ended-badly',
      outcome: 'done',
      result: record,
    },
  );
}
