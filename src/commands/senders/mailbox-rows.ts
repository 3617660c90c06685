import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { removeProtection } from '../../cli/files/formula-protection.ts';
import type { RowFile } from '../../cli/input/read-rows.ts';
import type { senders } from '../../contract/areas/senders.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import type { Input } from '../../contract/operation.ts';

/** The first is how the column is written. */
const names = {
  email: ['email', 'emailaddress', 'address', 'mailbox', 'account'],
  password: ['password', 'apppassword', 'imappassword', 'smtppassword', 'emailpassword'],
  imap: ['imapServerUrl', 'imapserver', 'imaphost', 'imap'],
  imapPort: ['imapport'],
  smtp: ['smtpServerUrl', 'smtpserver', 'smtphost', 'smtp'],
  smtpPort: ['smtpport'],
  login: ['loginString', 'login', 'username', 'imapusername', 'imaplogin', 'smtpusername'],
  firstName: ['firstName', 'givenname'],
  lastName: ['lastName', 'familyname', 'surname'],
} as const;

type Name = keyof typeof names;

/** One mailbox of a file: what connects it, or why it cannot be tried. */
export interface MailboxRow {
  readonly row: number;
  readonly email: string;
  readonly body: Input<typeof senders.connect>['body'] | undefined;
  readonly problem: string | undefined;
}

/** Columns by their usual names, ports apart or with the host. Throws `usage` where a column is missing. */
export function mailboxRows({ name, headers, rows }: RowFile): MailboxRow[] {
  const columns = columnsOf(name, headers);
  const seen = new Set<string>();
  const found: MailboxRow[] = [];
  for (const { number, cells, fault } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const made = mailboxRow(number, (column) => cells[columns[column]] ?? '');
    const row = fault ? { ...made, body: undefined, problem: fault.reason } : made;
    const key = addressKey(row.email);
    const isTwice = row.body !== undefined && seen.has(key);
    if (row.body) seen.add(key);
    found.push(isTwice ? { ...row, body: undefined, problem: 'the address is in the file twice' } : row);
  }
  return found;
}

function columnsOf(file: string, headers: readonly string[]): Record<Name, number> {
  const found = headers.map((header) => header.toLowerCase().replaceAll(/[^a-z]/g, ''));
  const columns: Record<string, number> = {};
  for (const [name, spellings] of Object.entries(names)) {
    const words = spellings.map((word) => word.toLowerCase());
    columns[name] = found.findIndex((header) => words.includes(header));
  }
  const missing = (['email', 'imap', 'smtp', 'password'] as const).filter(
    (name) => (columns[name] ?? -1) < 0,
  );
  if (missing.length === 0) return columns as Record<Name, number>;
  const lacking = missing.map((name) => names[name][0]).join(', ');
  throw new Failure(
    'missing_columns',
    `${file} lacks ${missing.length === 1 ? 'the column' : 'the columns'} ${lacking}`,
    {
      hint: 'It needs email, imapServerUrl, smtpServerUrl and password; loginString, firstName and lastName are optional.',
    },
  );
}

function mailboxRow(row: number, read: (name: Name) => string): MailboxRow {
  const text = (name: Name): string => removeProtection(read(name)).trim();
  const email = text('email');
  // A password is taken as it is: blanks around it, or an apostrophe in front, may belong to it.
  const password = read('password');
  const imap = host(text('imap'), text('imapPort'));
  const smtp = host(text('smtp'), text('smtpPort'));
  const missing = [
    email === '' && 'email',
    imap === '' && 'IMAP server',
    smtp === '' && 'SMTP server',
    password.trim() === '' && 'password',
  ].filter(Boolean);
  if (missing.length > 0) return { row, email, body: undefined, problem: `${missing.join(', ')} missing` };
  const more = omitUndefined({
    loginString: text('login') || undefined,
    firstName: text('firstName') || undefined,
    lastName: text('lastName') || undefined,
  });
  const body = { email, imapServerUrl: imap, smtpServerUrl: smtp, password, ...more };
  return { row, email, body, problem: undefined };
}

const host = (server: string, port: string): string =>
  server === '' || port === '' || /:\d+$/.test(server) ? server : `${server}:${port}`;
