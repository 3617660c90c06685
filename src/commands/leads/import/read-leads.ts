import type { Context } from '../../../cli/declare/command.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import type { RowSource } from '../../../cli/input/row-source.ts';
import type { SourceFile } from '../../../cli/input/source-file.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import type { HeadAddresses } from '../../../domain/lead-file/head-addresses.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import { capYoungHeap } from '../cap-young-heap.ts';
import { LeadSpool } from './lead-spool.ts';
import { headRows } from './look-ahead.ts';
import { Rejects } from './rejects-file.ts';

/** A file, judged to its last row. */
export interface ReadLeads {
  readonly rows: LeadRows;
  readonly leads: LeadSpool;
  readonly rejects: Rejects;
  /** With the columns that turned up further down in a file of objects. */
  readonly mapping: Mapping;
  close(): Promise<void>;
}

export interface Reading {
  readonly file: SourceFile;
  readonly source: RowSource;
  readonly mapping: Mapping;
  /** The mapping once more, for a file of objects in which new fields turned up. */
  remap(headers: readonly string[]): Mapping;
  readonly objects: boolean;
  /** Rows will be looked up one by one. */
  readonly lookup: boolean;
  /** Tells of leads at the beginning that no later row replaces them. */
  readonly head: HeadAddresses | undefined;
  /** Given what has been read so far, again and again: such leads need not wait for the end. */
  ahead?: ((leads: LeadSpool) => Promise<void>) | undefined;
}

/** Reads the whole file once. Leads and rejects wait in spools. */
export function readLeads(context: Context, reading: Reading): Promise<ReadLeads> {
  const { file, source, objects } = reading;
  const { clock, stderr } = context.world;
  return context.progress(`Reading ${file.name}`, async (say) => {
    const { spool } = transfersOf(context.world);
    const leads = new LeadSpool(await spool(), { lookup: reading.lookup });
    const rejects = new Rejects(objects, spool);
    const close = async () => {
      await Promise.all([leads.close(), rejects.close()]);
    };
    const meter = createMeter({ clock, stream: stderr, say, label: 'Reading', unit: 'rows' });
    let { mapping, head } = reading;
    const rows = new LeadRows(mapping);
    const isSettled = (row: number, address: string): boolean =>
      row <= headRows && head?.standsOnce(address) === true;
    const keepSteady = capYoungHeap();
    let count = 0;
    try {
      for await (const some of source.rows()) {
        if (source.headers.length > mapping.length) {
          mapping = reading.remap(source.headers);
          rows.remap(mapping);
        }
        count += some.length;
        rows.expect(count * (file.size / file.position));
        for (const row of some) {
          const made = rows.take(row);
          if (made === undefined) continue;
          if ('json' in made) {
            const settled = isSettled(row.number, made.email);
            if (leads.add(row.number, made.json, settled)) await leads.flush();
          } else if (rejects.add({ row, ...made }, mapping)) await rejects.flush();
        }
        await reading.ahead?.(leads);
        if (count >= headRows) {
          head?.clear();
          head = undefined;
        }
        keepSteady();
        meter.at(count, 'the disk');
      }
      await leads.flush();
      if (!reading.lookup) rows.settle();
      return { rows, leads, rejects, mapping, close };
    } catch (error) {
      await close();
      throw error;
    }
  });
}
