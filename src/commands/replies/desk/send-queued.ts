import { counted } from '../../../base/counted.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import type { Context } from '../../../cli/declare/command.ts';
import { AgreedDraft } from '../../../cli/drafts/agreed-draft.ts';
import { answeredBefore, otherFacts, recipientsOf, unfilled } from '../../../cli/drafts/draft-facts.ts';
import { listed } from '../../../cli/drafts/save-draft.ts';
import { allIn } from '../../../cli/find/find-in-pages.ts';
import { verdictLines } from '../../../cli/launch/blocking-rules.ts';
import { type DraftRules, draftRules } from '../../../cli/launch/check/draft-recipients.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { drafts } from '../../../contract/areas/drafts.ts';
import type { Findings } from '../../../domain/launch/problem.ts';
import { draftDigest } from '../../../domain/mail/draft-digest.ts';
import { firstWords } from '../../../domain/mail/first-words.ts';
import type { Draft } from '../queue/read-queue.ts';
import { type Desk, type QueuedCard, queuedIn } from './desk.ts';

/** What became of each queued answer. */
interface Sending {
  sent(card: QueuedCard): Promise<void>;
  /** It is another text now, or gone: nothing was sent, and it is to be looked at again. */
  moved(card: QueuedCard, now: Draft | undefined): void;
  /** Another command on this machine has answered the reply meanwhile. */
  sentBefore(card: QueuedCard, intent: number): void;
  failed(card: QueuedCard, failure: Failure): void;
  /** It may have been sent: it is not among those that were not. */
  inDoubt(card: QueuedCard): void;
  /** The person wants no email by now, which the screen did not say when it was queued. */
  unwelcome(card: QueuedCard, why: readonly string[]): void;
}

/**
 * Sends the queued answers after one question. Each is sent only as the text that was on the screen, and only where no more
 * speaks against it than the screen said: before the question, and right before its call. Throws `not-confirmed` at a no,
 * and what ends everything.
 */
export async function sendQueued(context: Context, desk: Desk, sending: Sending): Promise<void> {
  const found = await allIn(context.service.api.pages(drafts.list, {}, { pageSize: 200 }));
  const now = new Map(found.map((draft) => [String(draft.id), draft]));
  const same: QueuedCard[] = [];
  const facts: string[][] = [];
  const rules = draftRules(context);
  for (const card of queuedIn(desk)) {
    const findings = await findingsOn(context, card, now.get(String(card.draft.id)), { rules, sending });
    if (findings === undefined) continue;
    const lines = verdictLines({ ...findings, waived: [] });
    same.push(card);
    facts.push([...factsOf(card.draft), ...lines.map((line) => `  ${line}`)]);
  }
  if (same.length === 0) return;
  const calls = same.map(({ draft }, at) => ({
    operation: drafts.send,
    input: { params: { id: Number(draft.id) } },
    own: {
      facts: facts[at] ?? [],
      recipients: recipientsOf([draft]),
      binds: draftDigest(draft),
      holds: new AgreedDraft(draft.id, draftDigest(draft)),
    },
  }));
  const queued = same.map(({ draft }) => draft);
  const people = recipientsOf(queued);
  const to = people === null ? '' : ` to ${counted(people, 'person', 'people')}`;
  const question = `Send ${counted(queued.length, 'answer')}${to}`;
  const approvals = await context.consent.approveAll(calls, () => ({
    summary: question,
    question,
    exact: true,
    recipients: people,
    binds: queued.map(draftDigest).join(' '),
    facts: facts.flat(),
  }));
  // Who was blocked or said no while the question was open.
  const last = { rules: draftRules(context), sending };
  await context.screen.progress('Sending', async (say) => {
    for (const [at, card] of same.entries()) {
      say('Sending', { done: at, total: same.length });
      const approval = approvals[at]?.();
      const call = calls[at];
      if (approval === undefined || call === undefined) continue;
      if ((await findingsOn(context, card, card.draft, last)) === undefined) continue;
      try {
        // The draft is read again right before the call.
        await context.service.api(drafts.send, call.input, approval);
      } catch (error) {
        if (error instanceof Failure && error.is('draft_changed')) {
          const found = await listed(context.service, call.input.params.id);
          if (await findingsOn(context, card, found, last)) sending.moved(card, found);
          continue;
        }
        if (!(error instanceof Failure)) throw error;
        if (error.kind === 'unknown-outcome') sending.inDoubt(card);
        if (error.kind === 'unknown-outcome' || isStop(error)) throw error;
        sending.failed(card, error);
        if (endsAll.includes(error.kind)) return;
        continue;
      }
      await sending.sent(card);
    }
  });
}

/** What the next call would end with as well. */
const endsAll: readonly Failure['kind'][] = ['unauthenticated', 'forbidden', 'unreachable', 'rate-limited'];

/** What speaks against the answer, as the screen said it; undefined where it cannot go out, which `sending` learns. */
async function findingsOn(
  context: Context,
  card: QueuedCard,
  now: Draft | undefined,
  { rules, sending }: { readonly rules: DraftRules; readonly sending: Sending },
): Promise<Findings | undefined> {
  const { draft, category, unwelcome = [] } = card;
  const earlier = await answeredBefore(context.service, draft);
  if (earlier) return void sending.sentBefore(card, earlier.intent);
  if (now === undefined || draftDigest(now) !== draftDigest(draft)) return void sending.moved(card, now);
  const findings = await rules(draft, { category });
  const why = findings.problems.map(({ message }) => message);
  if (why.every((message) => unwelcome.includes(message))) return findings;
  return void sending.unwelcome(card, why);
}

/** A line for each answer: to whom, the subject, how it begins; and below it what is not filled in. */
const factsOf = (draft: Draft): string[] => [
  [
    `To ${[...(draft.to ?? ['an unknown address']), ...(draft.cc ?? [])].join(', ')}`,
    inline(draft.subject ?? '', 60),
    inline(firstWords(draft.body), 60),
  ].join(' · '),
  ...[...otherFacts(draft), ...unfilled(draft)].map((line) => `  ${line}`),
];
