import { join } from 'node:path';
import { command } from '../../../cli/declare/command.ts';
import { arg } from '../../../cli/declare/params.ts';
import { newFolder } from '../../../cli/files/folders.ts';
import * as s from '../../../contract/schema/schema.ts';
import { narrowedOutbox, narrowing } from './columns.ts';

export const exportOutbox = command({
  name: 'export',
  summary: 'Export the emails to files that mail programs open',
  about:
    'Writes one .eml file per email to a folder, which must be new or empty. Only you can read the files.',
  uses: [],
  tool: 'read',
  answer: s.object({ path: s.string(), emails: s.integer() }),
  local: true,
  fails: ['not-found'],
  args: { path: arg.folder('a new or empty folder'), ...narrowing },
  examples: [
    'outreach sandbox outbox export mails',
    'outreach sandbox outbox export rehearsal --campaign 1',
    'outreach sandbox outbox export unfilled --missing',
  ],
  async run(context, { path, ...values }) {
    const { files, screen } = context;
    const [{ state, filter }, { inPieces }, { mailOf }, { emlName, emlOf }] = await Promise.all([
      narrowedOutbox(context, values),
      import('../../../sandbox/outbox/outbox-pages.ts'),
      import('../../../sandbox/outbox/outbox-mail.ts'),
      import('../../../domain/mail/eml.ts'),
    ]);
    await newFolder(files.world, path);
    const emails = await screen.progress('Writing emails', async (say) => {
      let count = 0;
      for (const rows of inPieces(state.db, filter)) {
        files.world.signal.throwIfAborted();
        for (const row of rows) {
          const mail = mailOf(state.db, state.seed, row);
          const options = { fresh: true, secret: true } as const;
          await files.writeFile(join(path, emlName(row.id, mail)), emlOf(mail), options);
        }
        count += rows.length;
        if (files.world.stderr.isTTY) say(`Writing emails: ${count}`);
      }
      return count;
    });
    return { path, emails };
  },
  fields: [
    ['Written to', 'path'],
    ['Emails', 'emails', 'number'],
  ],
});
