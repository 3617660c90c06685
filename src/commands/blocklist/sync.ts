import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { fields } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Column, table } from '../../cli/declare/view.ts';
import { allAccounts, ownAccount } from '../../cli/stop/accounts.ts';
import { notAll } from '../../cli/stop/not-all.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import { suppressedBy } from '../../domain/events/event-identity.ts';
import { type SyncRow, syncLists } from './sync-lists.ts';

export const sync = command({
  name: 'sync',
  summary: 'Block in every profile what any of them blocks; nothing is ever removed',
  about: `--all-profiles reads the blocklist of every profile of this machine and of the key in the environment, and adds to each what it lacks: with the key of a main workspace to the global list, else to the list of the workspace, 1,000 values a call. The sandbox and live services are synced apart. A profile that fails has its own row and does not stop the others; the command then exits with 15.

--from-events also blocks who unsubscribed and whose mail bounced for good, as saved webhook events tell (\`outreach webhooks listen --save\`, or a receiver's own file with the body of an event a line). Without --all-profiles it does so in the current profile. The sandbox blocks them as well: \`--live\` leaves it out.

Whether someone who is blocked in one profile gets mail in another is not shown: the service does not say which campaigns a lead is in. Blocking stops it. For one campaign: outreach campaigns check <campaign> --rule blocklisted --leads

With --json: {items, total}; each item has profile, target, entries (before), scope, values (what it lacked), created, skipped, calls, outcome (synced, same or failed; planned in a dry run), error (code, message, hint; null where none) and, in a dry run, request, the first of its calls.`,
  uses: [blocklist.list, blocklist.add, workspaces.list],
  answer: fields(
    'profile',
    'target',
    'entries',
    'scope',
    'values',
    'created',
    'skipped',
    'calls',
    'outcome',
    'error.code',
    'error.message',
    'error.hint',
    'request.*',
  ),
  fails: ['partial'],
  local: ({ allProfiles }) => allProfiles,
  args: {
    allProfiles: opt.flag('every profile of this machine'),
    fromEvents: opt.files('also block who unsubscribed or bounced, by saved events', 'document'),
  },
  excludes: [['allProfiles', 'profile']],
  examples: [
    'outreach blocklist sync --all-profiles --dry-run',
    'outreach blocklist sync --all-profiles --from-events events.ndjson --json',
  ],
  async run(context, { allProfiles, fromEvents = [] }) {
    if (!allProfiles && fromEvents.length === 0)
      throw new Failure(
        'missing_argument',
        'Nothing to sync with: pass --all-profiles, --from-events <file>, or both',
      );
    const { readEventPayloads } = await import('../../cli/files/saved-events.ts');
    const events = await readEventPayloads(context.world, fromEvents);
    const suppressed = events.flatMap((event) => suppressedBy(event) ?? []);
    if (fromEvents.length > 0)
      context.note(
        `${counted(events.length, 'event')} read: ${counted(new Set(suppressed).size, 'address', 'addresses')} to block.`,
      );
    const accounts = allProfiles ? await allAccounts(context) : [ownAccount(context)];
    // After a failure stderr holds that alone; the same line, run again, comes to these.
    const warnings: string[] = [];
    const later = { progress: context.progress, warn: (line: string) => void warnings.push(line) };
    const synced = await syncLists(later, accounts, suppressed);
    const items = synced.map(({ row }) => row);
    const result = { items, total: items.length };
    const [first, ...others] = synced.flatMap(({ failure }) => failure ?? []);
    if (first && !allProfiles && items[0]?.created === 0) throw first;
    const done = sentence(items);
    if (first)
      throw notAll([first, ...others], {
        code: 'not_all_synced',
        done,
        rest: 'what is blocked already is skipped',
        outcome: added(items) > 0 ? 'done' : 'none',
        result,
      });
    for (const line of warnings) context.warn(line);
    context.note(context.globals.dryRun ? `A dry run: ${done}, and nothing was sent.` : `${done}.`);
    return result;
  },
  view: ({ items }) =>
    table(
      items,
      columns((values) => values.join(', ')),
      undefined,
      columns(some),
    ),
});

const columns = (listed: (values: readonly string[]) => string): Column<SyncRow>[] => [
  ['Profile', ({ profile }) => profile ?? '(key of OUTREACH_API_KEY)', 'text', 0],
  ['Target', ({ target }) => target, 'text', 5],
  ['Entries', ({ entries }) => entries, 'number', 4],
  ['Missing', ({ entries, values }) => (entries === null ? null : values.length), 'number'],
  ['Outcome', ({ outcome }) => outcome, 'text', 1],
  ['List', ({ scope, values }) => (values.length === 0 ? null : scope), 'text', 6],
  ['Values', ({ values }) => listed(values), 'prose', 3],
  ['Why', ({ error }) => error?.message, 'prose', 2],
];

const added = (items: readonly SyncRow[]): number => items.reduce((total, { created }) => total + created, 0);

function sentence(items: readonly SyncRow[]): string {
  if (items.every(({ outcome }) => outcome !== 'planned'))
    return `${counted(added(items), 'entry', 'entries')} added`;
  const missing = items.reduce((total, { values }) => total + values.length, 0);
  return `${counted(missing, 'entry', 'entries')} would be added`;
}

const most = 5;

function some(values: readonly string[]): string {
  const more = values.length - most;
  return `${values.slice(0, most).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}
