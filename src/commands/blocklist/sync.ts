import { counted, firstOf } from '../../base/counted.ts';
import { Failure, type Outcome } from '../../base/errors.ts';
import { listOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { lineOnly, opt } from '../../cli/declare/params.ts';
import { accountName, type Column, screen, table, text } from '../../cli/declare/view.ts';
import type { World } from '../../cli/declare/world.ts';
import { allAccounts, ownAccount } from '../../cli/stop/accounts.ts';
import { notAll } from '../../cli/stop/not-all.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import { blockKey } from '../../contract/checks/block-value.ts';
import * as s from '../../contract/schema/schema.ts';
import { placeOf } from '../../domain/events/event-identity.ts';
import { suppressedBy } from '../../domain/events/suppressed.ts';
import { type SyncRow, syncRowFields } from './block-in.ts';
import { syncLists } from './sync-lists.ts';

/** An event that cannot be read, or whose address cannot be understood; `value` is the text in its place. */
const rejectFields = s.object({
  ...s.each(['file', 'reason'], s.string()),
  line: s.nullable(s.integer()),
  value: s.nullable(s.fromOthers(s.string())),
});

type RejectedEvent = s.DocumentOf<typeof rejectFields>;

export const sync = command({
  name: 'sync',
  summary: 'Copy the blocklist of each profile to all other profiles, removing nothing',
  about: `--all-profiles adds the entries of all other profiles to the blocklist of each profile. With a key for the main workspace, they are added to the global list, otherwise to the list of the workspace. The sandbox and live services are synced separately.

--from-events also blocks people who, according to saved webhook events, unsubscribed or bounced for good. \`outreach webhooks listen --save\` saves such events. Without --all-profiles, they are blocked in the current profile only. Lines that are not events are listed with the reason. A file without any event is refused.

If one profile fails, the others are still synced (exit 15).`,
  uses: [blocklist.list, blocklist.add, workspaces.list],
  tool: 'work',
  answer: listOf(syncRowFields, {
    events: s.object({
      read: s.integer(),
      addresses: s.fromOthers(s.array(s.string())),
      rejects: s.array(rejectFields),
    }),
  }),
  fails: ['partial'],
  local: 'allProfiles',
  args: {
    allProfiles: lineOnly(opt.flag('every profile on this machine')),
    fromEvents: opt.files(
      'also block people who unsubscribed or bounced, from this file of saved events',
      'document',
      { unless: ['allProfiles'] },
    ),
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
    const events = fromEvents.length === 0 ? null : await suppressedIn(context.files.world, fromEvents);
    if (events)
      context.screen.note(
        `${counted(events.read, 'event')} read: ${counted(events.addresses.length, 'address', 'addresses')} to block.`,
      );
    const accounts = allProfiles ? await allAccounts(context) : [ownAccount(context)];
    // After a failure stderr holds that alone; the same line, run again, comes to these.
    const warnings: string[] = [];
    const { progress, globals } = context.screen;
    const later = { progress, globals, warn: (line: string) => void warnings.push(line) };
    const synced = await syncLists(later, accounts, events?.addresses ?? []);
    const items = synced.map(({ row }) => row);
    const result = { items, total: items.length, events };
    const [first, ...others] = synced.flatMap(({ failure }) => failure ?? []);
    const rejects = events?.rejects ?? [];
    const { done, outcome, saysNoMore } = summed(items);
    if (first && !allProfiles && (first.is('command_timeout') || (rejects.length === 0 && saysNoMore)))
      throw first.with({ result });
    const unused = unusedIn(rejects);
    const rest = 'what is blocked already is skipped';
    if (first) {
      const failure = notAll([first, ...others], { code: 'not_all_synced', done, rest, outcome, result });
      throw unused === undefined ? failure : failure.with({ message: `${failure.message}; ${unused}` });
    }
    if (unused !== undefined)
      throw new Failure('not_all_synced', `${done}, but ${unused}`, {
        outcome,
        hint: 'Block them by hand, or correct the lines: the list says which (--json: events.rejects).',
        result,
      });
    for (const line of warnings) context.screen.warn(line);
    context.screen.note(
      context.screen.globals.dryRun ? `A dry run: ${done}, and nothing was sent.` : `${done}.`,
    );
    return result;
  },
  view: ({ items, events }) => {
    const rows = table(
      items,
      columns(({ values }) => values.join(', ')),
      undefined,
      columns(({ values }) => firstOf(values, most)),
    );
    const rejects = events?.rejects ?? [];
    return rejects.length === 0
      ? rows
      : screen(rows, rows, text('Events that cannot be used:'), table(rejects, rejectColumns));
  },
});

const rejectColumns: Column<RejectedEvent>[] = [
  ['File', 'file', 'text', 1],
  ['Line', 'line', 'number', 0],
  ['Value', 'value', 'text', 2],
  ['Reason', 'reason', 'prose'],
];

const columns = (listed: Column<SyncRow>[1]): Column<SyncRow>[] => [
  ['Profile', accountName, 'text', 0],
  ['Target', 'target', 'text', 5],
  ['Entries', 'entries', 'number', 4],
  ['Missing', ({ entries, values }) => (entries === null ? null : values.length), 'number'],
  ['Outcome', 'outcome', 'text', 1],
  ['List', ({ scope, values }) => (values.length === 0 ? null : scope), 'text', 6],
  ['Values', listed, 'prose', 3],
  ['Why', 'error.message', 'prose', 2],
];

/** The first of the events that could not be used, and how many there are. */
function unusedIn(rejects: readonly RejectedEvent[]): string | undefined {
  const [first] = rejects;
  if (first === undefined) return undefined;
  const given = first.value === null ? '' : ` (${first.value})`;
  return `${counted(rejects.length, 'event')} cannot be used: ${placeOf(first)}: ${first.reason}${given}`;
}

/** What was done in all accounts. `saysNoMore`: the rows of one say no more than the failure of its only call. */
function summed(items: readonly SyncRow[]) {
  let [added, missing] = [0, 0];
  let [isPlanned, isUnknown, saysNoMore] = [false, false, true];
  for (const { created, outcome, values, calls } of items) {
    added += created ?? 0;
    if (outcome !== 'same' && outcome !== 'failed') missing += values.length;
    isPlanned ||= outcome === 'planned';
    isUnknown ||= outcome === 'unknown';
    saysNoMore &&= outcome === 'failed' ? created === 0 : outcome === 'unknown' && calls === 1;
  }
  const done = isPlanned
    ? `${counted(missing, 'entry', 'entries')} would be added`
    : `${counted(added, 'entry', 'entries')} added`;
  const outcome: Outcome = isUnknown ? 'unknown' : added > 0 ? 'done' : 'none';
  return { done, outcome, saysNoMore };
}

const most = 5;

/** Who unsubscribed or bounced for good, each once, by files of events. */
async function suppressedIn(world: World, files: readonly string[]) {
  const { readEventPayloads } = await import('../../cli/files/saved-events.ts');
  const { events, unread } = await readEventPayloads(world, files);
  const addresses = new Set<string>();
  const rejects: RejectedEvent[] = unread.map((one) => ({ ...one, value: null }));
  for (const { payload, file, line } of events) {
    const found = suppressedBy(payload);
    if (found === undefined) continue;
    if ('address' in found) addresses.add(blockKey(found.address));
    else rejects.push({ file, line, reason: found.problem, value: found.value });
  }
  return { read: events.length, addresses: [...addresses], rejects };
}
