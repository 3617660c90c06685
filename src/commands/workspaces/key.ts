import { command, type Group } from '../../cli/command.ts';
import { given } from '../../cli/given.ts';
import { record, stack, text } from '../../cli/output/view.ts';
import { arg, opt } from '../../cli/params.ts';
import { keyScopes, workspaces } from '../../contract/areas/workspaces.ts';
import { Failure } from '../../contract/errors.ts';
import { isKey } from '../../contract/keys.ts';

const create = command({
  name: 'create',
  summary: 'Create a key for a child workspace and show it once',
  about: `Needs a key of the main workspace. The new key is printed on standard output, this once: it is kept nowhere on this machine unless you pass it on to \`outreach login\`.

A read-only key may read, and search without spending; a read-and-write key may also buy, spend and send.`,
  uses: [workspaces.createKey],
  args: {
    workspace: arg.id('id of the child workspace'),
    scope: opt.choice('what it may do; read unless given', keyScopes),
    name: opt.text('what you call it'),
  },
  examples: [
    'outreach workspaces key create 2',
    'outreach workspaces key create 2 --scope read_write --json --fields key',
  ],
  async run({ api, note }, { workspace, scope = 'read', name }) {
    const answer = await api(workspaces.createKey, {
      params: { id: workspace },
      body: { scope, ...given({ name }) },
    });
    const key = keyIn(answer);
    if (key === undefined)
      throw new Failure('service', 'The service answered without a key', {
        code: 'no_key_in_answer',
        outcome: 'done',
        hint: 'One may have been made: look in the settings of the workspace in the app.',
      });
    note(answer.message ?? 'Created.');
    return { workspaceId: workspace, scope: answer.apiKey?.scope ?? scope, name: name ?? null, key };
  },
  view: (made) =>
    stack(
      record(
        ['Workspace', made.workspaceId],
        ['Name', made.name ?? undefined],
        ['Scope', made.scope],
        ['Key', made.key],
      ),
      text('It is not shown again. To use it on this machine: outreach login --profile <name>'),
    ),
});

/** The first text in the answer that is a key: the spec does not show under which name it stands. */
function keyIn(answer: unknown): string | undefined {
  if (typeof answer === 'string') return isKey(answer) ? answer : undefined;
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const value of Object.values(answer)) {
    const found = keyIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const key: Group = { name: 'key', summary: 'Keys of child workspaces', commands: [create] };
