import { counted } from '../../base/counted.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { sandboxPlace } from '../../cli/connect/sandbox-place.ts';
import { type Context, command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { ifReadable } from '../../cli/find/names.ts';
import * as s from '../../contract/schema/schema.ts';
import { openSandbox } from './open-sandbox.ts';

const folderOf = ({ files }: Context): string => sandboxPlace(files.world).snapshots;
const summary = 'snapshot name: letters, digits, dots, dashes, underscores';
const named = { name: arg.text(summary, { hint: 'name' }) };
const saved = { name: arg.text(summary, { hint: 'name', asked: 'snapshot' }) };

const snapshotFields = s.object({
  name: s.string(),
  savedAt: s.timestamp(),
  bytes: s.integer(),
  now: s.string(),
  seed: s.string(),
  leads: s.integer(),
  campaigns: s.integer(),
  loadable: s.boolean(),
});

const save = command({
  name: 'save',
  summary: 'Save the whole sandbox under a name',
  uses: [],
  tool: 'work',
  answer: snapshotFields,
  local: true,
  fails: ['conflict'],
  args: { ...named, replace: opt.flag('replace the snapshot with this name') },
  examples: [
    'outreach sandbox snapshot save before-launch',
    'outreach sandbox snapshot save monday --replace',
  ],
  async run(context, { name, replace }) {
    const [{ sandbox }, { saveSnapshot }] = await Promise.all([
      openSandbox(context),
      import('../../sandbox/tools/snapshots.ts'),
    ]);
    return saveSnapshot(sandbox.state, folderOf(context), name, replace);
  },
  next: ({ name }) => [['come back to it', advise('sandbox snapshot load', { name })]],
  view: (saved) =>
    record(
      ['Saved', saved.name, 'wall-time'],
      ['Sandbox time', saved.now],
      ['Leads', saved.leads, 'number'],
      ['Campaigns', saved.campaigns, 'number'],
      ['Size', size(saved.bytes)],
    ),
});

const load = command({
  name: 'load',
  summary: 'Load a saved sandbox, with the time it had',
  about: `The snapshot replaces the current sandbox; save that first if you need it. The clock goes back to the time of the snapshot. You can load a snapshot while \`sandbox serve\` is running: the switch happens in one step.

Journal entries of the sandbox are deleted, because a snapshot does not include them.`,
  uses: [],
  tool: { never: 'deletes what is in the sandbox' },
  answer: s.object({
    ...s.each(['loaded', 'seed', 'now'], s.string()),
    ...s.each(['leads', 'campaigns', 'emailsSent', 'credits'], s.integer()),
  }),
  local: true,
  fails: ['not-confirmed', 'not-found', 'conflict'],
  args: { ...saved, yes: opt.yes() },
  examples: [
    'outreach sandbox snapshot load before-launch',
    'outreach sandbox snapshot load before-launch --yes',
  ],
  async run(context, { name, yes }) {
    const [db, { loadSnapshot }, { existingSnapshot }] = await Promise.all([
      context.files.world.sandboxDatabase(),
      import('../../sandbox/tools/snapshots.ts'),
      import('../../sandbox/tools/snapshot-files.ts'),
    ]);
    existingSnapshot(folderOf(context), name);
    if (!yes) await context.consent.ask.agree(await questionFor(context, name), 'The sandbox is as it was.');
    loadSnapshot(db, context.files.world.clock, folderOf(context), name);
    await context.service.journal.forgetRehearsed();
    const { sandbox, overview } = await openSandbox(context);
    const { seed, now, leads, campaigns, emailsSent, credits } = overview(sandbox.state);
    return { loaded: name, seed, now, leads, campaigns, emailsSent, credits };
  },
  next: [advise('campaigns list')],
  fields: [
    ['Loaded', 'loaded'],
    ['Sandbox time', 'now'],
    ['Leads', 'leads', 'number'],
    ['Campaigns', 'campaigns', 'number'],
    ['Emails sent', 'emailsSent', 'number'],
    ['Credits', 'credits', 'number'],
  ],
});

/** With what is lost, as far as this version can read it: a snapshot may replace a sandbox that it cannot. */
async function questionFor(context: Context, name: string): Promise<string> {
  const held = await ifReadable(openSandbox(context));
  let lost = 'what is in the sandbox';
  if (held) {
    const { leads, campaigns, emailsSent } = held.overview(held.sandbox.state);
    lost = `the sandbox (${counted(leads, 'lead')}, ${counted(campaigns, 'campaign')}, ${counted(emailsSent, 'sent email')})`;
  }
  return `Replace ${lost} with the snapshot '${name}', and delete its journal entries? Unsaved changes are lost.`;
}

const list = command({
  name: 'list',
  summary: 'List the saved sandboxes',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(snapshotFields),
  local: true,
  examples: ['outreach sandbox snapshot list', 'outreach sandbox snapshot list --json'],
  async run(context) {
    const [db, { listSnapshots }] = await Promise.all([
      context.files.world.sandboxDatabase(),
      import('../../sandbox/tools/snapshots.ts'),
    ]);
    const items = listSnapshots(db, folderOf(context));
    return onePage(items, context.screen.globals);
  },
  table: [
    ['Name', 'name', 'id'],
    ['Sandbox time', ({ now, loadable }) => (loadable ? now : 'cannot be loaded'), 'time'],
    ['Seed', 'seed'],
    ['Leads', 'leads', 'number'],
    ['Campaigns', 'campaigns', 'number'],
    ['Size', ({ bytes }) => size(bytes), 'number'],
    ['Saved', 'savedAt', 'wall-time'],
  ],
  empty: `No snapshots. Save one: ${pattern('sandbox snapshot save')}`,
});

const remove = command({
  name: 'remove',
  summary: 'Delete a saved sandbox',
  uses: [],
  tool: { never: 'deletes what is in the sandbox' },
  answer: s.object({ removed: s.string() }),
  local: true,
  fails: ['not-confirmed', 'not-found'],
  args: { ...saved, yes: opt.yes() },
  examples: ['outreach sandbox snapshot remove monday --yes'],
  async run(context, { name, yes }) {
    const [{ removeSnapshot }, { existingSnapshot }] = await Promise.all([
      import('../../sandbox/tools/snapshots.ts'),
      import('../../sandbox/tools/snapshot-files.ts'),
    ]);
    existingSnapshot(folderOf(context), name);
    const question = `Delete the snapshot '${name}'? This cannot be undone.`;
    if (!yes) await context.consent.ask.agree(question, 'The snapshot is still there.');
    removeSnapshot(folderOf(context), name);
    return { removed: name };
  },
  fields: [['Removed', 'removed']],
});

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const snapshot: Group = {
  name: 'snapshot',
  summary: 'Save the sandbox under a name, and load it again',
  commands: [save, load, list, remove],
};
