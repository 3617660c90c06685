import { resolve } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { digestOfValue } from '../../../base/digest.ts';
import { Failure } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { capHeap } from '../../../cli/files/cap-heap.ts';
import { replacedText } from '../../../cli/files/output-target.ts';
import { type ExportProgress, transfersOf } from '../../../cli/files/transfers.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import { partialFailure } from '../../../cli/messages/partial-failure.ts';
import { accountOf } from '../../../cli/profile/account.ts';
import { leads } from '../../../contract/areas/leads.ts';
import type { Lead } from '../lead-view.ts';
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
  // The content of the file: the leads of one account, or of one of its campaigns, in one format, all or so many.
  const account = accountOf(context.service.settings);
  const of = digestOfValue([options.header, query.campaignId, account, options.limit]);
  let items = 0;
  let part: PartFile | undefined;
  try {
    const begun = await begin(context, options, store.findExport(id), of);
    const file = begun.part;
    part = file;
    if (begun.isNew) await file.write(options.header);
    items = begun.items;
    const last = [...begun.last];
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
        { page: begun.page, pageSize: leads.list.paging.max },
      );
      let cutShort = false;
      for await (const page of pages) {
        cutShort = page.hasMore;
        const fresh = page.items.filter((lead) => !known.has(String(lead.id))).slice(0, limit - items);
        await file.write(fresh.map(options.line).join(''));
        items += fresh.length;
        for (const { id } of fresh) last.push(String(id));
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
    return { file: output, leads: items, bytes, leadsBefore: begun.items };
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

/** What is stored of an export as `last`. */
interface Last {
  readonly of: string;
  readonly ids: readonly string[];
  readonly part: PartRecord;
}

/** The file of an earlier run where this one can go on behind it, else a new one. */
async function begin(context: Context, options: ExportOptions, kept: ExportProgress | undefined, of: string) {
  const { world } = context.files;
  const last: Last | undefined = kept && JSON.parse(kept.last);
  const part = last && (await resumePart(world, options.output, last.part));
  if (kept && last && part) {
    try {
      const fits = !options.restart && last.of === of;
      const page = fits ? await pageToGoOn(context, options, kept, last.ids) : undefined;
      if (page !== undefined) return { part, isNew: false, items: kept.items, page, last: last.ids };
      await part.discard();
    } catch (error) {
      await part.close();
      throw error;
    }
  }
  const made = await createPart(world, options.output);
  return { part: made, isNew: true, items: 0, page: 1, last: [] };
}

/** Undefined where the list changed too much to tell. */
async function pageToGoOn(
  context: Context,
  { query }: ExportOptions,
  kept: ExportProgress,
  ids: readonly string[],
): Promise<number | undefined> {
  const { max } = leads.list.paging;
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
  return page;
}
