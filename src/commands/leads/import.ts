import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { leads } from '../../contract/areas/leads.ts';
import { importOptions } from './import/import-options.ts';
import { importFields } from './import/import-result.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a file, by email address',
  about:
    'Takes CSV, TSV, NDJSON and JSON lists in any common encoding, and exports of LinkedIn, Google, Outlook, HubSpot, Salesforce, Pipedrive, Apollo and ZoomInfo. ' +
    'Columns are recognised by their common names ("First Name", "Job Title", "LinkedIn URL"); all others become custom variables, usable as merge tags. ' +
    'Rows without a usable address go to a rejects file with row, column and reason, which can be fixed and imported again. ' +
    'So do rows that a column of the file leaves out, with all rows of that address: known-invalid by what a verifier found, and opted-out; the column is imported as any other. ' +
    'The whole file is read before anything is sent. Leads are matched by address, so an import can be repeated; ' +
    'run the same line again to continue one that was cut off. More: outreach help lead-files\n\n' +
    'Into a running or completed campaign go only rows that keep the launch checks of merge tags and recipients, by what the file says of them and by who bounced or said no before: ' +
    'the others are rejected with the rule as their reason, and the import ends with 15.\n\n' +
    'A dry run shows the mapping, the rejected rows and the first three leads, with --all every lead of the first request. With --json: the figures of an import with sent 0, ' +
    'product, mapping, rejects, replacedRows, the first request (operation, method, path, body), and what its question shows (facts, price, wouldRefuse). ' +
    '--diff adds diff: new, changed, same, and the old and new values of the first three that would change, with --all of every one.\n\n' +
    'To know who is there, it lists all leads of the service or asks for each address, whichever takes fewer calls, and says first how many; above 2,000 it asks. ' +
    'The result counts as skipped who --only-new or --only-existing leaves alone.\n\n' +
    'Where people who are there change, their old values are first written to <file>.before.csv: import that file to put them back. ' +
    'It lists in _was_empty the fields that were empty, which an import cannot empty again, and in _new who was not there. ' +
    'Without --before it is written where that takes at most 600 calls; the result says before, or beforeWhy there is none. ' +
    'A middle name cannot be changed once the lead is there; the row is sent without it.',
  uses: [leads.upsert],
  tool: 'effects',
  core: true,
  leadGate: true,
  answer: importFields,
  fails: ['partial', 'conflict', 'ended-badly'],
  args: importOptions,
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads import examples/prospects.csv --campaign 1 --map "Met at=var:event" --yes',
    'outreach leads import - --json < examples/prospects.csv',
    'outreach leads import examples/prospects.csv --dry-run --diff',
  ],
  run: async (context, values) => (await import('./import/import-file.ts')).importFile(context, values),
  next: (done) =>
    'dryRun' in done
      ? []
      : [
          ...(done.campaignId === null
            ? []
            : [['see what is missing', advise('campaigns get', { campaign: done.campaignId })] as const]),
          ...(done.before === null
            ? []
            : [['put the old values back', advise('leads import', { file: done.before })] as const]),
        ],
  view: async (done) => (await import('./import-view.ts')).importView(done),
});
