import { Failure } from '../../../base/errors.ts';
import { command } from '../../../cli/declare/command.ts';
import { Listing } from '../../../cli/declare/listing.ts';
import { arg } from '../../../cli/declare/params.ts';
import { narrowing, outboxColumns, outboxFields, paging } from './columns.ts';
import { narrowedOutbox } from './filter.ts';

export const search = command({
  name: 'search',
  summary: 'Find emails by a text in subject, body or recipient',
  about: 'Upper and lower case are the same.',
  uses: [],
  answer: outboxFields,
  local: true,
  fails: ['not-found'],
  args: { text: arg.text('what to look for'), ...narrowing, ...paging },
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
