import { digestOfValue } from '../../../base/digest.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { type Mapping, rejectColumns } from '../../../domain/lead-file/lead-mapping.ts';
import type { Batch } from './lead-file.ts';
import type { Work } from './work.ts';

/** How rows are put into batches: progress that was stored by another rule counts other leads. */
const order = 'in the order of the file';

/** The same import: this content, read in this way, for this campaign of this account. */
export function importId(
  { service }: Context,
  parts: {
    hash: string;
    mapping: Mapping;
    format: string;
    campaignId: number | null;
    /** Which rows: other ones make other batches. */
    leftOut: readonly string[];
  },
): string {
  const { baseUrl, key, inProcess } = service.settings;
  const uses = parts.mapping.map(({ use }) => use);
  const target = inProcess ? 'sandbox' : baseUrl;
  return digestOfValue([
    order,
    parts.hash,
    parts.format,
    uses,
    String(parts.campaignId),
    target,
    key,
    ...parts.leftOut,
  ]);
}

/** Files with these columns are alike; the rejects of a file are like the file itself. */
export const shapeOf = (headers: readonly string[]): string =>
  digestOfValue(headers.filter((header) => !(rejectColumns as readonly string[]).includes(header)));

export interface Progress {
  readonly confirmed: BatchSet;
  readonly leads: number;
}

export const notBegun = (): Progress => ({ confirmed: new BatchSet(), leads: 0 });

/**
 * What an earlier run of the same import got confirmed. One lead of it is looked up: where the service no longer has
 * it (a sandbox that was reset, leads that were deleted), the import starts again.
 */
export async function progressOf(
  context: Context,
  { store, id, layout, file, rows }: Work,
): Promise<Progress> {
  const stored = store.findImport(id);
  if (stored === undefined || stored.batches !== layout) return notBegun();
  const confirmed = new BatchSet(new Uint8Array(stored.confirmed));
  const first = await firstOf(file.batches(rows), ({ index }) => confirmed.has(index));
  const email = first?.leads[0]?.email;
  if (email === undefined) return notBegun();
  const { total: found } = await context.service.api.page(leads.list, { query: { email } }, { limit: 1 });
  if (found !== 0) return { confirmed, leads: stored.leads };
  context.screen.note(
    'An earlier run sent part of this file, but the service no longer has it: starting over.',
  );
  if (!context.screen.globals.dryRun) store.forget(id);
  return notBegun();
}

export async function firstOf(
  batches: AsyncIterable<Batch>,
  holds: (batch: Batch) => boolean,
): Promise<Batch | undefined> {
  for await (const batch of batches) if (holds(batch)) return batch;
  return undefined;
}

/** Numbers of batches, a bit each, to be stored as bytes. */
class BatchSet {
  /** Takes over what `bytes` gave earlier. */
  constructor(public bytes: Uint8Array = new Uint8Array(64)) {}

  has(index: number): boolean {
    return ((this.bytes[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  add(index: number): void {
    const at = index >> 3;
    if (at >= this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, at + 1));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[at] = (this.bytes[at] ?? 0) | (1 << (index & 7));
  }
}
