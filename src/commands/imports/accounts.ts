import { Failure } from '../../base/errors.ts';
import { fields, together, wholeOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { stack, table, text } from '../../cli/declare/view.ts';
import { imports } from '../../contract/areas/imports.ts';
import { keyOptions, otherKey } from './other-key.ts';
import { protectedCsv } from './protected-csv.ts';

export const accounts = command({
  name: 'accounts',
  summary: 'List the sender accounts at Instantly, and write a CSV file to connect them',
  about: `Changes nothing. With --csv-file it writes a file of the mailboxes that take SMTP and IMAP, with an empty column for the passwords: fill it in, then outreach senders connect-csv <file>. Mailboxes of Google and Microsoft are connected in the app.

The key of Instantly is asked for without showing it, or read from a file. In the sandbox any key will do but wrong-key, malformed-key and unavailable-key, which rehearse the refusals.`,
  uses: [imports.instantlyAccounts],
  answer: together(wholeOf(imports.instantlyAccounts), fields('csvFile')),
  args: {
    ...keyOptions,
    csvFile: opt.file('write the file for senders connect-csv here; never over another', 'written'),
  },
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach imports instantly accounts --key-file instantly-key.txt',
    'outreach imports instantly accounts --key-stdin --csv-file accounts.csv < instantly-key.txt',
  ],
  async run(context, { csvFile, ...values }) {
    if (csvFile !== undefined) await context.checkOutput(csvFile);
    const apiKey = await otherKey(context, values);
    const answer = await context.api(imports.instantlyAccounts, { body: { apiKey } });
    if (csvFile === undefined) return { ...answer, csvFile: null };
    const template = answer.imapCsvTemplate;
    if (!template)
      throw new Failure('no_template', 'the service gave no template for the file', {
        result: { ...answer, csvFile: null },
      });
    // It will hold passwords, and those of an earlier one must not be lost.
    await context.writeFile(csvFile, protectedCsv(template), { fresh: true, secret: true });
    context.note(
      `Fill in the passwords in ${csvFile}, then run: outreach senders connect-csv ${quoted(csvFile)}`,
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

const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
