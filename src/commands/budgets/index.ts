import { Failure } from '../../base/errors.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { noteMoved, refuseMoved } from '../../cli/connect/moved-journal.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { text } from '../../cli/declare/view.ts';
import { budgetParts, isSigned, storedProtection } from '../../cli/profile/protection.ts';
import * as s from '../../contract/schema/schema.ts';
import { add } from './add.ts';
import { entryFields, entryOf } from './entry.ts';

const list = command({
  name: 'list',
  summary: 'List the budgets, and how much of each is used',
  about:
    'A budget that was added before `approvals protect`, or changed after it, has no valid signature and cannot be used. Add it again.',
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: s.array(entryFields),
  local: true,
  args: { all: opt.flag('also list budgets that are expired or revoked') },
  examples: ['outreach budgets list', 'outreach budgets list --all --json'],
  async run({ files, screen }, { all }) {
    await noteMoved({ files, screen });
    const journal = await files.world.journal.open();
    const now = await journal.now(files.world.clock.now());
    const { inJournal } = await storedProtection(files.world);
    const every = (await journal.budgets.list()).map((budget) =>
      entryOf(budget, now, isSigned(inJournal, budgetParts(budget), budget.signature)),
    );
    const items = every.filter(({ state }) => all || state === 'active' || state === 'unsigned');
    return onePage(items, screen.globals);
  },
  table: [
    ['ID', 'id', 'id'],
    ['STATE', 'state', 'state', 0],
    ['PROFILE', 'profile', 'text', 3],
    ['COMMANDS', ({ commands }) => commands.join(', '), 'prose', 0],
    ['CREDITS', 'credits', 'number', 0],
    ['USED', ({ credits, creditsUsed }) => (credits === null ? undefined : creditsUsed), 'number', 0],
    ['DOLLARS', 'usd', 'money', 0],
    ['PAID', ({ usd, usdUsed }) => (usd === null ? undefined : usdUsed), 'money', 0],
    ['UNTIL', 'until', 'wall-time', 1],
  ],
  empty: 'No budget is active.',
});

const revoke = command({
  name: 'revoke',
  summary: 'End a budget, so that its commands need approval again',
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

export const group: Verbs = { commands: [list, add, revoke] };
