import { Failure } from '../../base/errors.ts';
import type { AnyCode, FailureKind } from '../../base/failure-codes.ts';
import type { Context } from '../../cli/declare/command.ts';
import { senders } from '../../contract/areas/senders.ts';
import { addressKey } from '../../contract/checks/email-address.ts';
import * as s from '../../contract/schema/schema.ts';
import type { MailboxRow } from './mailbox-rows.ts';

/** What came of one row; the password is no part of it. */
export const connectedFields = s.object({
  row: s.integer(),
  email: s.string(),
  result: s.oneOf(['connected', 'already connected', 'failed', 'unknown', 'incomplete', 'not tried']),
  senderEmailId: s.nullable(s.id()),
  code: s.nullable(s.string() as s.Schema<AnyCode>),
  message: s.nullable(s.string()),
});

export type Connected = s.DocumentOf<typeof connectedFields>;

export interface Tried {
  readonly results: readonly Connected[];
  /** In the order of the rows they belong to. */
  readonly failures: readonly Failure[];
}

/** What is about the one mailbox; anything else would befall the next one, too. */
const ofThisRow: readonly FailureKind[] = ['usage', 'conflict', 'service', 'not-found'];

/** Tries one row after the other until one fails for a reason that holds for all; those after it are not tried. */
export async function connectRows(
  context: Context,
  rows: readonly MailboxRow[],
  there: ReadonlyMap<string, number>,
  say: (label: string) => void,
): Promise<Tried> {
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
        results.push(failed(row, row.body.password, error));
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

/** A service that repeats the password in its refusal does not get it shown. */
function failed(row: MailboxRow, password: string, { outcome, code, message }: Failure): Connected {
  const shown = message.replaceAll(password, '[hidden]');
  return resultOf(row, outcome === 'unknown' ? 'unknown' : 'failed', { code, message: shown });
}
