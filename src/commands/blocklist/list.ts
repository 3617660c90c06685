import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { entryColumns, valueIn } from './entry-view.ts';

export const list = command({
  name: 'list',
  summary: 'List blocked domains and addresses, newest first',
  about: 'In a child workspace the list includes the global entries of the main workspace.',
  uses: [blocklist.list],
  tool: 'read',
  args: {
    scope: opt.choice('only entries of this list', blocklistScopes),
    value: opt.text('only entries that contain this text'),
  },
  examples: [
    'outreach blocklist list',
    'outreach blocklist list --value acme',
    'outreach blocklist list --all --ndjson',
  ],
  run: ({ service }) => service.list(blocklist.list),
  filters: { scope: { oneOf: ({ scope }) => scope }, value: { containing: valueIn } },
  columns: entryColumns,
});
