import { command } from '../../cli/declare/command.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { addresses } from './draft.ts';

export const list = command({
  name: 'list',
  summary: 'List reply drafts, newest first',
  uses: [drafts.list],
  examples: ['outreach drafts list', 'outreach drafts list --json --fields id,to,subject'],
  run: ({ list }) => list(drafts.list),
  next: ({ items: [first] }) => [lineOf`drafts show ${first?.id}`],
  columns: [
    ['ID', (draft) => draft.id, 'id'],
    ['To', (draft) => addresses(draft.to)],
    ['Cc', (draft) => addresses(draft.cc)],
    ['Subject', (draft) => draft.subject],
    ['Lead', (draft) => draft.leadId, 'id'],
    ['Created', (draft) => draft.createdAt, 'time'],
  ],
});
