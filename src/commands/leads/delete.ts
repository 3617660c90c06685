import { counted, plural } from '../../base/counted.ts';
import { listed } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { leads } from '../../contract/areas/leads.ts';

/** `lead 12, Ana Berg (ana@lumen.example)`. */
async function named(api: Context['api'], id: number): Promise<string> {
  const { lead } = await api(leads.get, { params: { id } });
  const name = inline([lead.firstName, lead.lastName].filter(Boolean).join(' '));
  return name === '' ? `lead ${id}, ${lead.email}` : `lead ${id}, ${name} (${lead.email})`;
}

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  uses: [leads.delete, leads.list, leads.get],
  tool: 'effects',
  answer: listed('id lead'),
  fails: ['partial'],
  args: { leads: arg.many('ids or email addresses', { hint: 'lead', asked: 'lead' }) },
  examples: [
    'outreach leads delete 3',
    'outreach leads delete 4 helene.lefevre@nettle-instruments.example --yes',
  ],
  async run({ api, approve, find, globals, isForPeople }, values) {
    const deleted: Deleted[] = [];
    // All of them are looked up first: a misspelt one must not end a list that is half gone.
    const found = new Map<number, string>();
    for (const lead of values.leads) found.set(await find.lead(lead), lead);
    for (const [id, lead] of found) {
      const call = { params: { id } };
      let what = `lead ${id}`;
      try {
        // Who it is matters to the person who is asked alone.
        const approval = await approve(leads.delete, call, async () => {
          if (!globals.yes || isForPeople) what = await named(api, id);
          const facts = ['Its unsent emails are deleted as well.'];
          return { spend: {}, facts, deletes: { what }, line: ['leads', 'delete', String(id)] };
        });
        const { id: gone } = await api(leads.delete, call, approval);
        deleted.push({ id: gone, lead, ...(isForPeople && { what }) });
      } catch (error) {
        if (deleted.length === 0) throw error;
        throw partialFailure(error, {
          done: `${deleted.length} of ${counted(found.size, 'lead')} ${plural(deleted.length, 'was', 'were')} deleted`,
          result: { items: deleted, total: deleted.length },
        });
      }
    }
    return deleted;
  },
  view: (deleted) =>
    deleted.every(({ what }) => what !== undefined)
      ? stack(...deleted.map(({ what }) => text(`Deleted ${what}`)))
      : table(deleted, [
          ['Deleted', (row) => row.id, 'id'],
          ['Lead', (row) => row.lead, 'id'],
        ]),
});

interface Deleted {
  readonly id: number;
  readonly lead: string;
  /** At a terminal: by number and name. */
  readonly what?: string;
}
