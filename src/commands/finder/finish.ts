import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import { awaitEnd, shareOf } from '../../cli/answer/await-end.ts';
import type { Context } from '../../cli/declare/command.ts';
import { finder, importStatuses } from '../../contract/areas/finder.ts';
import type { Import } from './import-view.ts';

/** What an import has cost and brought. */
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
