import { resolve } from 'node:path';
import type { Context } from '../../../cli/command.ts';
import { createMeter } from '../../../cli/meter.ts';
import { openPart, type PartFile } from '../../../cli/part-file.ts';
import { partly } from '../../../cli/partly.ts';
import { memoryKeeper } from '../../../cli/steady-memory.ts';
import { type ExportProgress, type TransferStore, transfersOf } from '../../../cli/transfers.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { Failure } from '../../../contract/errors.ts';
import { grouped } from '../../../contract/grouped.ts';
import { digest } from '../digest.ts';
import type { Lead } from '../lead-view.ts';

export interface ExportOptions {
  readonly output: string;
  readonly query: { campaignId?: number };
  readonly restart: boolean;
  /** A line for the file; of the header where it has one, and of a lead. */
  readonly header: string;
  readonly line: (lead: Lead) => string;
}

/** What may come once more where an export goes on: so many ids are remembered. */
const remembered = 2000;

/**
 * Writes every lead to a file, page by page, under another name until it is whole. Cut off, the same command goes on
 * behind what was written: from a page earlier, without what is in the file already. One process is at a file.
 */
export async function exportToFile(context: Context, options: ExportOptions) {
  const id = digest(['export', resolve(context.world.cwd, options.output)]);
  const release = await transfersOf(context.world).hold(id, `An export to ${options.output}`);
  try {
    return await write(context, options, id);
  } finally {
    release();
  }
}

async function write(context: Context, options: ExportOptions, id: string) {
  const keepSteady = memoryKeeper();
  const { output, query } = options;
  const store = await transfersOf(context.world).store();
  const part = await openPart(context.world, output);
  const of = contentOf(context, options);
  let items = 0;
  try {
    const kept = options.restart ? undefined : keptOf(store, id, of);
    const begun = await goOn(context, options, part, kept);
    if (begun === undefined) {
      await part.cut(0);
      await part.write(options.header);
    }
    items = begun?.items ?? 0;
    const resumedAt = items;
    const last = [...(begun?.last ?? [])];
    const known = new Set(last);
    const { clock, stderr } = context.world;
    await context.progress(`Writing ${output}`, async (say) => {
      const meter = createMeter({
        clock,
        stream: stderr,
        say,
        label: 'Writing',
        unit: 'leads',
        before: items,
      });
      const tell = () => meter.at(items, context.pace.limit() ?? 'the service');
      context.pace.onWait(tell);
      const pages = context.api.pages(
        leads.list,
        { query },
        { page: begun?.page ?? 1, pageSize: leads.list.paging.max },
      );
      for await (const page of pages) {
        const fresh = page.items.filter((lead) => !known.has(String(lead.id)));
        await part.write(fresh.map(options.line).join(''));
        items += fresh.length;
        last.push(...fresh.map((lead) => String(lead.id)));
        last.splice(0, Math.max(0, last.length - remembered));
        store.keepExport(
          id,
          { bytes: part.size, items, total: page.total, last: JSON.stringify({ of, ids: last }) },
          clock.now(),
        );
        tell();
        keepSteady();
      }
    });
    const bytes = part.size;
    await part.finish();
    store.forget(id);
    return { file: output, leads: items, bytes, leadsBefore: resumedAt };
  } catch (error) {
    if (!(error instanceof Failure) || items === 0) throw error;
    throw partly(error, {
      done: `${grouped(items)} leads were written to ${part.name}`,
      hint: 'Run the same command again: it goes on behind them.',
      result: { file: part.name, leads: items, complete: false },
    });
  } finally {
    await part.close();
    store.close();
  }
}

/** What stands in the file: the leads of one account, or of one of its campaigns, in one format. */
function contentOf({ settings }: Context, { query, header }: ExportOptions): string {
  const { baseUrl, key, inProcess } = settings;
  return digest([header, String(query.campaignId), inProcess ? 'sandbox' : baseUrl, key ?? '']);
}

interface Kept extends Omit<ExportProgress, 'last'> {
  readonly last: readonly string[];
}

/** How far the last export to this file came, if it was one of the same content: behind another nothing goes on. */
function keptOf(store: TransferStore, id: string, of: string): Kept | undefined {
  const kept = store.findExport(id);
  if (kept === undefined) return undefined;
  const last: { of: string; ids: readonly string[] } = JSON.parse(kept.last);
  return last.of === of ? { ...kept, last: last.ids } : undefined;
}

/** Where to go on; undefined where nothing fit is there, or where the list changed too much to tell. */
async function goOn(
  context: Context,
  { query }: ExportOptions,
  part: PartFile,
  kept: Kept | undefined,
): Promise<{ items: number; page: number; last: readonly string[] } | undefined> {
  if (kept === undefined || part.size < kept.bytes) return undefined;
  const { max } = leads.list.paging;
  const { last } = kept;
  const { total } = await context.api.page(leads.list, { query }, { limit: 1 });
  // Newest first: what was added meanwhile stands in front and moved the rest down.
  const grown = (total ?? 0) - (kept.total ?? total ?? 0);
  const page = Math.max(1, Math.floor((kept.items + grown) / max));
  const there = await context.api.page(leads.list, { query }, { page, pageSize: max });
  if (!there.items.some(({ id }) => last.includes(String(id)))) {
    context.note('The list changed too much since this export was cut off: beginning anew.');
    return undefined;
  }
  await part.cut(kept.bytes);
  context.note(
    `Going on behind the ${grouped(kept.items)} leads that were written before. --restart begins anew.`,
  );
  return { items: kept.items, page, last };
}
