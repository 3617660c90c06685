import type { Advice } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { lineOf } from '../../cli/advice/line-of.ts';
import { refuseHarm } from '../../cli/advice/refuse-harm.ts';
import { doneCalls } from '../../cli/connect/done-calls.ts';
import { replyMarksOf } from '../../cli/connect/reply-marks.ts';
import type { Settings } from '../../cli/declare/settings.ts';
import type { World } from '../../cli/declare/world.ts';
import { ifReadable } from '../../cli/find/names.ts';
import { stoppedAmong } from '../../cli/launch/check/read-senders.ts';
import { messageOf, type Around as Remedies, remedyOf } from '../../cli/launch/remedies.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { accountOf } from '../../cli/profile/account.ts';
import type { ReplyMark } from '../../client/guard/reply-marks.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { creditsToBuy } from '../../contract/credit-fields.ts';
import { limits } from '../../contract/limits.ts';
import { redact } from '../../contract/redact.ts';
import {
  approvalConcerns,
  askedConcerns,
  creditConcerns,
  importConcerns,
  journalConcerns,
  orderConcerns,
} from '../../domain/attention/account-concerns.ts';
import { type Attention, type Concern, worstFirst } from '../../domain/attention/attention.ts';
import {
  burningConcerns,
  dryConcern,
  stalledConcern,
  type WatchedCampaign,
} from '../../domain/attention/campaign-concerns.ts';
import { replyConcerns } from '../../domain/attention/reply-concerns.ts';
import { senderConcerns } from '../../domain/attention/sender-concerns.ts';
import { type SeenWebhooks, webhookConcerns } from '../../domain/attention/webhook-concerns.ts';
import { sentAnswers } from '../../domain/replies/waiting.ts';
import type { PartReader } from './part-reader.ts';
import type { AccountLists, Running } from './read-lists.ts';

/** The machine that looks, and whose account it looks at. */
export interface Looker {
  readonly settings: Settings;
  readonly world: World;
  readonly isForPeople: boolean;
  /** One line each, for what this machine cannot store. */
  warn(line: string): void;
}

interface Found {
  readonly lists: AccountLists;
  readonly running: readonly (Running & Omit<WatchedCampaign, 'campaign'>)[];
  readonly held: readonly WatchedCampaign[];
  readonly seen: SeenWebhooks;
  readonly now: number;
  /** Of credits; undefined where none is set. */
  readonly bar: number | undefined;
}

/** Everything that needs a person, the worst first, each with its line. What cannot be read adds nothing. */
export async function attentionIn(looker: Looker, reader: PartReader, found: Found): Promise<Attention[]> {
  const { lists, running, held, seen, now, bar } = found;
  const runs = lists.runs?.items ?? [];
  const imports = lists.imports?.items ?? [];
  const stopped = await stoppedAmong(looker, lists.senders?.items ?? []);
  const concerns = [
    ...[...running, ...held].flatMap(burningConcerns),
    ...running.flatMap(dryConcern),
    ...(await openCalls(looker, reader)),
    ...(await askedCalls(looker, reader)),
    ...running.flatMap((one) => stalledConcern({ ...one, stopped }, now)),
    ...senderConcerns({ senders: lists.senders, running, knowsRunning: lists.campaigns?.isWhole === true }),
    ...orderConcerns(lists.orders?.items ?? [], now),
    ...importConcerns(imports, now),
    ...(await waitingMail(looker, reader, found)),
    ...approvalConcerns(runs, now),
    ...creditConcerns({ balance: lists.balance, bar, imports, runs }),
    ...webhookConcerns(lists.webhooks ?? [], seen, now),
  ];
  // In this order: what Node reads a piped stdin with takes long to load.
  const hasTerminal = Boolean(looker.world.stdout.isTTY && looker.world.stdin.isTTY);
  return worstFirst(
    concerns.flatMap((concern) => {
      const { credits, findings, isForPrograms, id, state, ...shown } = concern;
      if (isForPrograms && looker.isForPeople) return [];
      const senders = running.find(({ campaign }) => String(campaign.id) === id)?.senders;
      // What undoes a stop is said, and advised nowhere.
      const stop = findings?.find(({ rule, about }) => rule === 'limits-zero' && !about);
      const message = messageOf({ ...shown, byHand: stop && remedyOf(stop, { id: '' }).byHand });
      return {
        ...shown,
        message: looker.isForPeople ? inline(message, longest) : message,
        command: concernCommand(concern, { hasTerminal, senders, stopped }),
        ...{ id, state },
      };
    }),
  );
}

interface Around {
  readonly hasTerminal: boolean;
  readonly senders: Remedies['senders'];
  readonly stopped: Remedies['stopped'];
}

