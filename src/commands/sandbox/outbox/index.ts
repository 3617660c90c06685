import { Failure } from '../../../base/errors.ts';
import { pattern } from '../../../cli/advice/line-of.ts';
import { type Context, command, type Group } from '../../../cli/declare/command.ts';
import { Listing } from '../../../cli/declare/listing.ts';
import { arg } from '../../../cli/declare/params.ts';
import { type pageOf, pagingOf } from '../open-sandbox.ts';
import { narrowedOutbox, narrowing, outboxColumns, outboxFields } from './columns.ts';
import { exportOutbox } from './export.ts';
import { show } from './show.ts';

const paging = pagingOf('emails', 10_000, 20);

const listed = {
  uses: [],
  tool: 'read',
  answer: outboxFields,
  local: true,
  fails: ['not-found'],
  columns: outboxColumns,
  empty: `No emails. They come when campaigns run: ${pattern('sandbox clock advance', { duration: '1d' })}`,
} as const;

type Wanted = Parameters<typeof narrowedOutbox>[1] &
  Parameters<typeof pageOf>[0] & { readonly text?: string };

async function listing(context: Context, { text, page, limit, all, ...narrowing }: Wanted) {
  const [{ state, filter }, { outboxPages }] = await Promise.all([
    narrowedOutbox(context, narrowing),
    import('../../../sandbox/outbox/outbox-pages.ts'),
  ]);
  return new Listing(outboxPages(state.db, filter, { page, limit, all }, text));
}

const list = command({
  ...listed,
  name: 'list',
  summary: 'List the emails that would have been sent, newest first',
  about:
    'Lists campaign emails and sent replies of all workspaces of the sandbox. The last column shows merge tags without a value. `outreach sandbox outbox` does the same.',
  args: { ...narrowing, ...paging },
  examples: [
    'outreach sandbox outbox list',
    'outreach sandbox outbox list --missing',
    'outreach sandbox outbox list --campaign 1 --all --ndjson --fields id,to,subject',
  ],
  run: listing,
});

const search = command({
  ...listed,
  name: 'search',
  summary: 'Find emails by text in the subject, body or recipient',
  about: 'Upper and lower case do not matter.',
  args: { text: arg.text('text to search for'), ...narrowing, ...paging },
  examples: [
    'outreach sandbox outbox search "{firstName}"',
    'outreach sandbox outbox search unsubscribe --campaign 1 --all',
  ],
  async run(context, { text, ...values }) {
    if (text.trim() === '') throw new Failure('invalid_value', '<text> must not be empty');
    return listing(context, { ...values, text });
  },
});

export const outbox: Group = {
  name: 'outbox',
  summary: 'Emails as they would have been sent',
  commands: [list, show, search, exportOutbox],
  usual: list,
};
