import { command } from '../../cli/declare/command.ts';
import { placement } from '../../contract/areas/placement.ts';

export const runs = command({
  name: 'runs',
  summary: 'List inbox placement runs, newest first',
  about: 'The service shows at most the newest 200. With --json each run has its results per mailbox.',
  uses: [placement.runs],
  tool: 'read',
  examples: ['outreach placement runs', 'outreach placement runs --limit 5 --json'],
  run: ({ service }) => service.list(placement.runs),
  columns: [
    ['ID', (run) => run.id, 'id'],
    ['Test', (run) => run.testName || run.testId],
    ['Status', (run) => run.status, 'state'],
    ['Inbox %', (run) => run.inboxRate, 'number'],
    ['Inbox', (run) => run.inbox, 'number'],
    ['Spam', (run) => run.spam, 'number'],
    ['Missing', (run) => run.missing, 'number'],
    ['Started', (run) => run.startedAt, 'time'],
    ['Finished', (run) => run.finishedAt, 'time'],
  ],
});