/** The lines that may deal with it, the likeliest first. */
function linesOf(concern: Concern, { hasTerminal, ...around }: Around): readonly (Advice | undefined)[] {
  const { kind, id, state, credits, findings = [] } = concern;
  switch (kind) {
    case 'bounces-high':
    case 'complaints-high':
      return state === 'fail'
        ? [advise('campaigns guard', { campaigns: id, pause: true })]
        : [advise('campaigns check', { campaign: id })];
    case 'runs-dry':
      return [advise('campaigns forecast', { campaign: id })];
    case 'journal-open':
      return [advise('journal settle', { id }), advise('journal list', { open: true })];
    case 'campaign-stalled':
      return [
        ...findings.map((one) => remedyOf(one, { ...around, id: id ?? '', status: 'running' }).advice),
        advise('campaigns why', { campaign: id }),
      ];
    case 'senders-off':
      return [advise('senders get', { sender: id }), advise('senders list', { disconnected: true })];
    case 'senders-held-back':
      return [advise('campaigns health', { campaign: id })];
    case 'order-failed':
      return [advise('dfy orders get', { id }), advise('dfy orders list')];
    case 'import-failed':
      return [buying(credits), advise('finder imports get', { id }), advise('finder imports list')];
    case 'approvals-waiting':
      return [
        hasTerminal && id !== null ? advise('approvals approve', { code: id }) : undefined,
        advise('approvals list'),
      ];
    case 'replies-unanswered':
      return [advise(hasTerminal ? 'replies desk' : 'replies next')];
    case 'drafts-waiting':
      return [advise('drafts list')];
    case 'autopilot-approval':
      return [advise('autopilot approve', { run: id }), advise('autopilot list')];
    case 'credits-low':
      return [buying(credits)];
    case 'senders-low':
      return [
        advise('senders warmup show', { sender: id }),
        advise('senders list', { below: limits.goodHealthScore }),
      ];
    case 'webhook-disabled':
      return [advise('webhooks enable', { id }), advise('webhooks list')];
  }
}

const buying = (missing: number | undefined): Advice | undefined =>
  missing ? advise('credits buy', { amount: creditsToBuy(missing) }) : undefined;

/** The first line that it has the values for. */
function concernCommand(concern: Concern, around: Around): string {
  for (const advice of linesOf(concern, around)) {
    const line = advice && refuseHarm({ advice }) ? lineOf(advice) : undefined;
    if (line !== undefined) return line;
  }
  return 'outreach help';
}

/** Of a message at a terminal, with names that others gave. */
const longest = 600;

const journalName = async ({ journal }: World): Promise<string> =>
  (await journal.where()) === null ? 'the journal on this machine' : 'open requests in the shared journal';

/** What waits in the journal for this account; nothing that a process works on now. */
async function openCalls({ world, settings }: Looker, reader: PartReader): Promise<Concern[]> {
  const account = accountOf(settings);
  const waiting = await reader.local(await journalName(world), async () =>
    (await world.journal.mayHaveOpen()) ? (await world.journal.open()).waiting() : [],
  );
  const own = (waiting ?? []).filter((intent) => intent.account === account);
  return journalConcerns(
    own.map(({ id, state, damaged, summary, startedAt }) => ({
      id,
      state: damaged.length > 0 ? 'unknown' : state,
      summary: inline(redact(summary), 100),
      startedAt,
    })),
    world.clock.now(),
  );
}

/** What agents and scripts asked for, and no person has decided about. */
async function askedCalls({ world, settings }: Looker, reader: PartReader): Promise<Concern[]> {
  const asked = await reader.local(await journalName(world), async () => {
    if (!(await world.journal.isAt(await world.journal.where()))) return [];
    const journal = await world.journal.open();
    return journal.approvals.list(await journal.now(world.clock.now()), false);
  });
  const account = accountOf(settings);
  const waiting = (asked ?? []).filter((one) => one.account === account && one.state === 'waiting');
  return askedConcerns(waiting, world.clock.now());
}

/** A home that cannot be written has none; a shared journal that does not answer may have any. */
async function marksOf(looker: Looker, reader: PartReader): Promise<readonly ReplyMark[] | undefined> {
  const { world, settings } = looker;
  if ((await world.journal.where()) === null)
    return reader.local('what was done with replies from here', () => replyMarksOf(looker).list());
  return reader.local('what was done with replies, in the shared journal', async () =>
    (await world.journal.open()).replies.list(accountOf(settings)),
  );
}

async function waitingMail(looker: Looker, reader: PartReader, { lists, now }: Found): Promise<Concern[]> {
  if (!lists.replies?.items.length && !lists.drafts?.items.length) return [];
  const marks = await marksOf(looker, reader);
  const sent = marks && (await ifReadable(doneCalls(looker, drafts.send)));
  return replyConcerns({
    replies: lists.replies,
    drafts: lists.drafts,
    isAnswered: sentAnswers(sent ?? []),
    marks: marks ?? [],
    now,
  });
}
