import { changes } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { autoRecord } from '../../cli/output/formats/auto-view.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { blockKey } from '../../contract/checks/block-value.ts';

export const update = command({
  name: 'update',
  summary: 'Change the value of an entry, or move it to the other list',
  about: 'Moving to or from the global list needs a key of the main workspace.',
  uses: [blocklist.update],
  tool: 'work',
  args: {
    id: arg.id('id of the entry', { asked: 'entry' }),
    value: opt.text('domain or email address'),
    scope: opt.choice('move it to this list', blocklistScopes),
  },
  examples: [
    'outreach blocklist update 1 --value acme.example',
    'outreach blocklist update 1 --scope global',
  ],
  async run({ service, screen }, { id, value, scope }) {
    const body = changes({ value: value && blockKey(value), scope }, '--value acme.com');
    const answer = await service.api(blocklist.update, { params: { id }, body });
    screen.note(answer.message ?? 'Saved.');
    return answer.entry ?? { id, ...body };
  },
  view: (entry) => autoRecord(entry, undefined),
});
