import { Failure } from '../../base/errors.ts';
import { refuseMoved } from '../../cli/connect/moved-journal.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { entryFields, entryOf } from './entry.ts';

export const revoke = command({
  name: 'revoke',
  summary: 'End a budget: what it allowed needs approval again',
  uses: [],
  tool: { never: 'changes budgets' },
  answer: entryFields,
  local: true,
  fails: ['not-found', 'conflict'],
  args: { id: arg.text('id of the budget') },
  examples: ['outreach budgets revoke W4KX9TQM'],
  async run({ files }, { id: word }) {
    const id = word.toUpperCase();
    const journal = await files.world.journal.open();
    const { budgets } = journal;
    const now = await journal.now(files.world.clock.now());
    const revoked = await budgets.revoke(id, now);
    const after = (await budgets.list()).find((budget) => budget.id === id);
    if (after && !revoked) throw new Failure('already_ended', `The budget ${id} is revoked already`);
    if (after) return entryOf(after, now, true);
    await refuseMoved(files.world);
    throw new Failure('not_found', `There is no budget ${id}`, { hint: 'See: outreach budgets list --all' });
  },
  view: ({ id }) => text(`Revoked the budget ${id}.`),
});
