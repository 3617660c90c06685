import { Failure } from '../../../base/errors.ts';
import { onePage } from '../../../cli/answer/one-page.ts';
import { command, type Group } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { text } from '../../../cli/declare/view.ts';
import * as s from '../../../contract/schema/schema.ts';
import { openSandbox } from '../open-sandbox.ts';
import { add } from './add.ts';
import { faultFields, faultsView } from './fault-view.ts';

const list = command({
  name: 'list',
  summary: 'List the sandbox faults, and how often each was applied',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(faultFields),
  local: true,
  examples: ['outreach sandbox fault list', 'outreach sandbox fault list --json'],
  async run(context) {
    const [{ sandbox }, { listFaults }] = await Promise.all([
      openSandbox(context),
      import('../../../sandbox/faults/rules.ts'),
    ]);
    return onePage(listFaults(sandbox.state), context.screen.globals);
  },
  view: faultsView,
});

const clear = command({
  name: 'clear',
  summary: 'Remove one fault, or all',
  about: 'A request delayed by a late: fault still takes effect, even if the client gave up on it.',
  uses: [],
  tool: 'work',
  answer: s.object({ cleared: s.integer() }),
  local: true,
  fails: ['not-found'],
  args: { id: arg.optionalText('id of one fault', { hint: 'id' }) },
  examples: ['outreach sandbox fault clear 2', 'outreach sandbox fault clear'],
  async run(context, { id }) {
    if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id))
      throw new Failure('invalid_value', `'${id}' is not the id of a fault`, {
        hint: 'They are listed by: outreach sandbox fault list',
      });
    const [{ sandbox }, { clearFaults }] = await Promise.all([
      openSandbox(context),
      import('../../../sandbox/faults/rules.ts'),
    ]);
    const cleared = clearFaults(sandbox.state, id === undefined ? undefined : Number(id));
    if (id !== undefined && cleared === 0)
      throw new Failure('no_such_fault', `There is no fault ${id}`, {
        hint: 'See: outreach sandbox fault list',
      });
    return { cleared };
  },
  view: ({ cleared }) => text(cleared === 0 ? 'No faults to clear.' : `Cleared ${cleared}.`),
});

export const fault: Group = {
  name: 'fault',
  summary: 'Faults to rehearse: requests that fail on purpose',
  commands: [add, list, clear],
};
