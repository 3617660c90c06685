import { counted, plural } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import type { AnyCode, FailureKind } from '../../base/failure-codes.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { encodingOption } from '../../cli/declare/shared-options.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { hintOf } from '../../cli/messages/hints/hint-of.ts';
import { senders } from '../../contract/areas/senders.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import * as s from '../../contract/schema/schema.ts';
import { type MailboxRow, mailboxRows } from './mailbox-rows.ts';

/** What came of one row; the password is no part of it. */
const connectedFields = s.object({
  row: s.integer(),
  email: s.string(),
  result: s.oneOf(['connected', 'already connected', 'failed', 'unknown', 'incomplete', 'not tried']),
  senderEmailId: s.nullable(s.id()),
  code: s.nullable(s.string() as s.Schema<AnyCode>),
  message: s.nullable(s.string()),
});

type Connected = s.DocumentOf<typeof connectedFields>;

export const connectCsv = command({
  name: 'connect-csv',
  summary: 'Connect the mailboxes listed in a CSV file over SMTP and IMAP',
  about: `The CSV file needs the columns email, imapServerUrl, smtpServerUrl and password. \`imports instantly accounts\` writes such a file. Mailboxes are connected one after the other, and each row shows its result. Connected mailboxes are skipped, so you can fix rows and run the same command again.

Passwords are sent to the service, and are not shown or saved on this machine. Delete the file when all mailboxes are connected.`,
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
  table: [
    ['Row', 'row', 'id'],
    ['Email', 'email', 'id', 0],
    ['Result', 'result', 'state'],
    ['ID', 'senderEmailId', 'id'],
    ['Why', 'message', 'prose', 3],
  ],
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

type Tried = Awaited<ReturnType<typeof connectRows>>;

/** What is about the one mailbox; anything else would befall the next one, too. */
const ofThisRow: readonly FailureKind[] = ['usage', 'conflict', 'service', 'not-found'];

/** Tries one row after the other until one fails for a reason that holds for all; those after it are not tried. */
async function connectRows(
  context: Context,
  rows: readonly MailboxRow[],
  there: ReadonlyMap<string, number>,
  say: (label: string) => void,
) {
  const results: Connected[] = [];
  const failures: Failure[] = [];
  let stopped = false;
  for (const row of rows) {
    say(`Mailbox ${results.length + 1} of ${rows.length}: ${row.email}`);
    if (row.body === undefined) {
      results.push(resultOf(row, 'incomplete', { code: 'incomplete_row', message: row.problem ?? null }));
    } else if (there.has(addressKey(row.email))) {
      const senderEmailId = there.get(addressKey(row.email)) ?? null;
      results.push(resultOf(row, 'already connected', { senderEmailId }));
    } else if (stopped) {
      results.push(resultOf(row, 'not tried', { code: 'not_tried', message: 'an earlier row stopped it' }));
    } else {
      try {
        const { senderEmail } = await context.service.api(senders.connect, { body: row.body });
        results.push(resultOf(row, 'connected', { senderEmailId: senderEmail.id }));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failures.push(error);
        stopped = !ofThisRow.includes(error.kind);
        // A service that repeats the password in its refusal does not get it shown.
        const message = error.message.replaceAll(row.body.password, '[hidden]');
        const result = error.outcome === 'unknown' ? 'unknown' : 'failed';
        results.push(resultOf(row, result, { code: error.code, message }));
      }
    }
  }
  return { results, failures };
}

const resultOf = (
  { row, email }: MailboxRow,
  result: Connected['result'],
  more: Partial<Connected> = {},
): Connected => ({ row, email, result, senderEmailId: null, code: null, message: null, ...more });
