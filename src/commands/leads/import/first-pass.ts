import type { Context } from '../../../cli/declare/command.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import type { JudgedRow } from '../../../cli/input/lead-file.ts';
import { createMeter } from '../../../cli/messages/meter.ts';
import type { Mapping } from '../../../domain/lead-file/lead-mapping.ts';
import { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import type { OpenLeadFile } from './open-lead-file.ts';
import { Rejects } from './rejects-file.ts';

/** What is known of a file that was read to its end; its mapping has the columns that turned up further down, too. */
export type FirstPass = Awaited<ReturnType<typeof firstPass>>;

/** Sees every row before it is counted. */
type Look = (judged: JudgedRow, rows: LeadRows) => void;

/** Reads the whole file: judges every row, and learns which of them are to be sent. */
export function firstPass(context: Context, { file: { name }, leads, objects }: OpenLeadFile, look?: Look) {
  const { clock, stderr } = context.files.world;
  return context.screen.progress(`Reading ${name}`, async (say) => {
    const meter = createMeter({ clock, stream: stderr, say, label: 'Reading', unit: 'rows' });
    const rejects = new Rejects(objects, transfersOf(context.files.world).spool);
    const rows = new LeadRows();
    let mapping: Mapping = [];
    let count = 0;
    try {
      for await (const some of leads.rows()) {
        ({ mapping } = some);
        count += some.rows.length;
        rows.expect(count / leads.share);
        for (const one of some.rows) {
          const { row, judged } = one;
          look?.(one, rows);
          const rejection = rows.take(row, judged);
          if (rejection) await rejects.add({ row, ...rejection }, mapping);
        }
        meter.at(count, 'the disk');
      }
      return { rows, rejects, mapping };
    } catch (error) {
      await rejects.close();
      throw error;
    }
  });
}
