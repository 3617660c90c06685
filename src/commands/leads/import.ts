import { command } from '../../cli/command.ts';
import { record, stack, text } from '../../cli/output/view.ts';
import { arg, opt } from '../../cli/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a file, by email address',
  about:
    'Takes CSV and TSV in any common encoding, NDJSON, and JSON lists. ' +
    'Columns are recognised by their common names ("First Name", "Job Title", "LinkedIn URL"); all others become custom variables, usable as merge tags. ' +
    'Rows without a usable address go to a rejects file with row, column and reason, which can be mended and imported again. ' +
    'Where an address stands twice, the last row wins. Leads are matched by address, so an import may be repeated; ' +
    'one that was cut off goes on where it stopped when the same line is run again.',
  uses: [leads.upsert, campaigns.list, leads.list],
  fails: ['partial'],
  args: {
    file: arg.file('the file, - for stdin'),
    campaign: opt.text('also put the leads into this campaign', { hint: 'campaign' }),
    map: opt.list('what a column becomes: a field, var:<key>, or - to leave it out; kept for files alike', {
      hint: 'column=field',
    }),
    remap: opt.flag('forget what was chosen for files with these columns'),
    delimiter: opt.text('what separates the columns; found out unless given', { hint: 'character' }),
    rejects: opt.file('where rejected rows go; <file>.rejects.csv unless given'),
    strict: opt.flag('send nothing if any row is rejected'),
    restart: opt.flag('send everything, whatever an earlier run got through'),
    diff: opt.flag('with --dry-run: tell which leads are new, changed or the same'),
  },
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads import prospects.csv --campaign 12 --map "Company Name=company"',
    'outreach leads import - --json < prospects.csv',
    'outreach leads import prospects.csv --dry-run --diff',
  ],
  run: async (context, values) => (await import('./import/import-file.ts')).importFile(context, values),
  view: (done) => {
    const { diff } = done;
    return stack(
      record(
        ['Rows read', done.read],
        ['Leads sent', done.sent],
        ['Sent before', done.sentBefore > 0 ? done.sentBefore : undefined],
        ['Rejected', done.rejected],
        ['Requests', done.batches],
        ['Campaign', done.campaignId ?? undefined],
        ['Rejects file', done.rejectsFile ?? undefined],
        ['New', diff?.new],
        ['Changed', diff?.changed],
        ['Same', diff?.same],
      ),
      ...(diff?.examples.map(({ row, email, fields }) =>
        text(`Row ${row}, ${email}: ${fields.join(', ')} would change.`),
      ) ?? []),
      ...(diff === undefined ? [text('The service does not tell which leads were new.')] : []),
    );
  },
});
