import { grouped } from '../../base/counted.ts';
import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt, under } from '../../cli/declare/params.ts';
import { type Column, heading, record, stack, table, text } from '../../cli/declare/view.ts';
import { leadGateReads } from '../../cli/launch/lead-gate-reads.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { acceptOption } from '../../cli/options/accept.ts';
import { leads } from '../../contract/areas/leads.ts';
import type { NewLead } from '../../domain/lead-file/lead-maker.ts';
import { columnOptions, formatOptions } from './import/file-options.ts';
import type { Reasons } from './import/import-result.ts';
import { mappingView } from './import/mapping-view.ts';
import { newLeadView } from './lead-view.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a file, by email address',
  about:
    'Takes CSV, TSV, NDJSON and JSON lists in any common encoding, and exports of LinkedIn, Google, Outlook, HubSpot, Salesforce, Pipedrive, Apollo and ZoomInfo. ' +
    'Columns are recognised by their common names ("First Name", "Job Title", "LinkedIn URL"); all others become custom variables, usable as merge tags. ' +
    'Rows without a usable address go to a rejects file with row, column and reason, which can be fixed and imported again. ' +
    'The whole file is read before anything is sent. Leads are matched by address, so an import can be repeated; ' +
    'run the same line again to continue one that was cut off. More: outreach help lead-files\n\n' +
    'Into a running or completed campaign go only rows that keep the launch checks of merge tags and recipients, by what the file says of them: ' +
    'the others are rejected with the rule as their reason, and the import ends with 15. A dry run makes no launch checks.\n\n' +
    'A dry run shows the mapping, the rejected rows and the first three leads. With --json: the figures of an import with sent 0, ' +
    'product, mapping, rejects, replacedRows, and the first request (operation, method, path, body). ' +
    '--diff reads all leads of the service, says first how many calls that takes, and adds diff: new, changed, same.',
  uses: [leads.upsert, ...leadGateReads],
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
    'mapping.sample',
    'product',
    'rejects.kind',
    'rejects.count',
    'rejects.rows.*',
    'replacedRows.row',
    'replacedRows.by',
    'diff.*',
  ),
  fails: ['partial', 'conflict', 'ended-badly'],
  args: {
    file: arg.file('file of leads, - for stdin', 'rows'),
    campaign: opt.text('also put the leads into this campaign', { hint: 'campaign' }),
    ...columnOptions,
    ...under('FILE', {
      ...formatOptions,
      rejects: opt.file(
        'where rejected rows go (default <file>.rejects.csv, or the next free name)',
        'written',
      ),
    }),
    ...under('WHICH ROWS', {
      strict: opt.flag('send nothing if any row is rejected'),
      failOnRejects: opt.flag('end with 15 if any row is rejected'),
      restart: opt.flag('send everything, also what an earlier run sent'),
      diff: opt.flag('with --dry-run: show which leads are new, changed or the same'),
    }),
    ...acceptOption,
  },
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads import examples/prospects.csv --campaign 1 --map "Met at=var:event" --yes',
    'outreach leads import - --json < examples/prospects.csv',
    'outreach leads import examples/prospects.csv --dry-run --diff',
  ],
  run: async (context, values) => (await import('./import/import-file.ts')).importFile(context, values),
  next: (done) =>
    'dryRun' in done || done.campaignId === null
      ? []
      : [['see what is missing', lineOf`campaigns get ${done.campaignId}`]],
  view: (done) => {
    const rehearsed = 'dryRun' in done ? done : undefined;
    const { diff, mapping = [], rejects = [] } = rehearsed ?? {};
    const { leads: sent = [] } = (rehearsed?.body ?? {}) as { leads?: NewLead[] };
    return stack(
      ...(rehearsed === undefined ? [] : [mappingView(mapping)]),
      record(
        ['Rows read', done.read, 'number'],
        rehearsed ? ['Leads to send', done.valid - done.sentBefore] : ['Leads sent', done.sent],
        ['Sent before', done.sentBefore > 0 ? done.sentBefore : undefined],
        ['Rejected', done.rejected, 'number'],
        ['Duplicates', done.replaced > 0 ? done.replaced : undefined, 'number'],
        ['Empty rows', done.empty > 0 ? done.empty : undefined],
        ['Requests', done.batches],
        ['Campaign', done.campaignId ?? undefined],
        ['Encoding', done.encoding === 'utf-8' ? undefined : done.encoding],
        ['Rejects file', done.rejectsFile ?? undefined],
        ['New', diff?.new],
        ['Changed', diff?.changed],
        ['Same', diff?.same],
      ),
      ...(rejects.length === 0 ? [] : [table(rejects.flatMap(rejectedRows), rejectedColumns)]),
      ...(diff?.examples.map(({ row, email, fields }) =>
        text(`Row ${row}, ${email}: ${fields.join(', ')} would change.`),
      ) ?? []),
      ...(diff
        ? []
        : sent.slice(0, shownLeads).flatMap((lead, at) => [heading(`Lead ${at + 1}`), newLeadView(lead)])),
      ...(rehearsed === undefined
        ? [text('The service does not say which leads are new.')]
        : [text('The request: --dry-run --json')]),
    );
  },
});

const shownLeads = 3;

const rejectedRows = ({ count, rows }: Reasons['rejects'][number]): Rejected[] => [
  ...rows,
  ...(count > rows.length ? [{ row: `${grouped(count - rows.length)} more`, column: '', reason: '' }] : []),
];

type Rejected = { readonly row: number | string; readonly column: string; readonly reason: string };

const rejectedColumns: Column<Rejected>[] = [
  ['Rejected', ({ row }) => (typeof row === 'number' ? `row ${row}` : row), 'text', 0],
  ['Column', ({ column }) => column],
  ['Reason', ({ reason }) => reason, 'prose', 0],
];
