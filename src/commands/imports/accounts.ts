import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { allOf, wholeOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { imports } from '../../contract/areas/imports.ts';
import * as s from '../../contract/schema/schema.ts';
import { keyOptions, otherKey } from './other-key.ts';
import { protectedCsv } from './protected-csv.ts';

export const accounts = command({
  name: 'accounts',
  summary: 'List the sender accounts at Instantly, and write a CSV file to connect them',
  about: `Changes nothing. With --csv-file it writes the mailboxes that use SMTP and IMAP to a file, with an empty column for the passwords: fill it in, then run outreach senders connect-csv <file>. Connect Google and Microsoft mailboxes in the app.

Asks for the Instantly key without showing it, or reads it from a file. The sandbox accepts any key except wrong-key, malformed-key and unavailable-key, which rehearse refusals.`,
  uses: [imports.instantlyAccounts],
  tool: { never: 'takes a secret' },
  answer: allOf(wholeOf(imports.instantlyAccounts), s.object({ csvFile: s.string() })),
  args: {
    ...keyOptions,
    csvFile: opt.file('write the file for senders connect-csv here; never overwrites', 'written'),
  },
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach imports instantly accounts --key-file instantly-key.txt',
    'outreach imports instantly accounts --key-stdin --csv-file accounts.csv < instantly-key.txt',
  ],
  async run(context, { csvFile, ...values }) {
    if (csvFile !== undefined) await context.files.checkOutput(csvFile);
    const apiKey = await otherKey(context, values);
    const answer = await context.service.api(imports.instantlyAccounts, { body: { apiKey } });
    if (csvFile === undefined) return { ...answer, csvFile: null };
    const template = answer.imapCsvTemplate;
    if (!template)
      throw new Failure('no_template', 'the service gave no template for the file', {
        result: { ...answer, csvFile: null },
      });
    // It will hold passwords, and those of an earlier one must not be lost.
    await context.files.writeFile(csvFile, protectedCsv(template), { fresh: true, secret: true });
    context.screen.note(
      `Fill in the passwords in ${csvFile}, then run: ${pattern('senders connect-csv', { file: csvFile })}`,
    );
    return { ...answer, csvFile };
  },
  view: ({ accounts, csvFile }) =>
    stack(
      table(accounts, [
        ['Email', (account) => account.email, 'id'],
        ['Name', (account) => [account.firstName, account.lastName].filter(Boolean).join(' ')],
        ['Provider', (account) => account.provider],
        ['Daily limit', (account) => account.dailyLimit, 'number'],
        ['Status', (account) => account.status, 'state'],
      ]),
      ...(csvFile === null ? [] : [text(`Written: ${csvFile}`)]),
    ),
});
