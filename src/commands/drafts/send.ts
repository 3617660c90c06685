import { Failure } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { recordOf } from '../../cli/declare/answer.ts';
import { type Context, command } from '../../cli/declare/command.ts';
import { opt } from '../../cli/declare/params.ts';
import type { Fact } from '../../cli/declare/quote.ts';
import { acceptOption } from '../../cli/declare/shared-options.ts';
import { record, stack, text } from '../../cli/declare/view.ts';
import { AgreedDraft } from '../../cli/drafts/agreed-draft.ts';
import { answeredBefore, isEmpty, otherFacts, recipientsOf, unfilled } from '../../cli/drafts/draft-facts.ts';
import { draftLines, draftRules } from '../../cli/launch/check/draft-recipients.ts';
import { readUnsubscribed } from '../../cli/launch/check/read-history.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { blocklist } from '../../contract/areas/blocklist.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { leads } from '../../contract/areas/leads.ts';
import { replies } from '../../contract/areas/replies.ts';
import type { Output } from '../../contract/operation.ts';
import { draftDigest, draftDigestForm } from '../../domain/mail/draft-digest.ts';
import { addresses, type Draft, draftArgument, draftOf, earlierAnswer, sentBefore } from './draft.ts';

export const send = command({
  name: 'send',
  summary: 'Send a draft: a real email that cannot be recalled',
  about: `It goes out from the mailbox of the conversation. If the draft changes after you agreed, nothing is sent (exit 7). A change just before the call goes out unseen. If other text or people went out, it ends with 14.

With --yes, a reply answered from here gets no second answer (exit 7), unless you add --again.

A person who is on the blocklist, said no or unsubscribed gets it only after a question. With --yes it ends with 16, unless --accept names the rule (blocklisted, said-no, unsubscribed) and a reason. The service lists no unsubscribes: add --events. --expect takes the digest of \`replies next\` or \`drafts show --digest\`.`,
  uses: [drafts.list, drafts.send, leads.get, replies.list, blocklist.list],
  tool: 'effects',
  core: true,
  answer: recordOf(drafts.send),
  fails: ['ended-badly'],
  args: {
    draft: draftArgument,
    expect: opt.text('send it only if it still has this digest', { hint: 'digest' }),
    events: opt.files('saved events, which tell who unsubscribed (`webhooks listen --save`)', 'document'),
    ...acceptOption,
  },
  examples: [
    'outreach drafts send "$(outreach drafts list --limit 1 --fields id)"',
    'outreach drafts send "$(outreach drafts list --limit 1 --fields id)" --yes',
  ],
  async run(context, { draft: id, expect, accept, events }) {
    const read = sameText(context, id, expect);
    const rules = draftRules(context, events && (await readUnsubscribed(context.files, events)));
    let recipients: readonly string[] | undefined;
    const call = { params: { id } };
    const approval = await context.consent.approve(drafts.send, call, async () => {
      const draft = await read();
      const answered = await answeredFact(context, draft);
      recipients ??= draftLines(context, draft, await rules(draft), accept);
      return {
        spend: omitUndefined({ recipients: recipientsOf([draft]) ?? undefined }),
        facts: [...answered, ...recipients, ...factsOf(draft)],
        binds: draftDigest(draft),
        holds: new AgreedDraft(id, draftDigest(draft)),
        question: 'Send this email',
      };
    });
    return context.service.api(drafts.send, call, approval);
  },
  next: () => [advise('drafts list')],
  view: (sent) =>
    stack(
      text(sentText(sent)),
      record(
        ['Draft', sent.id, 'id'],
        ['Status', sent.status ?? undefined, 'state'],
        // Of one whose answer was lost, the client says what is known.
        ['Note', typeof sent.message === 'string' ? sent.message : undefined],
        ['Cc', addresses(sent.cc), 'id'],
        ['Subject', sent.subject],
      ),
    ),
});

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

/** The answer has no time: what is only scheduled shows in the conversation once it has left. */
function sentText({ recipient, to, status, leadId }: Output<typeof drafts.send>): string {
  const person = recipient ?? addresses(to ?? undefined) ?? 'the lead';
  if (status !== 'scheduled') return `Sent to ${person}`;
  const look = leadId === null || leadId === undefined ? '' : `: outreach leads conversation ${leadId}`;
  return `Scheduled to ${person}. It leaves next from the mailbox of the conversation; the service does not say when. To see whether it has left${look}`;
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
