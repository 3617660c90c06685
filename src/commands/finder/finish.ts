import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { serviceCode } from '../../base/failure-codes.ts';
import type { Context } from '../../cli/declare/command.ts';
import { commandLine } from '../../cli/line/shell-words.ts';
import { finder } from '../../contract/areas/finder.ts';
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
  const { api, globals, progress } = context;
  const record = await progress(`Import ${id}`, (say) =>
    api.wait(
      finder.import,
      { params: { id } },
      {
        subject: `Import ${id}`,
        resumeWith: commandLine([
          ...['finder', 'imports', 'wait', String(id)],
          ...(globals.profile === undefined ? [] : ['--profile', globals.profile]),
        ]),
        onPoll: ({ added, requested }) => say(`Import ${id}: ${added ?? 0} of ${requested ?? '?'} added`),
        ...(globals.waitTimeout === undefined ? {} : { timeout: globals.waitTimeout }),
        ...(globals.interval === undefined ? {} : { interval: globals.interval }),
      },
    ),
  );
  const { added: people = null, creditsSpent: credits = null } = record;
  const bill = `${counted(people ?? 0, 'person was', 'people were')} added for ${counted(credits ?? 0, 'credit')}`;
  await onEnd(`Import ${id} is over, ${record.status}: ${bill}`, { credits, people });
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
