import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { imports } from '../../contract/areas/imports.ts';
import { keyOptions, otherKey } from './other-key.ts';

export const start = command({
  name: 'start',
  summary: 'Import campaigns and leads from Instantly',
  about: `Every campaign arrives as a draft and sends nothing by itself. The import goes on after the answer, and the service does not tell when it is over: outreach campaigns list shows what has arrived. Starting it again brings everything again.

The key of Instantly is asked for without showing it, or read from a file; it is never taken from the command line, never shown and never kept. In the sandbox any key will do but wrong-key, malformed-key and unavailable-key, which rehearse the refusals.`,
  uses: [imports.instantly],
  args: keyOptions,
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach imports instantly start',
    'outreach imports instantly start --key-file instantly-key.txt --json',
  ],
  async run(context, values) {
    const apiKey = await otherKey(context, values);
    const started = await context.api(imports.instantly, { body: { apiKey } });
    context.note('Campaigns arrive as drafts; see: outreach campaigns list');
    return started;
  },
  view: ({ jobId, status, message }) =>
    record(['Import', jobId], ['Status', status], ['Message', message ?? undefined, 'state']),
});
