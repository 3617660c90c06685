import { command } from '../../cli/declare/command.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { replies } from '../../contract/areas/replies.ts';

export const list = command({
  name: 'list',
  summary: 'List replies of prospects, newest first',
  uses: [replies.list],
  examples: [
    'outreach replies list',
    'outreach replies list --all --ndjson --fields id,leadId,responseCategory',
  ],
  run: ({ list }) => list(replies.list),
  next: ({ items: [first] }) => [lineOf`replies show ${first?.id}`, ['drafted answers', lineOf`drafts list`]],
  columns: [
    ['ID', (reply) => reply.id, 'id'],
    ['From', (reply) => reply.fromAddress],
    ['Subject', (reply) => reply.subject],
    ['Category', (reply) => reply.responseCategory ?? 'pending'],
    ['Lead', (reply) => reply.leadId, 'id'],
    ['Campaign', (reply) => reply.campaignId, 'id'],
    ['Received', (reply) => reply.receivedAt, 'time'],
  ],
});
