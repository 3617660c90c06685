import { firstOf, grouped } from '../../base/counted.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { leads } from '../../contract/areas/leads.ts';
import { blockAll } from './block-all.ts';
import { soundValues } from './in-batches.ts';

export const add = command({
  name: 'add',
  about:
    'Values that are already blocked are skipped. The global list applies to every workspace, and needs a key for the main workspace. Emails that are already scheduled may still go out, unless the leads are deleted.\n\n`*@acme.com` is the whole domain. A domain with other letters than a to z is blocked in both of its forms.',
  uses: [blocklist.add, leads.list],
  stops: true,
  tool: 'work',
  fails: ['partial'],
  args: {
    values: arg.many('domains and email addresses', { hint: 'value' }),
    scope: opt.choice('which list (default workspace)', blocklistScopes),
  },
  examples: [
    'outreach blocklist add acme.com ana@lumen.example',
    'outreach blocklist add competitor.com --scope global',
  ],
  run: (context, { values, scope }) => blockAll(context, soundValues(values), scope),
  view: (added, { values }) =>
    record(
      ['Blocked', added.created, 'number'],
      ['Skipped', added.skipped ? `${grouped(added.skipped)}, already blocked` : undefined],
      [added.skipped ? 'Of these' : 'Values', firstOf(values, most)],
      ['Scope', added.scope],
    ),
});

/** The service counts what it blocked and does not name it. */
const most = 20;
