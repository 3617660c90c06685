import { firstOf, grouped } from '../../base/counted.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record } from '../../cli/declare/view.ts';
import { blocklist, blocklistScopes } from '../../contract/areas/blocklist.ts';
import { inBatches, soundValues } from './in-batches.ts';

export const add = command({
  name: 'add',
  summary: 'Block domains and addresses',
  about:
    'Values that are blocked already are skipped. The global list covers every workspace; it needs a key of the main workspace. Emails already scheduled may still go out. To stop them for one lead: `leads delete`.',
  uses: [blocklist.add],
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
  async run(context, { values, scope }) {
    const sums = await inBatches(
      context.screen,
      'Blocking',
      soundValues(values),
      ['created', 'skipped'],
      (batch) => context.service.api(blocklist.add, { body: { values: batch, ...omitUndefined({ scope }) } }),
    );
    if (sums.created > 0)
      context.screen.note(
        `Emails already scheduled may still go out. To stop them for one lead: ${pattern('leads delete', { leads: '<lead>' })}`,
      );
    return { ...sums, scope: scope ?? 'workspace' };
  },
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
