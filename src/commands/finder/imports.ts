import { allOf, recordOf } from '../../cli/declare/answer.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { finder, importStatuses } from '../../contract/areas/finder.ts';
import * as s from '../../contract/schema/schema.ts';
import { endOf, finish, importView, inWords, nextOf } from './import-view.ts';

/** Made from a website. What starts an import marks none: a budget may cover it. */
const campaignOfOthers = s.object({ campaignName: s.fromOthers(s.string()) });

const id = arg.id('id of the import', { asked: 'import' });

const list = command({
  name: 'list',
  summary: 'List imports from the contact database, newest first',
  about: 'If the outcome of an import is unknown, check here before you repeat it.',
  uses: [finder.imports],
  tool: 'read',
  answer: s.array(allOf(recordOf(finder.imports), campaignOfOthers)),
  args: { status: opt.choices('only imports with this status', importStatuses) },
  examples: [
    'outreach finder imports list',
    'outreach finder imports list --status failed',
    'outreach finder imports list --limit 50 --json',
  ],
  run: ({ service }) => service.list(finder.imports),
  empty: 'No imports yet.',
  filters: { status: { oneOf: 'status' } },
  columns: [
    ['ID', 'importId', 'id'],
    ['Campaign', (item) => item.campaignName ?? item.campaignId],
    ['Status', 'status', 'state'],
    ['Requested', 'requested', 'number'],
    ['Added', 'added', 'number', 4],
    ['Skipped', 'skipped', 'number'],
    ['Credits', 'creditsSpent', 'number'],
    ['Ended', (item) => item.lastError || item.endReason, 'prose', 3],
    ['Finished', 'finishedAt', 'time'],
  ],
  atTerminal: [
    ['ID', 'importId', 'id'],
    ['Campaign', (item) => item.campaignName ?? item.campaignId, 'text', 4],
    ['Status', 'status', 'state'],
    ['Added', 'added', 'number', 1],
    ['Requested', 'requested', 'number', 4],
    ['Skipped', 'skipped', 'number', 5],
    ['Credits', 'creditsSpent', 'number', 2],
    ['Stopped', (item) => (item.lastError ? inWords(item.lastError) : endOf(item)), 'prose', 3],
    ['Finished', 'finishedAt', 'time', 5],
  ],
});

const get = command({
  name: 'get',
  uses: [finder.import],
  tool: 'read',
  answer: allOf(recordOf(finder.import), campaignOfOthers),
  args: { id },
  examples: ['outreach finder imports get 1'],
  run: ({ service }, values) => service.api(finder.import, { params: { id: values.id } }),
  next: nextOf,
  view: importView,
});

const wait = command({
  name: 'wait',
  summary: 'Wait until an import is finished',
  about:
    'The exit code is 16 if the import failed or was canceled, and 8 if it is still running at --wait-timeout.',
  uses: [finder.import],
  tool: 'read',
  answer: allOf(recordOf(finder.import), campaignOfOthers),
  waits: true,
  args: { id },
  examples: ['outreach finder imports wait 1', 'outreach finder imports wait 1 --wait-timeout 10m --json'],
  run: (context, values) => finish(context, values.id),
  next: nextOf,
  view: importView,
});

export const imports: Group = {
  name: 'imports',
  summary: 'List imports, show one or wait for it',
  commands: [list, get, wait],
};
