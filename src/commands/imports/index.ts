import { Failure } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { allOf, wholeOf } from '../../cli/declare/answer.ts';
import { type Context, command, type Verbs } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { record, stack, table, text } from '../../cli/declare/view.ts';
import { addProtection } from '../../cli/files/formula-protection.ts';
import { MalformedRecord, RecordSplitter } from '../../cli/input/record-splitter.ts';
import { csvLine } from '../../cli/output/formats/csv.ts';
import { givenKey, type KeyOptions } from '../../cli/profile/read-key.ts';
import { imports } from '../../contract/areas/imports.ts';
import * as s from '../../contract/schema/schema.ts';

/** Never an option that holds the key: other users of the machine could read it, and the shell keeps it. */
const keyOptions = {
  keyStdin: opt.flag('read the Instantly key from standard input'),
  keyFile: opt.file('read the Instantly key from this file', 'secret'),
};

const start = command({
  name: 'start',
  about: `Every campaign is imported as a draft and sends nothing. The import continues after the command ends; \`outreach campaigns list\` shows the campaigns imported so far. If you start it again, everything is imported again.

The command asks for the Instantly key without showing it, or reads it from a file. The key is never saved. The sandbox accepts any key. To rehearse errors, use wrong-key, malformed-key or unavailable-key.`,
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

const accounts = command({
  name: 'accounts',
  summary: 'List the sender accounts at Instantly, and write a CSV file to connect them',
  about: `Nothing is changed. --csv-file writes the SMTP and IMAP mailboxes to a file, with an empty column for passwords. Fill in the passwords, then run \`outreach senders connect-csv <file>\`. Connect Google and Microsoft mailboxes in the app.

The command asks for the Instantly key without showing it, or reads it from a file. The sandbox accepts any key. To rehearse errors, use wrong-key, malformed-key or unavailable-key.`,
  uses: [imports.instantlyAccounts],
  tool: { never: 'takes a secret' },
  // There is no terminal to ask for the key.
  fails: ['not-confirmed'],
  answer: allOf(wholeOf(imports.instantlyAccounts), s.object({ csvFile: s.string() })),
  args: {
    ...keyOptions,
    csvFile: opt.file(
      'write the CSV file for `senders connect-csv` here; an existing file is kept',
      'written',
    ),
  },
  excludes: [['keyStdin', 'keyFile']],
  examples: [
    'outreach imports instantly accounts --key-file instantly-key.txt',
    'outreach imports instantly accounts --key-stdin --csv-file accounts.csv < instantly-key.txt',
  ],
  async run(context, { csvFile, ...values }) {
    if (csvFile !== undefined) await context.files.checkOutput(csvFile, { fresh: true });
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
        ['Email', 'email', 'id'],
        ['Name', (account) => [account.firstName, account.lastName].filter(Boolean).join(' ')],
        ['Provider', 'provider'],
        ['Daily limit', 'dailyLimit', 'number'],
        ['Status', 'status', 'state'],
      ]),
      ...(csvFile === null ? [] : [text(`Written: ${csvFile}`)]),
    ),
});

/** The other tool's key. It is sent, and neither shown nor kept. */
async function otherKey(context: Context, options: KeyOptions): Promise<string> {
  const { key, from } = await givenKey(context.files, options, () =>
    context.consent.ask.secret(
      'Instantly API key (hidden)',
      'Pass it with --key-stdin or --key-file <file>.',
    ),
  );
  if (key !== '') return key;
  throw new Failure('empty_key', `${from} contains no key`);
}

/** CSV that the service wrote, with formulas made harmless; the very same text where no cell of it could be one. */
function protectedCsv(text: string): string {
  const splitter = new RecordSplitter(',');
  try {
    const rows = [...splitter.take(text), ...splitter.end()];
    const harmless = rows.flat().every((cell) => addProtection(cell) === cell);
    return harmless ? text : rows.map(csvLine).join('');
  } catch (error) {
    if (!(error instanceof MalformedRecord)) throw error;
    throw new Failure('unreadable_answer', 'the file from the service is not CSV, so it was not written', {
      cause: error,
    });
  }
}

export const group: Verbs = {
  commands: [],
  groups: [
    {
      name: 'instantly',
      summary: 'Import campaigns, leads and sender accounts from Instantly',
      commands: [start, accounts],
    },
  ],
};
