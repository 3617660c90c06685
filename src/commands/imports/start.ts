import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { imports } from '../../contract/areas/imports.ts';
import { keyOptions, otherKey } from './other-key.ts';

export const start = command({
  name: 'start',
  summary: 'Import campaigns and leads from Instantly',
  about: `Every campaign arrives as a draft and sends nothing. The import continues after the command returns, and the service does not say when it is finished: outreach campaigns list shows what has arrived. Starting it again imports everything again.

Asks for the Instantly key without showing it, or reads it from a file; it is never taken from the command line, shown or saved. The sandbox accepts any key except wrong-key, malformed-key and unavailable-key, which rehearse refusals.`,
  uses: [imports.instantly],
  tool: { never: 'takes a secret' },
  args: keyOptions,
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach imports instantly start',
    'outreach imports instantly start --key-file instantly-key.txt --json',
  ],
  async run(context, values) {
    const apiKey = await otherKey(context, values);
    const started = await context.service.api(imports.instantly, { body: { apiKey } });
    context.screen.note('Campaigns arrive as drafts; see: outreach campaigns list');
    return started;
  },
  view: ({ jobId, status, message }) =>
    record(['Import', jobId], ['Status', status], ['Message', message ?? undefined, 'state']),
});
