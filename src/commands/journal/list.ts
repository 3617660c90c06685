import { grouped, plural } from '../../base/counted.ts';
import { onePage } from '../../cli/answer/one-page.ts';
import { noteMoved } from '../../cli/connect/moved-journal.ts';
import { listOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Column, stack, table, text } from '../../cli/declare/view.ts';
import { type Entry, entriesOf, entryFields, whatOf } from './entry.ts';
import { type Today, todayFields, todayIn, todayLine } from './today.ts';

const usual = 50;

export const list = command({
  name: 'list',
  summary: 'List what was bought, spent, sent and created, newest first',
  about: `Every request that must not happen twice is recorded before it is made. The journal also records when a person loosens a protected setting of a profile. To settle a request whose outcome is open or unknown, run \`outreach journal settle <id>\`.

--all also lists requests that were declined or refused; --json, --ndjson and --csv always list them. Times are real time, even for the sandbox. A price is what the request was charged: a refund that comes later, as of an order that fails, is not subtracted. The sums for today start at midnight UTC. Where the profile has a daily limit, they count what the limit counts: what the whole account has used, and what open requests and imports may still cost. A journal shared by several machines lists the requests of all of them, with host and user.`,
  uses: [],
  tool: 'read',
  onePiece: true,
  answer: listOf(entryFields, { today: todayFields }),
  local: true,
  args: {
    open: opt.flag('only requests whose outcome is open or unknown'),
    limit: opt.int(`maximum number of requests (default ${usual})`, { min: 1, hint: 'n' }),
    all: opt.flag('also list requests that were declined or refused'),
  },
  examples: ['outreach journal list', 'outreach journal list --open --json'],
  async run(context, { open, limit, all }) {
    const { files, screen } = context;
    await noteMoved({ files, screen });
    const book = await files.world.journal.open();
    const attempted = !all && !open && !(screen.globals.json || screen.globals.ndjson || screen.globals.csv);
    const most = limit ?? (all ? undefined : usual);
    const { page = 1 } = screen.globals;
    const upTo = most && Math.min(page * most, Number.MAX_SAFE_INTEGER);
    const found = await book.list({ open, attempted, ...(upTo !== undefined && { limit: upTo }) });
    const { total: every } = attempted ? await book.list({ limit: 0 }) : found;
    const today = open ? undefined : await todayIn(book, context);
    const upToPage = await entriesOf(book, found.items);
    return {
      ...onePage(upToPage, { page, limit: most }),
      total: found.total,
      hasMore: upToPage.length < found.total,
      ...(today && { today }),
      ...(attempted && { hidden: every - found.total }),
    };
  },
  view: (found: Shown, { open }) =>
    stack(
      table(
        found.items,
        [
          ['ID', 'id', 'id'],
          ['STATE', 'state', 'state', 0],
          ['WHAT', deedOf, 'prose', 0],
          ['OBJECT', nameOf, 'prose', 0],
          ['CREDITS', ({ credits }) => credits || undefined, 'number', 0],
          ['PRICE', ({ usd }) => usd || undefined, 'money', 0],
          ['PEOPLE', ({ people }) => people || undefined, 'number', 0],
          ['WHEN', 'startedAt', 'wall-time', 0],
          ['PROFILE', 'profile', 'text', 6],
          ['REMARK', remarkOf, 'prose', 7],
          // Only one that several machines share says by whom.
          ...(found.items.some(({ host }) => host !== null) ? [byColumn] : []),
        ],
        found.hidden
          ? ''
          : open
            ? 'Nothing is open.'
            : 'No requests yet: what you buy, spend, send or create is listed here. `sandbox reset` and `sandbox snapshot load` remove the entries of the sandbox.',
      ),
      text(...footer(found)),
    ),
});

const byColumn: Column<Entry> = ['BY', ({ host, user }) => host && `${user}@${host}`, 'text', 5];

/** A name says enough beside what is done. */
const nameOf = ({ object }: Entry): string | undefined => object?.replace(/^campaign (?=")/, '');

/** The verb and its object; the rest of it says how. */
const deedOf = (entry: Entry): string => whatOf(entry).replace(/ (?:as|with|over|for) .*$/, '');

const atMostRemark = 'amounts: at most';

const remarkOf = ({ id, state, toldAt, remark, atMost }: Entry): string | undefined => {
  // A process ended before it could show the result.
  if (state === 'done' && toldAt === null) return `its result was not shown: outreach journal show ${id}`;
  return (atMost ? [atMostRemark, remark].filter(Boolean).join('; ') : remark) ?? undefined;
};

interface Shown {
  readonly items: readonly Entry[];
  readonly hidden?: number;
  readonly today?: Today;
}

function footer({ items, hidden = 0, today }: Shown): string[] {
  const bounds = items.filter(({ atMost, credits, usd, people }) => atMost && (credits || usd || people));
  return [
    ...(bounds.length === 0 ? [] : [`At most these amounts: ${bounds.map(({ id }) => id).join(', ')}`]),
    ...(hidden > 0
      ? [`${grouped(hidden)} more ${plural(hidden, 'was', 'were')} declined or refused: --all`]
      : []),
    ...(today === undefined ? [] : [todayLine(today)]),
  ];
}
