import { command } from '../../cli/declare/command.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { addresses } from './draft.ts';

export const list = command({
  name: 'list',
  summary: 'List reply drafts, newest first',
  uses: [drafts.list],
  examples: ['outreach drafts list', 'outreach drafts list --json --fields id,to,subject'],
  run: ({ list }) => list(drafts.list),
  columns: [
    ['ID', (draft) => draft.id, 'id'],
    ['To', (draft) => addresses(draft.to)],
    ['Cc', (draft) => addresses(draft.cc)],
    ['Subject', (draft) => draft.subject],
    ['Lead', (draft) => draft.leadId, 'id'],
    ['Created', (draft) => draft.createdAt, 'time'],
  ],
});
