import { advise } from '../../cli/advice/advise.ts';
import { temporaryHome } from '../../cli/connect/temporary-home.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { type Field, record } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import type { SeedWorld } from '../../sandbox/seed-file/shape.ts';
import { openSandbox } from './open-sandbox.ts';

export const seed = command({
  name: 'seed',
  summary: 'Replace the sandbox with a world described in a file',
  about: `The file is JSON. It can contain mailboxes, leads, campaigns, saved searches, child workspaces, credits, reply rates and the seed. Every part is optional. The whole file is checked before anything is deleted.

\`outreach help sandbox\` describes the format; examples/world.json is an example.`,
  uses: [],
  tool: { never: 'shows a secret' },
  answer: s.object({
    file: s.string(),
    planted: s.boolean(),
    seed: s.string(),
    ...s.each(['senders', 'leads', 'campaigns', 'savedSearches', 'childWorkspaces', 'credits'], s.integer()),
    keys: s.array(
      s.object({ workspace: s.string(), workspaceId: s.id(), scope: s.string(), key: s.string() }),
    ),
  }),
  local: true,
  fails: ['not-confirmed'],
  args: {
    file: arg.file('description of the world, - for stdin', 'document'),
    yes: opt.yes(),
    check: opt.flag('check the file and change nothing'),
  },
  examples: [
    'outreach sandbox seed examples/world.json --yes',
    'outreach sandbox seed examples/world.json --check',
  ],
  async run(context, { file, yes, check }) {
    const content = await context.files.readText(file, 'document');
    const { readSeedFile } = await import('../../sandbox/seed-file/read-seed-file.ts');
    const described = readSeedFile(file === '-' ? 'stdin' : file, content);
    const { workspaces = [] } = described;
    const total = (list: 'senders' | 'leads' | 'campaigns' | 'savedSearches') =>
      [described, ...workspaces].reduce((sum, workspace) => sum + (workspace[list]?.length ?? 0), 0);
    const counts = {
      file,
      planted: !check,
      seed: described.seed ?? null,
      senders: described.senders ? total('senders') : null,
      leads: total('leads'),
      campaigns: total('campaigns'),
      savedSearches: total('savedSearches'),
      childWorkspaces: workspaces.length,
      credits: described.credits ?? null,
    };
    if (check) return { ...counts, keys: [] };
    if (!yes)
      await context.consent.ask.agree(
        `Delete everything in the sandbox, with its journal entries, and start with the world of ${file}? This cannot be undone.`,
        'The sandbox is as it was.',
      );
    await context.screen.progress('Making the world', () => replaceWorld(context, described));
    const { sandbox, overview } = await openSandbox(context);
    const { seed, senders, leads, campaigns, credits, workspaceKeys } = overview(sandbox.state);
    const keys = workspaces.length > 0 ? workspaceKeys : [];
    return { ...counts, seed, senders, leads, campaigns, credits, keys };
  },
  next: ({ file, planted }) => [planted ? advise('campaigns list') : advise('sandbox seed', { file })],
  view: (made) =>
    record(
      [made.planted ? 'Made from' : 'Checked', made.file],
      ['Seed', made.seed ?? undefined],
      ['Mailboxes', made.senders ?? undefined, 'number'],
      ['Leads', made.leads, 'number'],
      ['Campaigns', made.campaigns, 'number'],
      ['Saved searches', made.savedSearches || undefined, 'number'],
      ['Child workspaces', made.childWorkspaces || undefined, 'number'],
      ['Credits', made.credits ?? undefined, 'number'],
      ...made.keys.map(({ workspace, key }): Field => [workspace, key, 'secret']),
    ),
});

/** Made apart and put in its place as a whole: whatever goes wrong, the old world is there. */
async function replaceWorld({ service, files }: Context, described: SeedWorld): Promise<void> {
  const [database, { createSandbox }, { plantSeed }, { loadSnapshot, saveSnapshot }] = await Promise.all([
    files.world.sandboxDatabase(),
    import('../../sandbox/sandbox.ts'),
    import('../../sandbox/seed-file/plant-seed.ts'),
    import('../../sandbox/tools/snapshots.ts'),
  ]);
  const apart = await temporaryHome(files.world);
  try {
    const { seed: drawn } = described;
    const made = await createSandbox({
      database: apart.database,
      clock: files.world.clock,
      ...(drawn !== undefined && { seed: drawn }),
    });
    await plantSeed(made, described);
    saveSnapshot(made.state, apart.folder, 'described');
    loadSnapshot(database, files.world.clock, apart.folder, 'described');
    await service.journal.forgetRehearsed();
  } finally {
    await apart.remove();
  }
}
