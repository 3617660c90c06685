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
import {
  type Attention,
  type AttentionKind,
  type Concern,
  worstFirst,
} from '../../domain/attention/attention.ts';
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

/** The line that deals with it: the first that it has the values for. */
type Lines = (concern: Concern, around: Around) => readonly (Advice | undefined)[];

const guarding: Lines = ({ id, state }) => [
  state === 'fail'
    ? advise('campaigns guard', { campaigns: id, pause: true })
    : advise('campaigns check', { campaign: id }),
];

const lines: Readonly<Record<AttentionKind, Lines>> = {
  'bounces-high': guarding,
  'complaints-high': guarding,
  'runs-dry': ({ id }) => [advise('campaigns forecast', { campaign: id })],
  'journal-open': ({ id }) => [advise('journal settle', { id }), advise('journal list', { open: true })],
  'campaign-stalled': ({ id, findings = [] }, around) => [
    ...findings.map((one) => remedyOf(one, { ...around, id: id ?? '', status: 'running' }).advice),
    advise('campaigns why', { campaign: id }),
  ],
  'senders-off': ({ id }) => [
    advise('senders get', { sender: id }),
    advise('senders list', { disconnected: true }),
  ],
  'senders-held-back': ({ id }) => [advise('campaigns health', { campaign: id })],
  'order-failed': ({ id }) => [advise('dfy orders get', { id }), advise('dfy orders list')],
  'import-failed': ({ id, credits }) => [
    buying(credits),
    advise('finder imports get', { id }),
    advise('finder imports list'),
  ],
  'approvals-waiting': ({ id }, { hasTerminal }) => [
    hasTerminal && id !== null ? advise('approvals approve', { code: id }) : undefined,
    advise('approvals list'),
  ],
  'replies-unanswered': (_, { hasTerminal }) => [advise(hasTerminal ? 'replies desk' : 'replies next')],
  'drafts-waiting': () => [advise('drafts list')],
  'autopilot-approval': ({ id }) => [advise('autopilot approve', { run: id }), advise('autopilot list')],
  'credits-low': ({ credits }) => [buying(credits)],
  'senders-low': ({ id }) => [
    advise('senders warmup show', { sender: id }),
    advise('senders list', { below: limits.goodHealthScore }),
  ],
  'webhook-disabled': ({ id }) => [advise('webhooks enable', { id }), advise('webhooks list')],
};

const buying = (missing: number | undefined): Advice | undefined =>
  missing ? advise('credits buy', { amount: creditsToBuy(missing) }) : undefined;

const concernCommand = (concern: Concern, around: Around): string =>
  lines[concern.kind](concern, around)
    .flatMap((advice) => (advice && refuseHarm({ advice }) ? (lineOf(advice) ?? []) : []))
    .at(0) ?? 'outreach help';

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
