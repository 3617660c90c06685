import { counted, firstOf } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { looks } from '../../cli/answer/looks.ts';
import { type StoredLooks, storingPlace, withStoredLooks } from '../../cli/answer/stored-looks.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Column, table } from '../../cli/declare/view.ts';
import { allIn } from '../../cli/find/find-in-pages.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { connection } from './sender-view.ts';

type Sender = ItemOf<typeof senders.list>;

const [lowest, highest] = limits.healthScore;
const usualPauseMs = 15 * 60_000;

export const watch = command({
  name: 'watch',
  summary: 'Watch the health of mailboxes until one is below a threshold',
  about: `Checks every 15 minutes, or as often as --every says, until a mailbox is below the threshold (exit 16). With --for, it stops after that time (exit 0). Mailboxes without a score, because warm-up is off or too new, are ignored.

With --changed, a mailbox that the last check on this machine reported is left out until its score or connection changes. --ndjson prints one line per mailbox.`,
  uses: [senders.list, campaigns.list],
  tool: { never: 'does not end' },
  fails: ['ended-badly'],
  interactive: true,
  args: {
    below: opt.int('health threshold (default 90)', { min: lowest, max: highest, hint: 'score' }),
    once: opt.flag('check once'),
    changed: opt.flag('only mailboxes that have changed since the last check'),
    every: opt.duration('how often to check (default 15m)'),
    for: opt.duration('stop after this long'),
    campaign: opt.text('only mailboxes in this campaign', { hint: 'campaign', names: 'campaigns' }),
  },
  excludes: [['once', 'every', 'for']],
  examples: [
    'outreach senders watch --once',
    'outreach senders watch --once --changed',
    'outreach senders watch --below 80 --every 1h --ndjson',
    'outreach senders watch --campaign 1 --once --json --fields address,healthScore',
  ],
  async run(context, { below, once, changed, every, for: long, campaign }) {
    const bar = below ?? limits.goodHealthScore;
    const campaignId = campaign === undefined ? undefined : await context.service.find.campaign(campaign);
    const remembered = { name: `senders below ${bar} ${campaignId ?? ''}`, changed };
    const poor = await withLastLook(context, remembered, async (shownOf) => {
      const look = async () => shownOf(await poorOnes(context, campaignId, bar));
      return once ? look() : lookUntilPoor(context, look, every ?? usualPauseMs, long);
    });
    if (poor.length === 0) return poor;
    const named = poor.map(({ address, healthScore }) => `${address} (${healthScore})`);
    const message = `${counted(poor.length, 'mailbox is', 'mailboxes are')} below ${bar}: ${firstOf(named, 5)}`;
    throw new Failure('health_below', message, {
      hint: `Warm up longer and send less from ${poor.length === 1 ? 'it' : 'them'}: outreach senders warmup show ${poor[0]?.id}`,
      result: poor,
    });
  },
  view: (poor, { below = limits.goodHealthScore, changed }) =>
    table(
      poor,
      columns('isConnected'),
      changed
        ? `No mailbox below ${below} has changed since the last look.`
        : `No mailbox is below ${below}.`,
      columns(connection),
    ),
});

const columns = (connected: Column<Sender>[1]): Column<Sender>[] => [
  ['ID', 'id', 'id'],
  ['Address', 'address', 'id', 0],
  ['Health', 'healthScore', 'health', 3],
  ['Connected', connected, 'state'],
  ['Campaigns', 'campaignIds.length', 'number'],
];

async function poorOnes(
  { service, screen }: Context,
  campaignId: number | undefined,
  bar: number,
): Promise<Sender[]> {
  const all = await allIn(service.api.pages(senders.list, { query: { campaignId } }));
  const unscored = all.filter(({ healthScore }) => typeof healthScore !== 'number').length;
  if (unscored > 0) screen.note(`${counted(unscored, 'mailbox has', 'mailboxes have')} no score yet.`);
  return all.filter(({ healthScore }) => typeof healthScore === 'number' && healthScore < bar);
}

/** Gives `work` what leaves out the mailboxes that are as they were at the last look, of this run or of another. */
const withLastLook = <T>(
  context: Context,
  { name, changed }: { readonly name: string; readonly changed: boolean },
  work: (sieve: (poor: readonly Sender[]) => readonly Sender[]) => Promise<T>,
): Promise<T> =>
  withStoredLooks(storingPlace(context), async (stored) => {
    let seen = new Set(JSON.parse(stored.findLook(name) ?? '[]') as string[]);
    return work((poor) => {
      const news = poor.filter((sender) => !seen.has(stateOf(sender)));
      const states = poor.map(stateOf);
      seen = new Set(states);
      const keep = async (place: Pick<StoredLooks, 'keepLook'>) =>
        place.keepLook(name, JSON.stringify(states));
      // What could not be written, as where the disk is full, was not shown.
      if (news.length === 0) void keep(stored);
      else
        context.screen.whenShown(() =>
          withStoredLooks({ ...storingPlace(context), note: () => undefined }, keep),
        );
      if (!changed) return poor;
      const known = poor.length - news.length;
      if (known > 0)
        context.screen.note(`${counted(known, 'mailbox is', 'mailboxes are')} as at the last look.`);
      return news;
    });
  });

const stateOf = ({ id, healthScore, isConnected }: Sender): string => `${id} ${healthScore} ${isConnected}`;

function lookUntilPoor(
  context: Context,
  look: () => Promise<readonly Sender[]>,
  pauseMs: number,
  longMs: number | undefined,
): Promise<readonly Sender[]> {
  return context.screen.progress('Watching the mailboxes', async (say) => {
    for await (const poor of looks(context, look, { pauseMs, longMs })) {
      if (poor.length > 0) return poor;
      const at = new Date(await context.service.targetNow());
      say(`Watching: none below the threshold at ${at.toISOString()}`);
    }
    return [];
  });
}
