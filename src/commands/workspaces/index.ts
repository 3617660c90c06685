import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { command, type Group, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { autoRecord } from '../../cli/output/formats/auto-view.ts';
import { keyScopes, workspaces } from '../../contract/areas/workspaces.ts';
import { recordWithKey } from '../../contract/keys.ts';

const list = command({
  name: 'list',
  summary: 'List workspaces',
  about: 'With a key for the main workspace, you see every workspace of the account.',
  uses: [workspaces.list],
  tool: 'read',
  onePiece: true,
  examples: ['outreach workspaces list', 'outreach workspaces list --json'],
  run: async ({ service, screen }) =>
    onePage((await service.api(workspaces.list)).workspaces, screen.globals),
  table: [
    ['ID', 'id', 'id'],
    ['Name', 'name'],
    ['Main', 'isMain'],
    ['Plan', 'plan'],
  ],
  empty: 'No workspaces yet.',
});

const create = command({
  name: 'create',
  about:
    'You need a key for the main workspace. Each run creates a new workspace. The service does not document the fields of this request, so only the name is sent. To send other fields, use `outreach api POST /workspaces`.',
  uses: [workspaces.create],
  tool: 'work',
  args: { name: arg.text('name of the workspace', { asked: 'name' }) },
  examples: ['outreach workspaces create "Agency client"'],
  async run({ service, screen }, { name }) {
    const answer = await service.api(workspaces.create, { body: { name } });
    screen.note(answer.message ?? 'Created.');
    return answer.workspace ?? answer;
  },
  next: ({ id }) => [typeof id === 'number' ? advise('workspaces key create', { workspace: id }) : undefined],
  view: (made) => autoRecord(made, undefined),
});

const createKey = command({
  name: 'create',
  summary: 'Create a key for a child workspace and show it once',
  about: `You need a key for the main workspace. The new key is printed once, on standard output. The key is not saved; to save it, use \`outreach login\`.

A read-only key can read and search without spending; a read-and-write key can also buy, spend and send.`,
  uses: [workspaces.createKey],
  tool: { never: 'shows a secret' },
  args: {
    workspace: arg.id('id of the child workspace', { asked: 'workspace' }),
    scope: opt.choice('what the key may do (default read)', keyScopes),
    name: opt.text('your name for it'),
  },
  examples: [
    'outreach workspaces key create 2',
    'outreach workspaces key create 2 --scope read-write --json --fields key',
  ],
  async run({ service, screen }, { workspace, scope = 'read', name }) {
    // As it came: the key may be where the contract has no field.
    const { body } = await service.api.raw(workspaces.createKey, {
      params: { id: workspace },
      body: { scope, ...omitUndefined({ name }) },
    });
    const made = recordWithKey(body);
    if (made === undefined) throw new Error('an answer without a key was accepted as one');
    screen.note(textIn(Object(body), 'message') ?? 'Created.');
    return {
      workspaceId: workspace,
      scope: textIn(made.beside, 'scope') ?? scope,
      name: name ?? null,
      key: made.key,
    };
  },
  view: (made) =>
    stack(
      record(
        ['Workspace', made.workspaceId, 'id'],
        ['Name', made.name ?? undefined],
        ['Scope', made.scope, 'choice'],
        ['Key', made.key, 'secret'],
      ),
      text(`It is not shown again. To use it here: ${pattern('login', { profile: '<name>' })}`),
    ),
});

function textIn(record: object, name: string): string | undefined {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}

const key: Group = { name: 'key', summary: 'Keys of child workspaces', commands: [createKey] };

export const group: Verbs = { commands: [list, create], groups: [key] };
