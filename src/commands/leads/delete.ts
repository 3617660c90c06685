import { command } from '../../cli/command.ts';
import { table } from '../../cli/output/view.ts';
import { arg } from '../../cli/params.ts';
import { leads } from '../../contract/areas/leads.ts';
import { Failure } from '../../contract/errors.ts';

export const remove = command({
  name: 'delete',
  summary: 'Delete leads, their unsent emails and their places in campaigns',
  uses: [leads.delete, leads.list],
  fails: ['partial'],
  args: { leads: arg.many('ids or email addresses', { hint: 'lead' }) },
  examples: ['outreach leads delete 1', 'outreach leads delete ana@lumen.example li@orchid.example --yes'],
  async run({ api, approve, find }, values) {
    const deleted: { id: number; lead: string }[] = [];
    for (const lead of values.leads) {
      const call = { params: { id: await find.lead(lead) } };
      try {
        await approve(leads.delete, call, () => ({
          spend: {},
          facts: [`Lead ${lead} is deleted; this cannot be undone.`],
        }));
        const { id } = await api(leads.delete, call);
        deleted.push({ id, lead });
      } catch (error) {
        if (deleted.length === 0 || !(error instanceof Failure)) throw error;
        const result = { items: deleted, total: deleted.length };
        throw new Failure(
          'partial',
          `${deleted.length} of ${values.leads.length} leads were deleted, then: ${error.message}`,
          { result, cause: error },
        );
      }
    }
    return deleted;
  },
  view: (deleted) =>
    table(deleted, [
      ['Deleted', (row) => row.id, 'number'],
      ['Lead', (row) => row.lead],
    ]),
});
