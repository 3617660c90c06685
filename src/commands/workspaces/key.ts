import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command, type Group } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { keyScopes, workspaces } from '../../contract/areas/workspaces.ts';
import { recordWithKey } from '../../contract/keys.ts';

const create = command({
  name: 'create',
  summary: 'Create a key for a child workspace and show it once',
  about: `Needs a key of the main workspace. The new key is printed once, on standard output, and not saved on this machine unless you pass it to \`outreach login\`.

A read-only key can read, and search without spending; a read-and-write key can also buy, spend and send.`,
  uses: [workspaces.createKey],
  tool: { never: 'shows a secret' },
  args: {
    workspace: arg.id('id of the child workspace', { asked: 'workspace' }),
    scope: opt.choice('what it may do (default read)', keyScopes),
    name: opt.text('your name for it'),
  },
  examples: [
    'outreach workspaces key create 2',
    'outreach workspaces key create 2 --scope read_write --json --fields key',
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
        ['Scope', made.scope],
        ['Key', made.key, 'secret'],
      ),
      text(`It is not shown again. To use it on this machine: ${pattern('login', { profile: '<name>' })}`),
    ),
});

function textIn(record: object, name: string): string | undefined {
  const value = (record as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : undefined;
}

export const key: Group = { name: 'key', summary: 'Keys of child workspaces', commands: [create] };
