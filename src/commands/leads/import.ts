import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { leads } from '../../contract/areas/leads.ts';
import { importOptions } from './import/import-options.ts';
import { importFields } from './import/import-result.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a file, by email address',
  about: `All rows are read before anything is uploaded. Leads are matched by address, so you can safely run the same command again, and go on after a stop.

Rows without a usable address, and rows that a column marks as invalid or opted out, are written to the rejects file with the reason. So are people forgotten on this machine. People who opted out before join no campaign. If the campaign is running or completed, rows that break a blocking launch rule are also written there (exit 15). --dry-run shows the mapping, the first rejected rows and three leads.

The old values of changed leads are saved beside your file, in prospects.before.csv (or prospects.before-2.csv if that name is taken); --before <file> names another. To restore the old values, import that file.`,
  uses: [leads.upsert],
  tool: 'effects',
  core: true,
  leadGate: true,
  answer: importFields,
  fails: ['partial', 'conflict', 'ended-badly'],
  args: importOptions,
  excludes: [
    ['onlyNew', 'onlyExisting'],
    ['before', 'noBefore'],
  ],
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
            : [['see the campaign', advise('campaigns get', { campaign: done.campaignId })] as const]),
          ...(done.before === null || done.diff?.oldValues === 0
            ? []
            : [['put the old values back', advise('leads import', { file: done.before })] as const]),
        ],
  view: async (done) => (await import('./import-view.ts')).importView(done),
});
