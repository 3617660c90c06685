import { resolve } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { digestOfValue } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { replacedText } from '../../../cli/files/output-target.ts';
import { type ExportProgress, type TransferStore, transfersOf } from '../../../cli/files/transfers.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import { partialFailure } from '../../../cli/messages/partial-failure.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Lead } from '../lead-view.ts';
import { capHeap } from './cap-heap.ts';
import { createPart, type PartFile, type PartRecord, resumePart } from './part-file.ts';

interface ExportOptions {
  readonly output: string;
  readonly query: { campaignId?: number };
  readonly limit: number | undefined;
  readonly restart: boolean;
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
  const id = digestOfValue(['export', resolve(context.files.world.cwd, options.output)]);
  const release = await transfersOf(context.files.world).hold(id, `An export to ${options.output}`);
  try {
    return await write(context, options, id);
  } finally {
    release();
  }
}

async function write(context: Context, options: ExportOptions, id: string) {
  const keepSteady = capHeap();
  const { output, query, limit = Number.POSITIVE_INFINITY } = options;
  const store = await transfersOf(context.files.world).store();
  const of = contentOf(context, options);
  let items = 0;
  let part: PartFile | undefined;
  try {
    const opened = await openedPart(context, options, keptOf(store, id), of);
    const { begun } = opened;
    const file = opened.part;
    part = file;
    if (begun === undefined) await file.write(options.header);
    items = begun?.items ?? 0;
    const resumedAt = items;
    const last = [...(begun?.last ?? [])];
    const known = new Set(last);
    const { clock, stderr } = context.files.world;
    await context.screen.progress(`Writing ${output}`, async (say) => {
      const meter = createMeter({
        clock,
        stream: stderr,
        say,
        label: 'Writing',
        unit: 'leads',
        before: items,
      });
      const tell = () => meter.at(items, context.service.pace.limit() ?? 'the service');
      context.service.pace.onWait(tell);
      const pages = context.service.api.pages(
        leads.list,
        { query },
        { page: begun?.page ?? 1, pageSize: leads.list.paging.max },
      );
      let cutShort = false;
      for await (const page of pages) {
        cutShort = page.hasMore;
        const fresh = page.items.filter((lead) => !known.has(String(lead.id))).slice(0, limit - items);
        await file.write(fresh.map(options.line).join(''));
        items += fresh.length;
        last.push(...fresh.map((lead) => String(lead.id)));
        last.splice(0, Math.max(0, last.length - remembered));
        store.keepExport(
          id,
          {
            bytes: file.record.bytes,
            items,
            total: page.total,
            last: JSON.stringify({ of, ids: last, part: file.record }),
          },
          clock.now(),
        );
        tell();
        keepSteady();
        if (items >= limit) return;
      }
      if (cutShort)
        throw new Failure('incomplete_list', 'the service says that there are more, and sends none of them');
    });
    const { bytes } = file.record;
    if (await file.finish()) context.screen.note(replacedText(output));
    store.forget(id);
    return { file: output, leads: items, bytes, leadsBefore: resumedAt };
  } catch (error) {
    if (items === 0) await part?.discard();
    if (!(error instanceof Failure) || items === 0 || part === undefined) throw error;
    throw partialFailure(error, {
      done: `${counted(items, 'lead was', 'leads were')} written to ${part.name}`,
      hint: 'Run the same command again: it continues after them.',
      result: { file: part.name, leads: items, complete: false },
    });
  } finally {
    await part?.close();
    store.close();
  }
}

/** The content of the file: the leads of one account, or of one of its campaigns, in one format, all or so many. */
function contentOf({ service }: Context, { query, header, limit }: ExportOptions): string {
  return digestOfValue([header, query.campaignId, accountOf(service.settings), limit]);
}

/** How far the last export to this file came. */
interface Kept extends Omit<ExportProgress, 'last'> {
  readonly of: string;
  readonly ids: readonly string[];
  readonly part: PartRecord;
}

function keptOf(store: TransferStore, id: string): Kept | undefined {
  const kept = store.findExport(id);
  if (kept === undefined) return undefined;
  const { of, ids, part }: Kept = JSON.parse(kept.last);
  return { ...kept, of, ids, part };
}

interface Begun {
  readonly items: number;
  readonly page: number;
  readonly last: readonly string[];
}

/** The file of an earlier run where this one can go on behind it, else a new one. */
async function openedPart(
  context: Context,
  options: ExportOptions,
  kept: Kept | undefined,
  of: string,
): Promise<{ part: PartFile; begun?: Begun }> {
  const { files } = context;
  const before = kept && (await resumePart(files.world, options.output, kept.part));
  if (kept && before) {
    try {
      const fits = !options.restart && kept.of === of;
      const begun = fits ? await goOn(context, options, kept) : undefined;
      if (begun) return { part: before, begun };
      await before.discard();
    } catch (error) {
      await before.close();
      throw error;
    }
  }
  return { part: await createPart(files.world, options.output) };
}

/** Where to go on; undefined where the list changed too much to tell. */
async function goOn(context: Context, { query }: ExportOptions, kept: Kept): Promise<Begun | undefined> {
  const { max } = leads.list.paging;
  const { ids } = kept;
  const { total } = await context.service.api.page(leads.list, { query }, { limit: 1 });
  // Newest first: what was added meanwhile is in front and moved the rest down.
  const grown = (total ?? 0) - (kept.total ?? total ?? 0);
  const page = Math.max(1, Math.floor((kept.items + grown) / max));
  const there = await context.service.api.page(leads.list, { query }, { page, pageSize: max });
  if (!there.items.some(({ id }) => ids.includes(String(id)))) {
    context.screen.note('The list changed too much since this export was cut off: starting over.');
    return undefined;
  }
  context.screen.note(
    `Continuing after the ${counted(kept.items, 'lead')} written before. --restart starts over.`,
  );
  return { items: kept.items, page, last: ids };
}
