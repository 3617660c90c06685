import { dirname } from 'node:path';
import { counted } from '../../../base/counted.ts';
import { Failure } from '../../../base/errors.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { type Column, table } from '../../../cli/declare/view.ts';
import { transfersOf } from '../../../cli/files/transfers.ts';
import * as s from '../../../contract/schema/schema.ts';
import { openFolder } from './read-folder.ts';
import { liveReads, readAccount, readLive } from './read-live.ts';
import { type Pulled, pulledFields, writePulled } from './write-pulled.ts';

export const pull = command({
  name: 'pull',
  summary: 'Write each campaign to its own file',
  about: `Without campaign names, all campaigns are written. An existing file keeps its comments and layout: only values that differ are replaced, and missing fields are added. If a field cannot be read, it is left out, and a comment says so.

A file with edits that were never applied, or with comments on list items that go, is first copied to <file>.orig. If a value in the service differs from that of a placeholder such as \${limit}, it replaces the placeholder, with a warning. To keep the placeholder, change the values file.

Nothing is changed in the service.`,
  uses: liveReads,
  tool: 'read',
  answer: s.object({ items: s.array(pulledFields) }),
  rows: 'items',
  args: {
    folder: arg.folder('folder for the files; created if missing'),
    campaigns: arg.optionalMany('ids or exact names (default: all campaigns)', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    values: opt.file('file with the values of placeholders, instead of values/<profile>.yaml', 'campaign'),
  },
  examples: [
    'outreach campaigns pull campaigns',
    'outreach campaigns pull campaigns "First steps"',
    'outreach campaigns pull campaigns --json',
  ],
  async run(context, { folder, campaigns: named, values }): Promise<{ items: readonly Pulled[] }> {
    await makeMissing(context, folder);
    return transfersOf(context.files.world).alone(folder, () => pullInto(context, folder, { named, values }));
  },
  next: ({ items }, { folder }) =>
    items.length === 0 ? [] : [['see what differs', advise('campaigns plan', { folder })]],
  view: ({ items }) =>
    table(items, [
      ['FILE', 'file'],
      ['CAMPAIGN', 'campaignId', 'id'],
      ['WRITTEN', 'written'],
      ...(items.some(({ saved }) => saved !== undefined) ? [saved] : []),
    ]),
});

const saved: Column<Pulled> = ['SAVED', 'saved'];

/** No process can hold a folder that is not there. It is made, its parents are not, as where a file is written. */
async function makeMissing({ files }: Context, folder: string): Promise<void> {
  if ((await files.listFolder(folder)) !== undefined) return;
  const parent = dirname(folder);
  if ((await files.listFolder(parent)) === undefined)
    throw new Failure('file_not_writable', `cannot write ${folder}: there is no folder ${parent}`);
  await files.makeFolder(folder);
}

async function pullInto(
  context: Context,
  folder: string,
  { named, values }: { readonly named: readonly string[]; readonly values: string | undefined },
): Promise<{ items: readonly Pulled[] }> {
  const there = (await context.files.listFolder(folder)) ?? [];
  const opened = await openFolder(context, folder, there, { values });
  const asked: number[] = [];
  for (const one of named) asked.push(await context.service.find.campaign(one));
  const { account, live } = await context.screen.progress('Reading campaigns', async (say) => {
    const account = await readAccount(context.service);
    const ids = asked.length > 0 ? [...new Set(asked)] : account.campaigns.map(({ id }) => id);
    return {
      account,
      live: await readLive(context.service, account, ids, (progress) => say('Reading campaigns', progress)),
    };
  });
  const names = there.map(({ name }) => name);
  const items = await writePulled(context, { folder, names, opened, account, live });
  context.screen.note(summaryOf(items));
  return { items };
}

function summaryOf(items: readonly Pulled[]): string {
  if (items.length === 0) return 'There are no campaigns.';
  const counts = { new: 0, changed: 0, same: 0 };
  for (const { written } of items) counts[written] += 1;
  const words: string[] = [];
  for (const [kind, count] of Object.entries(counts)) if (count > 0) words.push(`${count} ${kind}`);
  return `${counted(items.length, 'campaign')}: ${words.join(', ')}.`;
}
