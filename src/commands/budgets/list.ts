import { onePage } from '../../cli/answer/one-page.ts';
import { listed } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { budgetParts, isSigned, storedProtection } from '../../cli/profile/protection.ts';
import { entryFields, entryOf } from './entry.ts';

export const list = command({
  name: 'list',
  summary: 'List the budgets of this machine, and what is used of them',
  about:
    'A budget that was added before `approvals protect`, or changed since, is unsigned: it pays for nothing. Add it again.',
  uses: [],
  tool: 'read',
  answer: listed(entryFields),
  local: true,
  args: { all: opt.flag('also those that are over or revoked') },
  examples: ['outreach budgets list', 'outreach budgets list --all --json'],
  async run({ world }, { all }) {
    const now = world.clock.now();
    const { budgets } = await world.journal.open();
    const { inJournal } = await storedProtection(world);
    const every = (await budgets.list()).map((budget) =>
      entryOf(budget, now, isSigned(inJournal, budgetParts(budget), budget.signature)),
    );
    const items = every.filter(({ state }) => all || state === 'active' || state === 'unsigned');
    return onePage(items);
  },
  view: ({ items }) =>
    table(
      items,
      [
        ['ID', ({ id }) => id, 'id'],
        ['STATE', ({ state }) => state, 'state', 0],
        ['PROFILE', ({ profile }) => profile, 'text', 3],
        ['COMMANDS', ({ commands }) => commands.join(', '), 'prose', 0],
        ['CREDITS', ({ credits }) => credits, 'number', 1],
        ['USED', ({ creditsUsed }) => creditsUsed, 'number', 1],
        ['DOLLARS', ({ usd }) => usd, 'money', 1],
        ['USED', ({ usdUsed }) => usdUsed, 'money', 1],
        ['UNTIL', ({ until }) => until, 'wall-time', 0],
      ],
      'No budget is active.',
    ),
});
