import { counted } from '../../../base/counted.ts';
import { grouped } from '../../../base/grouped.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { leads } from '../../../contract/areas/leads.ts';
import { tagOf } from '../../../contract/checks/variable-key.ts';
import type { ReadLeads } from './read-leads.ts';

/** The leads of a file against those of the service, which keeps what a row leaves empty. */
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

/** Reads all leads of the service, page by page, after it has said how many calls that takes. */
export async function compare(
  context: Context,
  { rows, leads: kept }: ReadLeads,
  valid: number,
): Promise<Difference> {
  const { max } = leads.list.paging;
  const { total } = await context.api.page(leads.list, {}, { limit: 1 });
  const pages = Math.ceil((total ?? 0) / max);
  context.note(
    `Comparing reads the ${counted(total ?? 0, 'lead')} of the service: ${counted(pages + 1, 'call')}, about ${grouped(Math.ceil(pages / 10))} s at the pace it allows.`,
  );
  const found: Difference = { new: 0, changed: 0, same: 0, calls: 1, examples: [] };
  await context.progress(`Comparing ${counted(valid, 'lead')}`, async () => {
    for await (const page of context.api.pages(leads.list, {})) {
      found.calls += 1;
      for (const remote of page.items) {
        const row = rows.rowOf(remote.email);
        if (row === 0) continue;
        const fields = changes((await kept.lead(row)) as Fields, remote as unknown as Fields);
        if (fields.length === 0) found.same += 1;
        else found.changed += 1;
        if (fields.length > 0 && found.examples.length < 10)
          found.examples.push({ row, email: remote.email, fields });
      }
    }
  });
  found.new = valid - found.same - found.changed;
  return found;
}

function changes(local: Fields, remote: Fields): string[] {
  const named = Object.entries(local).filter(([name]) => name !== 'email' && name !== 'customVariables');
  const tags = new Map(
    Object.entries(remote.customVariables ?? {}).map(([key, value]) => [tagOf(key), value]),
  );
  return [
    ...named.filter(([name, value]) => remote[name] !== value).map(([name]) => name),
    ...Object.entries(local.customVariables ?? {})
      .filter(([key, value]) => JSON.stringify(tags.get(tagOf(key))) !== JSON.stringify(value))
      .map(([key]) => `{${tagOf(key)}}`),
  ];
}
