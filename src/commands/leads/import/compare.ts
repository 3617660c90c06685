import { counted, grouped } from '../../../base/counted.ts';
import { exactText } from '../../../base/exact-json.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { whole } from '../../../cli/find/find-in-pages.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { LeadRows } from '../../../domain/lead-file/lead-rows.ts';
import type { LeadFile, LeadRow } from './lead-file.ts';

/** The leads of a file compared with those of the service, which keeps what a row leaves empty. */
export interface Difference {
  new: number;
  changed: number;
  same: number;
  /** Calls it took. */
  calls: number;
  /** Some of the changed ones. */
  examples: { row: number; email: string; fields: string[] }[];
}

interface Fields {
  readonly email: string;
  readonly customVariables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly [field: string]: unknown;
}

/** Leads of the service that wait in memory to be compared: a file is read once for so many. */
const mostWaiting = 20_000;

/** Reads all leads of the service, page by page, after it has said how many calls that takes. */
export async function compare(
  context: Context,
  file: LeadFile,
  rows: LeadRows,
  valid: number,
  mostExamples: number,
): Promise<Difference> {
  const { max } = leads.list.paging;
  const { total } = await context.service.api.page(leads.list, {}, { limit: 1 });
  const pages = Math.ceil((total ?? 0) / max);
  context.screen.note(
    `To compare, it reads all ${counted(total ?? 0, 'lead')} of the service: ${counted(pages + 1, 'call')}, about ${grouped(Math.ceil(pages / 10))} s at the pace it allows.`,
  );
  const found: Difference = { new: valid, changed: 0, same: 0, calls: 1, examples: [] };
  const waiting = new Map<number, Fields>();
  await context.screen.progress(`Comparing ${counted(valid, 'lead')}`, async () => {
    for await (const page of whole(context.service.api.pages(leads.list, {}))) {
      found.calls += 1;
      for (const remote of page.items) {
        const row = rows.rowOf(remote.email);
        if (row !== 0) waiting.set(row, remote as unknown as Fields);
      }
      if (waiting.size >= mostWaiting) await compareWith(waiting, file.leads(rows), found, mostExamples);
    }
    await compareWith(waiting, file.leads(rows), found, mostExamples);
  });
  return found;
}

/** Compares the leads that wait, by their rows, with those of the file. */
async function compareWith(
  waiting: Map<number, Fields>,
  leads: AsyncIterable<readonly LeadRow[]>,
  found: Difference,
  mostExamples: number,
): Promise<void> {
  for await (const some of leads) {
    for (const { number, lead } of some) {
      const remote = waiting.get(number);
      if (remote === undefined) continue;
      const fields = changes({ ...lead }, remote);
      found.new -= 1;
      found[fields.length === 0 ? 'same' : 'changed'] += 1;
      if (fields.length > 0 && found.examples.length < mostExamples)
        found.examples.push({ row: number, email: remote.email, fields });
    }
  }
  waiting.clear();
}

function changes(local: Fields, remote: Fields): string[] {
  const named = Object.entries(local).filter(([name]) => name !== 'email' && name !== 'customVariables');
  const tags = new Map(
    Object.entries(remote.customVariables ?? {}).map(([key, value]) => [tagOf(key), value]),
  );
  return [
    ...named.filter(([name, value]) => remote[name] !== value).map(([name]) => name),
    ...Object.entries(local.customVariables ?? {})
      .filter(([key, value]) => exactText(tags.get(tagOf(key))) !== exactText(value))
      .map(([key]) => `{${tagOf(key)}}`),
  ];
}
