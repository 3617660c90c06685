import { counted } from '../../../base/counted.ts';
import type { Context } from '../../../cli/declare/command.ts';
import type { Batch } from '../../../cli/input/lead-file.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Work } from './work.ts';

/** How rows are put into batches: progress that was stored by another rule counts other leads. */
export const order = 'in the order of the file, a byte for each batch';

export interface Progress {
  /** A byte for each batch: 1 where the service has confirmed it. */
  readonly confirmed: Uint8Array;
  readonly leads: number;
}

/**
 * What an earlier run of the same import got confirmed, with a note about it. One lead of it is looked up: where the
 * service no longer has it (a sandbox that was reset, leads that were deleted), the import starts again.
 */
export async function doneBefore(context: Context, work: Work): Promise<Progress> {
  const { store, id, layout, file, rows, options } = work;
  const { screen, service } = context;
  const nothing: Progress = { confirmed: new Uint8Array(layout), leads: 0 };
  const stored = options.restart ? undefined : store.findImport(id);
  if (stored?.batches !== layout) return nothing;
  const confirmed = Uint8Array.from(stored.confirmed);
  const first = await firstOf(file.batches(rows), ({ index }) => confirmed[index] === 1);
  const email = first?.leads[0]?.email;
  if (email === undefined) return nothing;
  const { total } = await service.api.page(leads.list, { query: { email } }, { limit: 1 });
  if (total === 0) {
    screen.note('An earlier run sent part of this file, but the service no longer has it: starting over.');
    if (!screen.globals.dryRun) store.forget(id);
    return nothing;
  }
  const next = confirmed.indexOf(0);
  screen.note(
    `${next < 0 ? 'Nothing left to send' : `Continuing with batch ${next + 1} of ${layout}`}: ${counted(stored.leads, 'lead was', 'leads were')} confirmed before and will not be sent again. --restart sends everything.`,
  );
  return { confirmed, leads: stored.leads };
}

/** The batches that are left to send. */
export async function* left({ file, rows, sentOf }: Work, { confirmed }: Progress): AsyncGenerator<Batch> {
  for await (const batch of file.batches(rows, sentOf))
    if (batch.leads.length > 0 && confirmed[batch.index] !== 1) yield batch;
}

export async function firstOf(
  batches: AsyncIterable<Batch>,
  holds: (batch: Batch) => boolean = () => true,
): Promise<Batch | undefined> {
  for await (const batch of batches) if (holds(batch)) return batch;
  return undefined;
}
