import { setImmediate as breathe } from 'node:timers/promises';
import { emlName, emlOf, type Mail } from '../../domain/mail/eml.ts';
import type { Sandbox } from '../core/state.ts';
import { mailOf } from './outbox-mail.ts';
import { inPieces } from './outbox-pages.ts';
import { type OutboxFilter, type OutboxRow, outboxItem } from './outbox-row.ts';

const exportFormats = ['eml', 'mbox', 'ndjson'] as const;
type ExportFormat = (typeof exportFormats)[number];

/** What a name asks for: one file for `.mbox` and `.ndjson`, else a folder with a file for each email. */
export const formatFor = (path: string): ExportFormat =>
  exportFormats.find((format) => format !== 'eml' && path.toLowerCase().endsWith(`.${format}`)) ?? 'eml';

/** An email in a file: of its own by this name, or behind the others. */
export interface ExportedMail {
  readonly name: string;
  readonly text: string;
}

/** The emails, newest first and some at a time, so that their number costs no memory. */
export async function* exportMail(
  sandbox: Sandbox,
  format: ExportFormat,
  filter: OutboxFilter,
): AsyncGenerator<readonly ExportedMail[]> {
  for (const rows of inPieces(sandbox.db, filter)) {
    yield rows.map((row) => {
      const mail = mailOf(sandbox.db, sandbox.seed, row);
      return { name: emlName(row.id, mail), text: textOf[format](mail, row) };
    });
    await breathe();
  }
}

const textOf: Readonly<Record<ExportFormat, (mail: Mail, row: OutboxRow) => string>> = {
  eml: emlOf,
  mbox: mboxEntry,
  ndjson: ndjsonEntry,
};

/** As mail programs read it (mboxrd): a line that would look like the next email's beginning gets a mark. */
function mboxEntry(mail: Mail): string {
  const text = emlOf(mail)
    .replaceAll('\r\n', '\n')
    .replaceAll(/^(>*From )/gm, '>$1');
  const date = new Date(mail.at).toUTCString();
  const [weekday = '', day = '', month = '', year = '', time = ''] = date.replace(',', '').split(' ');
  return `From ${mail.from.address.replaceAll(/\s/g, '')} ${weekday} ${month} ${day} ${time} ${year}\n${text}\n`;
}

function ndjsonEntry({ messageId, inReplyTo, references }: Mail, row: OutboxRow): string {
  const fields = { messageId, inReplyTo, references, contentType: row.contentType, body: row.body };
  return `${JSON.stringify({ ...outboxItem(row), ...fields })}\n`;
}
