import { requestView } from '../../cli/answer/show-request.ts';
import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { encodingOption } from '../../cli/options/encoding-option.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads } from '../../contract/areas/leads.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a file, by email address',
  about:
    'Takes CSV and TSV in any common encoding, NDJSON, and JSON lists. ' +
    'Columns are recognised by their common names ("First Name", "Job Title", "LinkedIn URL"); all others become custom variables, usable as merge tags. ' +
    'Rows without a usable address go to a rejects file with row, column and reason, which can be fixed and imported again. ' +
    "A ' in front of what looks like a formula, as an export and spreadsheets write it, is taken off; not in JSON, nor in tab-separated lines of a pipe. " +
    'Where an address stands twice, the last row wins. Leads are matched by address, so an import may be repeated; ' +
    'one that was cut off goes on where it stopped when the same line is run again. ' +
    'Nothing is sent before the whole file was read; a file that changes meanwhile ends the import.\n\n' +
    'A dry run reads the whole file and tells what would become of it. With --json: the figures of an import with sent 0, ' +
    'mapping (each column and what it becomes, as --map takes it), rejects (by kind: count, and the first rows with row, column and reason), ' +
    'replacedRows, and the first request as every dry run shows it (operation, method, path, body). ' +
    'It writes no rejects file unless --rejects names one. With --diff it reads all leads of the service, says first how many calls that takes, and adds diff: new, changed, same.',
  uses: [leads.upsert, campaigns.list, leads.list],
  answer: fields(
    'read',
    'valid',
    'sent',
    'sentBefore',
    'created',
    'updated',
    'unchanged',
    'rejected',
    'replaced',
    'empty',
    'batches',
    'rejectsFile',
    'campaignId',
    'encoding',
    'dryRun',
    'mapping.column',
    'mapping.becomes',
    'rejects.kind',
    'rejects.count',
    'rejects.rows.*',
    'replacedRows.row',
    'replacedRows.by',
    'diff.*',
  ),
  fails: ['partial', 'conflict'],
  args: {
    file: arg.file('the file, - for stdin', 'rows'),
    campaign: opt.text('also put the leads into this campaign', { hint: 'campaign' }),
    map: opt.each('what a column becomes: a field, var:<key>, or - to leave it out; kept for files alike', {
      hint: 'column=field',
    }),
    remap: opt.flag('forget what was chosen for files with these columns'),
    delimiter: opt.text('what separates the columns; found out unless given', { hint: 'character' }),
    ...encodingOption,
    rejects: opt.file(
      'where rejected rows go; <file>.rejects.csv unless given, or the next free name',
      'written',
    ),
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
    const rehearsed = 'dryRun' in done ? done : undefined;
    const { diff, method, path = '', body } = rehearsed ?? {};
    return stack(
      ...(method === undefined || diff ? [] : [requestView({ method, path, body })]),
      record(
        ['Rows read', done.read],
        rehearsed ? ['Leads to send', done.valid - done.sentBefore] : ['Leads sent', done.sent],
        ['Sent before', done.sentBefore > 0 ? done.sentBefore : undefined],
        ['Rejected', done.rejected],
        ['Replaced', done.replaced > 0 ? done.replaced : undefined],
        ['Requests', done.batches],
        ['Campaign', done.campaignId ?? undefined],
        ['Encoding', done.encoding === 'utf-8' ? undefined : done.encoding],
        ['Rejects file', done.rejectsFile ?? undefined],
        ['New', diff?.new],
        ['Changed', diff?.changed],
        ['Same', diff?.same],
      ),
      ...(diff?.examples.map(({ row, email, fields }) =>
        text(`Row ${row}, ${email}: ${fields.join(', ')} would change.`),
      ) ?? []),
      ...(rehearsed === undefined ? [text('The service does not tell which leads were new.')] : []),
    );
  },
});
