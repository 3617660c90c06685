import { resolve } from 'node:path';
import { command } from '../../../cli/command.ts';
import { record } from '../../../cli/output/view.ts';
import { arg, opt } from '../../../cli/params.ts';
import { narrowing } from './columns.ts';
import { narrowedOutbox } from './filter.ts';

export const exportOutbox = command({
  name: 'export',
  summary: 'Write the emails into files that mail programs open',
  about: `Into a folder, one .eml file for each; or into one file that ends in .mbox or .ndjson. The folder must be new or empty, the file new, and both are for their owner alone.`,
  uses: [],
  local: true,
  fails: ['not-found'],
  args: {
    path: arg.text('a folder, or a file ending in .mbox or .ndjson', { hint: 'path' }),
    format: opt.choice('instead of what the name says', ['eml', 'mbox', 'ndjson']),
    ...narrowing,
  },
  examples: [
    'outreach sandbox outbox export mails',
    'outreach sandbox outbox export rehearsal.mbox --campaign 1',
    'outreach sandbox outbox export mails --format eml --missing',
  ],
  async run(context, { path, format, ...values }) {
    const { world } = context;
    const [{ state, filter }, { exportMail, formatFor }] = await Promise.all([
      narrowedOutbox(context, values),
      import('../../../sandbox/outbox/export-mail.ts'),
    ]);
    const chosen = format ?? formatFor(path);
    const emails = await context.progress('Writing emails', (say) =>
      exportMail(state, {
        path: resolve(world.cwd, path),
        format: chosen,
        filter,
        signal: world.signal,
        onProgress: (count) => {
          if (world.stderr.isTTY) say(`Writing emails: ${count}`);
        },
      }),
    );
    return { path, format: chosen, emails };
  },
  view: ({ path, format, emails }) => record(['Written to', path], ['Format', format], ['Emails', emails]),
});
