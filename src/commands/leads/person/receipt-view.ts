import {
  accountName,
  type Column,
  heading,
  record,
  stack,
  table,
  text,
  type View,
  withCommands,
} from '../../../cli/declare/view.ts';
import type { Receipt } from './forget-everywhere.ts';
import type { ReceiptRow } from './receipt-row.ts';

/** What was done, what stays, and what is left to do. Nothing of a receipt is cut. */
export const receiptView = ({ email, forgottenAt, profiles, machine, notDeleted, leftOpen }: Receipt): View =>
  stack(
    record(
      ['Person', email, 'id'],
      [forgottenAt === null ? 'Dry run' : 'At', forgottenAt ?? 'nothing was sent'],
      ...(profiles.length === 1 ? profiles.flatMap(fieldsOf) : []),
      [
        'Journal',
        `${machine.journal.redacted.length} redacted, ${machine.journal.open.length} open and left as they are`,
      ],
      ['Stored looks', `taken out of ${machine.launchChecks}`],
      ['Reply marks', `${machine.replyMarks} dropped`],
    ),
    ...(profiles.length === 1 ? [] : [table(profiles, columns)]),
    heading('Not deleted'),
    ...notDeleted.map(({ what, why }) => text(`${what}: ${why}`)),
    ...(leftOpen.length === 0 ? [] : [heading('Left to do')]),
    ...leftOpen.map(({ what, why, hint }) => withCommands(`${what}: ${why}`, ...(hint?.split('\n') ?? []))),
  );

const fieldsOf = (row: ReceiptRow) =>
  [
    ['Profile', accountName(row)],
    ['Outcome', row.outcome, 'state'],
    ['Blocked', blockedText[row.blocked ?? 'no']],
    [
      'Lead',
      row.leadId === null
        ? 'none has this address'
        : `${row.leadId}, ${row.deleted === true ? 'deleted' : 'not deleted'}`,
    ],
  ] as const;

const blockedText = { added: 'yes', already: 'yes, it was before', no: 'no' };

const columns: readonly Column<ReceiptRow>[] = [
  ['Profile', accountName],
  ['Outcome', 'outcome', 'state'],
  ['Blocked', 'blocked'],
  ['Lead', 'leadId', 'id'],
  ['Deleted', 'deleted'],
  ['Requests', ({ requests }) => requests?.map(({ method, path }) => `${method} ${path}`).join(', ')],
  ['Why', 'error.message'],
];
