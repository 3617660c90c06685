import { command } from '../../../cli/declare/command.ts';
import { Listing } from '../../../cli/declare/listing.ts';
import { narrowing, outboxColumns, outboxFields, paging } from './columns.ts';
import { narrowedOutbox } from './filter.ts';

export const list = command({
  name: 'list',
  summary: 'List the emails that would have been sent, newest first',
  about:
    'Lists campaign emails and sent replies of all workspaces of the sandbox. The last column shows merge tags without a value. `outreach sandbox outbox` does the same.',
  uses: [],
  tool: 'read',
  answer: outboxFields,
  local: true,
  fails: ['not-found'],
  args: { ...narrowing, ...paging },
  examples: [
    'outreach sandbox outbox list',
    'outreach sandbox outbox list --missing',
    'outreach sandbox outbox list --campaign 1 --all --ndjson --fields id,to,subject',
  ],
  async run(context, values) {
    const [{ state, filter }, { outboxPages }] = await Promise.all([
      narrowedOutbox(context, values),
      import('../../../sandbox/outbox/outbox-pages.ts'),
    ]);
    return new Listing(outboxPages(state.db, filter, values));
  },
  columns: outboxColumns,
});
