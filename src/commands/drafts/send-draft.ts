import { digestOfValue } from '../../base/digest.ts';
import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { Fact } from '../../cli/declare/quote.ts';
import { AgreedDraft } from '../../cli/drafts/agreed-draft.ts';
import {
  answeredBefore,
  isEmpty,
  mailboxOf,
  otherFacts,
  recipientsOf,
  unfilled,
} from '../../cli/drafts/draft-facts.ts';
import { fromFact } from '../../cli/find/names.ts';
import { activeWaivers } from '../../cli/launch/blocking-rules.ts';
import { draftLines, draftRules, refusedDraft } from '../../cli/launch/check/draft-recipients.ts';
import { readUnsubscribed, type Unsubscribed } from '../../cli/launch/check/read-history.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import type { Output } from '../../contract/operation.ts';
import type { Waiver } from '../../domain/launch/problem.ts';
import { verdictOf } from '../../domain/launch/verdict.ts';
import { draftDigest, draftDigestForm } from '../../domain/mail/draft-digest.ts';
import { addresses, type Draft, draftOf, earlierAnswer, sentBefore } from './draft.ts';

interface Wanted {
  readonly draft: number;
  readonly expect: string | undefined;
  readonly accept: readonly Waiver[] | undefined;
  /** Files of events. */
  readonly events: readonly string[] | undefined;
}

/** Sends a draft as the person, or the digest, has agreed to it. */
export async function sendDraft(
  context: Context,
  { draft: id, expect, accept, events }: Wanted,
): Promise<Output<typeof drafts.send>> {
  const read = sameText(context, id, expect);
  const recipients = lookingAgain(context, accept, events && (await readUnsubscribed(context.files, events)));
  const call = { params: { id } };
  const approval = await context.consent.approve(drafts.send, call, async () => {
    const draft = await read();
    const above = [...(await answeredFact(context, draft)), ...(await recipients(draft))];
    const mailbox = await mailboxOf(context, draft);
    return {
      spend: omitUndefined({ recipients: recipientsOf([draft]) ?? undefined }),
      facts: [...above, fromFact(mailbox ? [mailbox] : [{}]), ...factsOf(draft)],
      binds: `${draftDigest(draft)} ${digestOfValue([mailbox?.address, mailbox?.givenName, mailbox?.familyName])}`,
      holds: new AgreedDraft(id, draftDigest(draft)),
      question: 'Send this email',
    };
  });
  return context.service.api(drafts.send, call, approval);
}

/** Lines on who wants no email. Throws `ended-badly` for one who was blocked or said no while the question was open. */
function lookingAgain(
  context: Context,
  accept: readonly Waiver[] | undefined,
  gone: Unsubscribed | undefined,
): (draft: Draft) => Promise<readonly string[]> {
  let lines: readonly string[] | undefined;
  let seen: readonly string[] | undefined;
  return async (draft) => {
    if (lines && !context.consent.ask.possible) return lines;
    const findings = await draftRules(context, gone)(draft);
    const verdict = verdictOf(findings, activeWaivers(context, accept), { sampled: false });
    const messages = verdict.problems.map(({ message }) => message);
    seen ??= messages;
    if (!messages.every((message) => seen?.includes(message))) throw refusedDraft(draft, verdict);
    lines ??= draftLines(context, draft, findings, accept);
    return lines;
  };
}

/** Reads the draft, which must be the expected one, else the one that was read first. Throws `usage` for a malformed digest. */
function sameText(context: Context, id: number, expect: string | undefined): () => Promise<Draft> {
  if (expect !== undefined && !draftDigestForm.test(expect))
    throw new Failure('invalid_value', `--expect is not a digest: ${inline(expect, 80)}`, {
      hint: `It is sha256: and 64 hex digits. See: outreach drafts show ${id} --digest`,
    });
  let agreed = expect === undefined ? undefined : new AgreedDraft(id, expect);
  return async () => {
    const draft = await draftOf(context, id);
    agreed ??= new AgreedDraft(id, draftDigest(draft));
    return withText(agreed.hold(draft));
  };
}

/** What an emptied draft would send is a mistake. Throws `empty_draft`. */
function withText(draft: Draft): Draft {
  if (!isEmpty(draft.body)) return draft;
  throw new Failure('empty_draft', `Draft ${draft.id} has no text; nothing was sent`, {
    hint: `Write one: ${pattern('drafts edit', { draft: draft.id, body: '<text>' })}`,
  });
}

/**
 * A line where the reply that it answers was answered from here: a person who agrees has read it. Throws `conflict` where
 * no person is asked, unless --again says that it is meant.
 */
async function answeredFact(context: Context, draft: Draft): Promise<string[]> {
  const { again, yes, once } = context.screen.globals;
  const earlier = await answeredBefore(context.service, draft);
  if (earlier === undefined) return [];
  if (yes && !again && once === undefined) throw sentBefore(draft, earlier);
  return [`${earlierAnswer(draft, earlier)}: the person gets a second answer`];
}

/** The text is shown whole: it is what a person agrees to. */
const factsOf = (draft: Draft): Fact[] => [
  `To: ${addresses(draft.to) ?? 'not known'}`,
  ...(addresses(draft.cc) ? [`Cc: ${addresses(draft.cc)}`] : []),
  `Subject: ${inline(draft.subject ?? '', 200)}`,
  { theirs: (draft.body ?? '').trim() },
  ...otherFacts(draft),
  ...unfilled(draft),
];
