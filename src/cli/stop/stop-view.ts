import { Failure } from '../../base/errors.ts';
import * as s from '../../contract/schema/schema.ts';
import { pattern } from '../advice/line-of.ts';
import { requestFields, rowErrorFields } from '../answer/request-fields.ts';
import type { Screen } from '../declare/command.ts';
import { accountName, type Column, table, type View } from '../declare/view.ts';
import { nothingRuns, type StopList, type StopRow } from './stop-all.ts';

/** The rows with what names each of them in front. */
export const stopView = <L extends object>(
  { items }: StopList<L>,
  columns: readonly Column<StopRow<L>>[],
  none = nothingRuns,
): View =>
  table(
    items,
    [
      ...columns,
      ['Profile', accountName],
      ['Outcome', 'outcome'],
      ['Request', ({ request }) => request && `${request.method} ${request.path}`],
      ['Why', ({ error }) => error?.message],
    ],
    none,
  );

/** The rows of {@link stopAll}, with what its label adds. */
export const stopAnswer = (label: s.ObjectEntries): s.Schema =>
  s.array(
    s.object({
      profile: s.string(),
      ...label,
      outcome: s.string(),
      error: rowErrorFields,
      request: requestFields,
    }),
  );

/** What goes out although no campaign runs. Nothing is read for it: a stop ends at once. */
export function tellWhatGoesOut(
  { globals, note, warn }: Pick<Screen, 'globals' | 'note' | 'warn'>,
  allProfiles: boolean,
): void {
  const lines = [
    'replies that were sent and are queued, which the service does not list',
    `answers of autopilot to replies: ${pattern('autopilot kill', { all: true, allProfiles: allProfiles || undefined })}`,
    `warm-up of connected mailboxes: ${pattern('senders warmup set', { sender: '<mailbox>', enabled: false })}`,
    'test emails of placement tests',
    'campaigns of other workspaces: a key stops those of its own',
  ];
  if (globals.json || globals.ndjson) warn(`Can still go out: ${lines.join('; ')}`);
  else for (const line of ['What can still go out:', ...lines.map((line) => `- ${line}`)]) note(line);
}

interface Wanted<T> {
  readonly one: T | undefined;
  readonly all: boolean;
  readonly allProfiles: boolean;
}

/** The one that was named; undefined where all are meant. Throws `usage` where the line says neither. */
export function oneOrAll<T>({ one, all, allProfiles }: Wanted<T>): T | undefined {
  if (one === undefined && !all && !allProfiles)
    throw new Failure('missing_argument', 'Name one, or pass --all to stop everything that is running');
  return one;
}
