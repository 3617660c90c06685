import { command } from '../../cli/command.ts';
import { readRowFile } from '../../cli/input/rows.ts';
import { record, stack, text } from '../../cli/output/view.ts';
import { arg, opt } from '../../cli/params.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { leads, leadsPerCall } from '../../contract/areas/leads.ts';
import { Failure } from '../../contract/errors.ts';
import { batchesOf } from '../../domain/batches.ts';
import { judgeRows, type Verdict } from '../../domain/lead-rows.ts';
import { approveJoining } from './joining.ts';
import { chosenColumns, describeMapping, mapOrFail } from './mapping.ts';
import { rejectsFile, rejectsName } from './rejects-file.ts';
import { sendBatches } from './send-batches.ts';
import { describeVerdict } from './verdict.ts';

export const importLeads = command({
  name: 'import',
  summary: 'Create or update leads from a CSV file, by email address',
  about:
    'Columns are recognised by their common names ("First Name", "Job Title", "LinkedIn URL"); all others become custom variables, usable as merge tags. ' +
    'Rows without a usable address go to a rejects file with row, column and reason, which can be mended and imported again. ' +
    'Where an address stands twice, the last row wins. Leads are matched by address, so an import may be repeated.',
  uses: [leads.upsert, campaigns.list],
  fails: ['partial'],
  args: {
    file: arg.file('the CSV or TSV file, - for stdin'),
    campaign: opt.text('also put the leads into this campaign', { hint: 'campaign' }),
    map: opt.list('what a column becomes: a field, var:<key>, or - to leave it out', {
      hint: 'column=field',
    }),
    delimiter: opt.text('what separates the columns; found out unless given', { hint: 'character' }),
    rejects: opt.file('where rejected rows go; <file>.rejects.csv unless given'),
    strict: opt.flag('send nothing if any row is rejected'),
  },
  examples: [
    'outreach leads import examples/prospects.csv',
    'outreach leads import prospects.csv --campaign 12 --map "Company Name=company"',
    'outreach leads import - --json < prospects.csv',
  ],
  async run(context, { file, campaign, map, delimiter, rejects, strict }) {
    const source = await readRowFile(
      file === '-' ? 'stdin' : file,
      await context.readFile(file),
      delimiterOf(delimiter),
    );
    const mapping = mapOrFail(source.headers, chosenColumns(map ?? []));
    const verdict = judgeRows(source.rows, mapping);
    context.note(describeMapping(mapping));
    for (const line of describeVerdict(verdict)) context.note(line);

    const rejectsPath = verdict.rejects.length > 0 ? (rejects ?? rejectsName(file)) : null;
    if (rejectsPath !== null && !context.globals.dryRun)
      await context.writeFile(rejectsPath, rejectsFile(verdict.rejects, mapping));
    refuseUseless(verdict, strict, rejectsPath);

    const campaignId = campaign === undefined ? null : await context.find.campaign(campaign);
    const batches = batchesOf(verdict.leads, leadsPerCall);
    if (campaignId !== null)
      await approveJoining(context, {
        campaignId,
        people: verdict.leads.length,
        operation: leads.upsert,
        input: { body: { leads: batches[0], campaignId } },
      });
    if (context.globals.dryRun)
      context.note(
        `${batches.length} ${batches.length === 1 ? 'request' : 'requests'} would be made; the first:`,
      );

    const result = {
      read: verdict.read,
      valid: verdict.leads.length,
      sent: 0,
      created: null,
      updated: null,
      unchanged: null,
      rejected: verdict.rejects.length,
      batches: batches.length,
      rejectsFile: rejectsPath,
      campaignId,
    };
    const sent = await sendBatches(context, batches, campaignId, (sent) => ({ ...result, sent }));
    return { ...result, sent };
  },
  view: (done) =>
    stack(
      record(
        ['Rows read', done.read],
        ['Leads sent', done.sent],
        ['Rejected', done.rejected],
        ['Requests', done.batches],
        ['Campaign', done.campaignId ?? undefined],
        ['Rejects file', done.rejectsFile ?? undefined],
      ),
      text('The service does not tell which leads were new.'),
    ),
});

function delimiterOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const character = given === '\\t' || given === 'tab' ? '\t' : given;
  if (character.length !== 1 || character === '"')
    throw new Failure('usage', '--delimiter takes one character.', { code: 'bad_delimiter' });
  return character;
}

function refuseUseless(verdict: Verdict, strict: boolean, rejectsPath: string | null): void {
  const hint = rejectsPath === null ? undefined : `${rejectsPath} says why, row by row.`;
  const details = { code: 'no_valid_rows', ...(hint === undefined ? {} : { hint }) };
  if (verdict.leads.length === 0)
    throw new Failure('usage', 'No row of the file can become a lead; nothing was sent.', details);
  if (!strict || verdict.rejects.length === 0) return;
  throw new Failure('usage', `${verdict.rejects.length} rows were rejected, so nothing was sent.`, {
    ...details,
    code: 'rejected_rows',
  });
}
