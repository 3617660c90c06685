import type { Context } from '../../../cli/declare/command.ts';
import type { TransferStore } from '../../../cli/files/transfers.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import { NumberSet } from '../../../domain/lead-file/number-set.ts';
import { digest } from '../digest.ts';
import type { Batch } from './lead-spool.ts';

/** The same import: this content, read in this way, for this campaign of this account. */
export function importId(
  { settings }: Context,
  parts: { hash: string; mapping: Mapping; format: string; campaignId: number | null },
): string {
  const { baseUrl, key, inProcess } = settings;
  const uses = parts.mapping.map(({ use }) => use);
  const whole = [
    parts.hash,
    parts.format,
    uses,
    String(parts.campaignId),
    inProcess ? 'sandbox' : baseUrl,
    key,
  ];
  return digest(whole);
}

/** Files with these columns are alike. */
export const shapeOf = (headers: readonly string[]): string => digest(headers);

export interface Resumed {
  readonly confirmed: NumberSet;
  /** Leads in the confirmed batches. */
  readonly leads: number;
  /** The first batch to send, from 0; -1 where all are confirmed. */
  readonly next: number;
}

/** Nothing was confirmed before. */
export const notBegun = (): Resumed => ({ confirmed: new NumberSet(), leads: 0, next: 0 });

/**
 * What an earlier run of the same import got confirmed. One lead of it is looked up: where the service no longer has
 * it (a sandbox that was reset, leads that were deleted), the import begins anew.
 */
export async function resumed(
  context: Context,
  {
    store,
    id,
    batches,
    total,
  }: { store: TransferStore; id: string; batches(): AsyncIterable<Batch>; total: number },
): Promise<Resumed> {
  const kept = store.findImport(id);
  // Whoever died before the file was read did not know how many there are.
  if (kept === undefined || (kept.batches !== 0 && kept.batches !== total)) return notBegun();
  const confirmed = new NumberSet(new Uint8Array(kept.confirmed));
  let next = -1;
  let witness: string | undefined;
  for await (const batch of batches()) {
    if (confirmed.has(batch.index)) witness ??= emailIn(batch);
    else if (next < 0) next = batch.index;
    batch.done();
    if (witness !== undefined && next >= 0) break;
  }
  if (witness === undefined) return notBegun();
  const { total: found } = await context.api.page(leads.list, { query: { email: witness } }, { limit: 1 });
  if (found === 0) {
    context.note(
      'An earlier run sent a part of this file, but the service no longer has it: beginning anew.',
    );
    if (!context.globals.dryRun) store.forget(id);
    return notBegun();
  }
  return { confirmed, leads: kept.leads, next };
}

const emailIn = ({ bytes }: Batch): string | undefined =>
  (JSON.parse(new TextDecoder().decode(bytes)) as { leads: { email: string }[] }).leads[0]?.email;
