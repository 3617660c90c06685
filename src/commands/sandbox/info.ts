import { counted } from '../../base/counted.ts';
import { words } from '../../base/text/words.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { sandboxPlace } from '../../cli/connect/sandbox-place.ts';
import { command } from '../../cli/declare/command.ts';
import { heading, record, stack, text } from '../../cli/declare/view.ts';
import * as s from '../../contract/schema/schema.ts';
import { openSandbox } from './open-sandbox.ts';

export const info = command({
  name: 'info',
  summary: 'Show the sandbox: its file, its time and its contents',
  about: `The sandbox is a copy of the service, with a database on this machine. Its people and companies are invented; their addresses end in .example. No email is sent and nothing is charged.

The seed decides what people reply, and how often. The figures are invented: they don't predict real results.`,
  uses: [],
  tool: { never: 'shows a secret' },
  answer: s.object({
    file: s.string(),
    bytes: s.integer(),
    seed: s.string(),
    now: s.string(),
    ...s.each(words('aheadMs leads campaigns senders emailsSent replies drafts webhooks'), s.integer()),
    ...s.each(words('workspaces savedSearches credits faults'), s.integer()),
    answers: s.map(s.unknown()),
    eventsToCome: s.integer(),
    failedEvents: s.integer(),
    keys: s.map(s.string()),
    workspaceKeys: s.array(
      s.object({ workspace: s.string(), key: s.string(), workspaceId: s.id(), scope: s.string() }),
    ),
    snapshotFolder: s.string(),
    snapshots: s.integer(),
  }),
  local: true,
  examples: ['outreach sandbox info', 'outreach sandbox info --json'],
  async run(context) {
    const { sandbox, overview } = await openSandbox(context);
    const { file, snapshots } = sandboxPlace(context.files.world);
    const { snapshotNames } = await import('../../sandbox/tools/snapshot-files.ts');
    return {
      file,
      ...overview(sandbox.state),
      snapshotFolder: snapshots,
      snapshots: snapshotNames(snapshots).length,
    };
  },
  view: (found) =>
    stack(
      record(
        ['File', found.file],
        ['Size', `${(found.bytes / 1_000_000).toFixed(1)} MB`],
        ['Snapshots', found.snapshots === 0 ? undefined : `${found.snapshots} in ${found.snapshotFolder}`],
        ['Seed', found.seed],
        ['Sandbox time', found.now],
        [
          found.aheadMs <= -minute ? 'Behind this machine' : 'Ahead of this machine',
          ahead(Math.abs(found.aheadMs)),
        ],
        ['Leads', found.leads, 'number'],
        ['Campaigns', found.campaigns, 'number'],
        ['Mailboxes', found.senders],
        ['Emails sent', found.emailsSent, 'number'],
        ['Replies', found.replies, 'number'],
        ['Drafts waiting', found.drafts || undefined],
        ['Webhooks', found.webhooks || undefined],
        ['Saved searches', found.savedSearches || undefined],
        ['Credits', found.credits, 'number'],
        ['Faults', found.faults === 0 ? undefined : `${found.faults}, see: outreach sandbox fault list`],
        ['Pending events', found.eventsToCome, 'number'],
        ['Failed events', found.failedEvents === 0 ? undefined : found.failedEvents],
      ),
      heading('How people reply (configured rates, not a forecast)'),
      record(
        ['To first emails', `${percent(found.answers.reply)} replies`],
        [
          'Of all replies',
          `${percent(found.answers.positive)} interested, ${percent(found.answers.unsubscribe)} unsubscribe, the others say no`,
        ],
        ['Out of office', percent(found.answers.outOfOffice)],
        [
          'Of addresses',
          `${percent(found.answers.invalidAddresses)} invalid, ${percent(found.answers.catchAllAddresses)} catch-all`,
        ],
        ['Soft bounces', percent(found.answers.softBounce)],
        ['Complaints', percent(found.answers.complaint)],
      ),
      heading('Keys for OUTREACH_API_KEY, to try each scope'),
      record(
        ['Main workspace', found.keys.readWrite, 'secret'],
        ['Read only', found.keys.readOnly, 'secret'],
        ...found.workspaceKeys.map(({ workspace, scope, key }): [string, string] => [
          scope === 'read' ? `${workspace}, read only` : workspace,
          key,
        ]),
        ['Trial workspace', found.keys.trialWorkspace, 'secret'],
        ['Expired', found.keys.expired, 'secret'],
        ['Paused', found.keys.paused, 'secret'],
      ),
      text(
        `Invented people, no mail, no money. To serve it over HTTP: ${pattern('sandbox serve')}. How faithful it is: outreach sandbox fidelity`,
      ),
    ),
});

const minute = 60_000;

function ahead(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (ms < minute) return 'not at all';
  return hours < 48
    ? `${hours} h ${Math.floor((ms % 3_600_000) / 60_000)} min`
    : counted(Math.floor(hours / 24), 'day');
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`;
