import { counted, plural } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import type { FailureKind } from '../../base/failure-codes.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { encodingOption } from '../../cli/declare/shared-options.ts';
import { table } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { hintOf } from '../../cli/messages/hints/hint-of.ts';
import { senders } from '../../contract/areas/senders.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import * as s from '../../contract/schema/schema.ts';
import { type Connected, connectedFields, connectRows, type Tried } from './connect-rows.ts';
import { mailboxRows } from './mailbox-rows.ts';

export const connectCsv = command({
  name: 'connect-csv',
  summary: 'Connect the mailboxes of a CSV file over SMTP and IMAP',
  about: `Takes any CSV with the columns email, imapServerUrl, smtpServerUrl and password, such as that of outreach imports instantly accounts. It tries one mailbox after the other, and shows the result of each row. Connected mailboxes are skipped, so you can fix rows and run it again.

Passwords go to the service, and are neither shown nor saved here. Delete the file when all mailboxes are connected.`,
  uses: [senders.connect, senders.list],
  tool: { never: 'takes a secret' },
  answer: s.array(connectedFields),
  fails: ['partial', 'ended-badly'],
  args: { file: arg.file('the CSV file, - for stdin', 'list'), ...encodingOption },
  examples: [
    'outreach senders connect-csv examples/mailboxes.csv',
    'outreach senders connect-csv examples/mailboxes.csv --json --fields row,email,result,message',
  ],
  async run(context, { file, encoding }) {
    const { readRows } = await import('../../cli/input/read-rows.ts');
    const read = await readRows(context.files.world, file, encoding, context.screen.warn);
    const { name } = read;
    const rows = mailboxRows(read);
    const complete = rows.filter(({ body }) => body !== undefined);
    if (rows.length === 0) throw new Failure('no_valid_rows', `${name} contains no mailboxes`);
    if (context.screen.globals.dryRun && complete.length > 0)
      context.screen.note(`${counted(complete.length, 'request')} would be made; the first:`);
    const there =
      complete.length === 0 || context.screen.globals.dryRun
        ? new Map<string, number>()
        : await connectedOf(context);
    const tried = await context.screen.progress('Trying the mailboxes', (say) =>
      connectRows(context, rows, there, say),
    );
    const results = verdict(tried);
    if (file !== '-')
      context.screen.note(`All mailboxes are connected. Delete ${file}: it contains passwords.`);
    return results;
  },
  view: (results) =>
    table(results, [
      ['Row', (result) => result.row, 'id'],
      ['Email', (result) => result.email, 'id', 0],
      ['Result', (result) => result.result, 'state'],
      ['ID', (result) => result.senderEmailId, 'id'],
      ['Why', (result) => result.message, 'prose', 3],
    ]),
});

async function connectedOf({ service }: Context): Promise<Map<string, number>> {
  const pages = service.api.pages(senders.list, { query: { isConnected: true } });
  const there = await allIn(pages, ({ isConnected }) => isConnected !== false);
  return new Map(there.map(({ id, address }) => [addressKey(address), id]));
}

const isDone = ({ result }: Connected): boolean => result === 'connected' || result === 'already connected';

/** The results, where every row is connected; otherwise throws with them. */
function verdict({ results, failures }: Tried): readonly Connected[] {
  const done = results.filter(isDone).length;
  const first = results.find((result) => !isDone(result));
  if (first === undefined) return results;
  const unknown = results.some(({ result }) => result === 'unknown');
  const advice = failures.map(hintOf).find((hint) => hint !== undefined);
  const again = 'Fix the rows and run the same command again: connected mailboxes are skipped';
  throw new Failure(
    done > 0 ? 'partly_connected' : (first.code ?? 'not_connected'),
    `${done} of ${counted(results.length, 'mailbox', 'mailboxes')} ${plural(done, 'is', 'are')} connected; row ${first.row}: ${first.message}`,
    {
      kind: kindOf(results, failures),
      outcome: unknown ? 'unknown' : done > 0 ? 'done' : 'none',
      hint: advice === undefined ? again : `${advice}. ${again}`,
      result: results,
    },
  );
}

/** Where nothing at all was done, what all rows failed of; incomplete rows are the fault of the file. */
function kindOf(results: readonly Connected[], failures: readonly Failure[]): FailureKind {
  const kinds = failures.map(({ kind }) => kind);
  const stop = failures.find(isStop);
  if (stop !== undefined) return stop.kind;
  if (results.some(isDone)) return 'partial';
  const [kind = 'usage', ...others] = new Set(kinds);
  return others.length === 0 ? kind : 'ended-badly';
}
