import { Failure } from '../../../base/errors.ts';
import { command } from '../../../cli/declare/command.ts';
import { Listing } from '../../../cli/declare/listing.ts';
import { arg } from '../../../cli/declare/params.ts';
import { narrowing, outboxColumns, outboxFields, paging } from './columns.ts';
import { narrowedOutbox } from './filter.ts';

export const search = command({
  name: 'search',
  summary: 'Find emails by text in the subject, body or recipient',
  about: 'Upper and lower case do not matter.',
  uses: [],
  tool: 'read',
  answer: outboxFields,
  local: true,
  fails: ['not-found'],
  args: { text: arg.text('text to search for'), ...narrowing, ...paging },
  examples: [
    'outreach sandbox outbox search "{firstName}"',
    'outreach sandbox outbox search unsubscribe --campaign 1 --all',
  ],
  async run(context, { text, ...values }) {
    if (text.trim() === '') throw new Failure('invalid_value', '<text> must not be empty');
    const [{ state, filter }, { searchPages }] = await Promise.all([
      narrowedOutbox(context, values),
      import('../../../sandbox/outbox/outbox-pages.ts'),
    ]);
    return new Listing(searchPages(state.db, filter, text, values));
  },
  columns: outboxColumns,
});
