import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { table } from '../../cli/declare/view.ts';
import { entry, entryFields } from './entry.ts';

const usual = 50;

export const list = command({
  name: 'list',
  summary: 'List the calls whose repeat could hurt, newest first',
  about: `Everything from here that spends, buys, sends or creates is written down before it leaves, and every guard of a profile that a person has lowered. What is open or unknown waits for you: outreach journal settle <id>.`,
  uses: [],
  answer: entryFields,
  local: true,
  args: {
    open: opt.flag('only what waits for somebody'),
    limit: opt.int(`how many at most; ${usual} unless said`, { min: 1, hint: 'n' }),
    all: opt.flag('every one'),
  },
  examples: ['outreach journal list', 'outreach journal list --open --json'],
  async run({ world, note }, { open, limit = usual, all }) {
    const book = await world.journal.open();
    const { items, total } = await book.list({ open, ...(!all && { limit }) });
    if (items.length < total) note(`${items.length} of ${total}; --all for every one`);
    return { items: items.map(entry), total };
  },
  view: ({ items }) =>
    table(
      items,
      [
        ['ID', ({ id }) => id, 'id'],
        ['STATE', ({ state, toldAt }) => (state === 'done' && toldAt === null ? 'done, not told' : state)],
        ['WHAT', ({ summary }) => summary],
        ['EFFECT', ({ effect }) => effect],
        ['PROFILE', ({ profile }) => profile],
        ['BEGAN', ({ startedAt }) => startedAt, 'time'],
        ['REMARK', ({ remark }) => remark],
      ],
      'Nothing was bought, spent, sent or created from here yet.',
    ),
});
