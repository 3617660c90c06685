import { counted } from '../../base/counted.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { placement } from '../../contract/areas/placement.ts';
import { senders } from '../../contract/areas/senders.ts';
import { workspaces } from '../../contract/areas/workspaces.ts';
import { hasEnded } from '../../domain/item-states.ts';
import { pattern } from '../advice/line-of.ts';
import type { Context } from '../declare/command.ts';
import { ifReadable, once } from '../find/names.ts';

export const stillGoesOutUses = [senders.list, placement.tests, autopilot.runs, workspaces.list];

/** What goes out although no campaign runs: four reads, each tried once. What cannot be read has no figure. */
export async function tellWhatGoesOut(context: Context, allProfiles: boolean): Promise<void> {
  const { globals, note, warn } = context.screen;
  const lines = allProfiles ? linesOf({}) : linesOf(await read(context));
  if (globals.json || globals.ndjson) warn(`Still goes out: ${lines.join('; ')}`);
  else for (const line of ['What can still go out:', ...lines.map((line) => `- ${line}`)]) note(line);
}

async function read({ service: { api } }: Context) {
  const [mailboxes, tests, runs, spaces] = await Promise.all([
    ifReadable(() => api.page(once(senders.list), {}, { pageSize: 200 })),
    ifReadable(() => api(once(placement.tests))),
    ifReadable(() => api.page(once(autopilot.runs), {}, { pageSize: 200 })),
    ifReadable(() => api(once(workspaces.list))),
  ]);
  return {
    warming: mailboxes?.items.filter(({ isConnected }) => isConnected).length,
    tests: tests?.items.filter(({ status }) => status !== 'completed' && status !== 'failed').length,
    answering: runs?.items.flatMap((run) => (run.replyMode === 'auto' && !hasEnded(run) ? [run.id] : [])),
    others: spaces && Math.max(0, spaces.workspaces.length - 1),
  };
}

type Found = Partial<Awaited<ReturnType<typeof read>>>;

/** What is known to be none is left out. */
function linesOf({ warming, tests, answering = [], others }: Found): string[] {
  const kills = answering.map((run) => pattern('autopilot kill', { run })).join(', ');
  const some = (count: number | undefined, one: string, many: string, line: (what: string) => string) =>
    count === 0 ? [] : [line(count === undefined ? many : counted(count, one, many))];
  return [
    'replies that were sent and are queued, which the service does not list',
    ...(kills === '' ? [] : [`answers of autopilot to interested replies: ${kills}`]),
    ...some(
      warming,
      'connected mailbox',
      'connected mailboxes',
      (what) =>
        `warm-up of ${what}: ${pattern('senders warmup set', { sender: '<mailbox>', enabled: false })}`,
    ),
    ...some(tests, 'placement test', 'placement tests', (what) => `test emails of ${what}`),
    ...some(
      others,
      'other workspace',
      'other workspaces',
      (what) => `campaigns of ${what}: a key stops those of its own`,
    ),
  ];
}
