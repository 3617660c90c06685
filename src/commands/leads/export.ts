import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { isStandardOutput } from '../../cli/declare/file-limits.ts';
import { StreamedListing } from '../../cli/declare/listing.ts';
import { opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { csvLine, tsvFileLine } from '../../cli/output/formats/csv.ts';
import { ndjsonLine } from '../../cli/output/text/json.ts';
import { leads } from '../../contract/areas/leads.ts';
import { leadFieldNames } from '../../contract/lead-fields.ts';
import * as s from '../../contract/schema/schema.ts';
import { fieldsOf } from '../../contract/schema/schema.ts';
import { leadLabels } from './fields.ts';
import type { Lead } from './lead-view.ts';

/** The columns of a CSV or TSV file, by the service's names: an import takes them back as they are. */
const csvFields = fieldsOf(leads.get.response.entries.lead) as readonly (keyof Lead)[];

function delimitedFor(output: string, csv: boolean) {
  if (csv || /\.csv$/i.test(output)) return csvLine;
  return /\.(?:tsv|tab)$/i.test(output) ? tsvFileLine : undefined;
}

export const exportLeads = command({
  name: 'export',
  summary: 'Export all leads',
  about:
    'Exports all leads, or as many as --limit says. Use --ndjson for every field and custom variable, --csv for a spreadsheet. ' +
    'With --output the file appears once it is complete. If the export is interrupted, the same command continues it.',
  uses: [leads.list],
  tool: 'read',
  answer: ({ output }) =>
    output === undefined || isStandardOutput(output)
      ? s.array(recordOf(leads.list))
      : s.object({
          file: s.string(),
          ...s.each(['leads', 'bytes', 'leadsBefore'], s.integer()),
          complete: s.boolean(),
        }),
  whole: true,
  fails: ['partial', 'conflict'],
  args: {
    campaign: opt.text('only leads in this campaign', { hint: 'campaign', names: 'campaigns' }),
    output: opt.file(
      'write to this file, - for standard output; .csv, .tsv or --csv sets the format (else NDJSON)',
      'written',
    ),
    restart: opt.flag('with --output: start from the beginning, not where an earlier run stopped'),
  },
  examples: [
    'outreach leads export --ndjson > leads.ndjson',
    'outreach leads export --csv --campaign "First steps" > leads.csv',
    'outreach leads export --output leads.ndjson',
  ],
  async run(context, { campaign, output, restart }) {
    const { service, screen } = context;
    const query = campaign === undefined ? {} : { campaignId: await service.find.campaign(campaign) };
    const { limit } = screen.globals;
    const asFew = limit === undefined ? {} : { limit, pageSize: Math.min(limit, leads.list.paging.max) };
    if (output === undefined || isStandardOutput(output))
      return new StreamedListing(service.api.pages(leads.list, { query }, asFew));
    const line = screen.globals.ndjson ? undefined : delimitedFor(output, screen.globals.csv);
    const { exportToFile } = await import('./export/to-file.ts');
    return exportToFile(context, {
      output,
      query,
      limit,
      restart,
      header: line?.(csvFields) ?? '',
      line: line ? (lead) => line(csvFields.map((name) => lead[name])) : ndjsonLine,
    });
  },
  empty: 'No leads to export.',
  columns: [
    ['ID', 'id', 'id'],
    ...leadFieldNames.map((name) => [leadLabels[name][1], (lead: Lead) => lead[name]] as const),
    ['Category', 'tag', 'state'],
    ['Meeting Booked At', 'meetingBookedAt', 'time'],
    ['Created At', 'createdAt', 'time'],
    ['Updated At', 'updatedAt', 'time'],
  ],
  view: (done) =>
    'file' in done
      ? record(
          ['File', done.file],
          ['Leads', done.leads, 'number'],
          ['Written before', 'leadsBefore' in done && done.leadsBefore > 0 ? done.leadsBefore : undefined],
        )
      : record(),
});
