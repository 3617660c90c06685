import { join } from 'node:path';
import { type Context, command } from '../../../cli/declare/command.ts';
import { arg, opt } from '../../../cli/declare/params.ts';
import { record } from '../../../cli/declare/view.ts';
import { newFolder } from '../../../cli/files/folders.ts';
import * as s from '../../../contract/schema/schema.ts';
import type { ExportedMail } from '../../../sandbox/outbox/export-mail.ts';
import { narrowedOutbox, narrowing } from './columns.ts';

export const exportOutbox = command({
  name: 'export',
  summary: 'Export the emails to files that mail programs open',
  about:
    'Writes one .eml file per email to a folder, or all emails to one .mbox or .ndjson file. The folder must be new or empty, and the file new. Only you can read them.',
  uses: [],
  tool: 'read',
  answer: s.object({ path: s.string(), format: s.oneOf(['ndjson', 'eml', 'mbox']), emails: s.integer() }),
  local: true,
  fails: ['not-found'],
  args: {
    path: arg.file('a folder, or a file ending in .mbox or .ndjson', 'written', 'path'),
    format: opt.choice('format, if the name does not show it', ['eml', 'mbox', 'ndjson']),
    ...narrowing,
  },
  examples: [
    'outreach sandbox outbox export mails',
    'outreach sandbox outbox export rehearsal.mbox --campaign 1',
    'outreach sandbox outbox export unfilled --format eml --missing',
  ],
  async run(context, { path, format, ...values }) {
    const [{ state, filter }, { exportMail, formatFor }] = await Promise.all([
      narrowedOutbox(context, values),
      import('../../../sandbox/outbox/export-mail.ts'),
    ]);
    const chosen = format ?? formatFor(path);
    const emails = await context.screen.progress('Writing emails', async (say) => {
      let count = 0;
      const files = counted(exportMail(state, chosen, filter), (more) => {
        count += more;
        if (context.files.world.stderr.isTTY) say(`Writing emails: ${count}`);
      });
      if (chosen === 'eml') await intoFolder(context, path, files);
      else await context.files.writeFile(path, joined(files), { fresh: true, secret: true });
      return count;
    });
    return { path, format: chosen, emails };
  },
  view: ({ path, format, emails }) =>
    record(['Written to', path], ['Format', format], ['Emails', emails, 'number']),
});

type Mails = AsyncIterable<readonly ExportedMail[]>;

async function intoFolder({ files }: Context, folder: string, mails: Mails): Promise<void> {
  await newFolder(files.world, folder);
  for await (const some of mails) {
    files.world.signal.throwIfAborted();
    for (const { name, text } of some)
      await files.writeFile(join(folder, name), text, { fresh: true, secret: true });
  }
}

async function* joined(mails: Mails): AsyncGenerator<string> {
  for await (const some of mails) yield some.map(({ text }) => text).join('');
}

async function* counted(
  mails: Mails,
  count: (more: number) => void,
): AsyncGenerator<readonly ExportedMail[]> {
  for await (const some of mails) {
    yield some;
    count(some.length);
  }
}
