import { command } from '../../cli/declare/command.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { entryColumns } from './entry-view.ts';

export const list = command({
  name: 'list',
  summary: 'List blocked domains and addresses, newest first',
  about: 'In a child workspace the global entries of the main workspace are among them.',
  uses: [blocklist.list],
  examples: ['outreach blocklist list', 'outreach blocklist list --all --ndjson'],
  run: ({ list }) => list(blocklist.list),
  columns: entryColumns,
});
