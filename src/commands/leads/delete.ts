import { counted, plural } from '../../base/counted.ts';
import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { leads } from '../../contract/areas/leads.ts';

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  uses: [leads.delete, leads.list],
  answer: fields('id', 'lead'),
  fails: ['partial'],
  args: { leads: arg.many('ids or email addresses', { hint: 'lead' }) },
  examples: ['outreach leads delete 1', 'outreach leads delete ana@lumen.example li@orchid.example --yes'],
  async run({ api, approve, find }, values) {
    const deleted: { id: number; lead: string }[] = [];
    // All of them are looked up first: a misspelt one must not end a list that is half gone.
    const found = new Map<number, string>();
    for (const lead of values.leads) found.set(await find.lead(lead), lead);
    for (const [id, lead] of found) {
      const call = { params: { id } };
      try {
        const approval = await approve(leads.delete, call, () => ({
          spend: {},
          facts: [`Lead ${lead} is deleted; this cannot be undone.`],
        }));
        deleted.push({ id: (await api(leads.delete, call, approval)).id, lead });
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
    table(deleted, [
      ['Deleted', (row) => row.id, 'id'],
      ['Lead', (row) => row.lead],
    ]),
});
