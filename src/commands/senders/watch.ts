import { counted } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { noteTime } from '../../cli/answer/await-end.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import { type Cell, type Column, table } from '../../cli/declare/view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { senders } from '../../contract/areas/senders.ts';
import { limits } from '../../contract/limits.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { connection } from './sender-view.ts';

type Sender = ItemOf<typeof senders.list>;

const [lowest, highest] = limits.healthScore;
const usualPauseMs = 15 * 60_000;
const failuresAllowed = 5;

export const watch = command({
  name: 'watch',
  summary: 'Watch mailbox health and report any below a threshold',
  about: `Checks every 15 minutes, or as --every says, until a mailbox is below the threshold: then it shows them and exits with 16. --once checks once; --for exits with 0 after that time if none was found. A mailbox without a score (warm-up off or too young) does not count.

With --ndjson each mailbox is a line.`,
  uses: [senders.list, campaigns.list],
  fails: ['ended-badly'],
  interactive: true,
  args: {
    below: opt.int('health threshold (default 90)', { min: lowest, max: highest, hint: 'score' }),
    once: opt.flag('check once'),
    every: opt.duration('how often to check (default 15m)'),
    for: opt.duration('stop after this long'),
    campaign: opt.text('only mailboxes of this campaign', { hint: 'campaign' }),
  },
  excludes: [['once', 'every', 'for']],
  examples: [
    'outreach senders watch --once',
    'outreach senders watch --below 80 --every 1h --ndjson',
    'outreach senders watch --campaign 1 --once --json --fields address,healthScore',
  ],
  async run(context, { below, once, every, for: long, campaign }) {
    const bar = below ?? limits.goodHealthScore;
    const campaignId = campaign === undefined ? undefined : await context.find.campaign(campaign);
    const look = () => poorOnes(context, campaignId, bar);
    const poor = once ? await look() : await lookUntilPoor(context, look, every ?? usualPauseMs, long);
    if (poor.length === 0) return poor;
    throw new Failure('health_below', sentence(poor, bar), {
      hint: `Warm up longer and send less from ${poor.length === 1 ? 'it' : 'them'}: outreach senders warmup show ${poor[0]?.id}`,
      result: poor,
    });
  },
  view: (poor, { below }) =>
    table(
      poor,
      columns(({ isConnected }) => isConnected),
      `No mailbox is below ${below ?? limits.goodHealthScore}.`,
      columns(connection),
    ),
});

const columns = (connected: (sender: Sender) => Cell): Column<Sender>[] => [
  ['ID', (sender) => sender.id, 'id'],
  ['Address', (sender) => sender.address, 'id', 0],
  ['Health', (sender) => sender.healthScore, 'health', 3],
  ['Connected', connected, 'state'],
  ['Campaigns', (sender) => sender.campaignIds?.length, 'number'],
];

async function poorOnes(
  { api, note }: Context,
  campaignId: number | undefined,
  bar: number,
): Promise<Sender[]> {
  const poor: Sender[] = [];
  let unscored = 0;
  for await (const { items } of api.pages(senders.list, { query: { campaignId } }))
    for (const sender of items) {
      if (typeof sender.healthScore !== 'number') unscored++;
      else if (sender.healthScore < bar) poor.push(sender);
    }
  if (unscored > 0) note(`${counted(unscored, 'mailbox has', 'mailboxes have')} no score yet.`);
  return poor;
}

async function lookUntilPoor(
  context: Context,
  look: () => Promise<Sender[]>,
  pauseMs: number,
  longMs: number | undefined,
): Promise<Sender[]> {
  const { progress, note } = context;
  const { clock, signal } = context.world;
  let isFirst = true;
  const end = longMs === undefined ? Number.POSITIVE_INFINITY : clock.now() + longMs;
  return progress('Watching the mailboxes', async (say) => {
    for (let failures = 0; ; ) {
      try {
        const poor = await look();
        failures = 0;
        if (poor.length > 0) return poor;
        say(`Watching: none below the threshold at ${new Date(clock.now()).toISOString()}`);
      } catch (error) {
        if (!mayPass(error) || ++failures >= failuresAllowed) throw error;
        note(`Could not check (${(error as Failure).message}); trying again`);
      }
      const left = end - clock.now();
      if (left <= 0) return [];
      if (isFirst) noteTime(context);
      isFirst = false;
      await clock.sleep(Math.min(Math.max(pauseMs, 1000), left), signal);
    }
  });
}

const mayPass = (error: unknown): boolean =>
  error instanceof Failure &&
  !isStop(error) &&
  ['rate-limited', 'service', 'unreachable'].includes(error.kind);

function sentence(poor: readonly Sender[], bar: number): string {
  const named = poor.slice(0, 5).map(({ address, healthScore }) => `${address} (${healthScore})`);
  const more = poor.length > named.length ? ` and ${poor.length - named.length} more` : '';
  return `${counted(poor.length, 'mailbox is', 'mailboxes are')} below ${bar}: ${named.join(', ')}${more}`;
}
