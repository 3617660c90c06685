import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emailsFor } from '../../src/domain/launch/emails-for.ts';
import type { CheckedLead } from '../../src/domain/launch/lead-faults.ts';
import { tagRules } from '../../src/domain/launch/tag-rules.ts';
import { type StepLike, stepsOf, type Wording, wordingsIn } from '../../src/domain/launch/wordings.ts';
import { unfilledIn } from '../../src/domain/sequence/render-email.ts';
import { day } from '../../src/domain/window.ts';
import { setAnswerProfile } from '../../src/sandbox/world/answers/answer-profile.ts';
import { monday, newOffice, type Office } from './office.ts';

interface Sent {
  readonly email: string;
  readonly step: number;
  readonly variant: string;
  readonly sender: number;
  readonly subject: string;
  readonly body: string;
  readonly missing: string | null;
}

const pieces = fc.constantFrom(
  ...[
    '{firstName}',
    '{FIRST NAME}',
    '{first_name}',
    '{company}',
    '{Deal Size}',
    '{deal_size}',
    '{nick}',
    '{NICK }',
  ],
  ...['{Pain\tPoint}', '{', '}', '{}', ' ', 'Hello', 'é👋', 'Re: ', '<style>p{color:red}</style>'],
);
/** A tag of another tool, in double braces, is a placeholder of the copy, and not held against each lead. */
const copy = fc
  .array(pieces, { maxLength: 5 })
  .map((parts) => parts.join(''))
  .filter((text) => !/\{\{[^{}\r\n]*\}\}/.test(text));
const body = copy.map((text) => `Text ${text}`);

const steps = fc.array(
  fc.record({
    subject: copy,
    body,
    useSameThread: fc.boolean(),
    contentType: fc.constantFrom('text', 'html'),
    delayDays: fc.integer({ min: 1, max: 3 }),
    variants: fc.array(fc.record({ subject: copy, body }), { maxLength: 2 }),
  }),
  { minLength: 1, maxLength: 3 },
);

/** With braces in them, some the person's and some of a placeholder, and with a character that is not seen. */
const value = fc.constantFrom(
  ...[undefined, '', ' ', 'Ann', 'O{Neil', '} {', 'Bo {Bo}', '\u200b', 'ünï'],
  ...['{who}', '{lastName}', '[Name]', 'Dear {company}', '{{nick}}', 'TODO'],
);
const leads = fc.array(
  fc.record({
    firstName: value,
    company: value,
    customVariables: fc.dictionary(
      fc.constantFrom('nick', 'Deal Size', 'first_name', 'Pain\tPoint'),
      fc.oneof(value, fc.constantFrom(null, 5, [1], { a: '{nick}' })),
      { maxKeys: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

const campaigns = fc.record({ steps, leads, signature: copy, mailboxes: fc.tuple(copy, copy) });

it('is in the outbox exactly what the rules of merge tags found before', { tags: 'slow' }, async () => {
  await fc.assert(
    fc.asyncProperty(campaigns, async ({ steps: given, leads: people, signature, mailboxes }) => {
      const office = await newOffice('tags', monday);
      const sequence = { steps: given.map((step, at): StepLike => ({ order: at + 1, ...step })) };
      const leadsGiven = people.map(
        (person, at): CheckedLead => ({ email: `p${at}@acme${at}.example`, ...person }),
      );
      const signatures = await started(office, { sequence, leads: leadsGiven, signature, mailboxes });
      const every = tagRules(wordingsIn(sequence, { campaign: signature, mailboxes }));
      for (const lead of leadsGiven) {
        const sent = sentTo(office, lead.email);
        expect(sent.map(({ step }) => step)).toEqual(given.map((_, at) => at + 1));
        const before = new Set(emptyIn(every, lead));
        const found = new Set<string>();
        for (const [at, email] of sent.entries()) {
          const missing = missingIn(email);
          for (const key of missing) found.add(key);
          expect([email.step, ...missing.sort()]).toEqual([
            email.step,
            ...emptyIn(tagRules([wordingOf(sequence.steps, sent.slice(0, at + 1), signatures)]), lead).sort(),
          ]);
        }
        for (const key of found) expect(before).toContain(key);
        const isWhole = given.every(({ variants }) => variants.length === 0) && new Set(mailboxes).size === 1;
        if (isWhole || signature !== '') expectPreview(sequence.steps, lead, signatures, sent);
        if (isWhole) expect(found).toEqual(before);
      }
    }),
    { numRuns: 25 },
  );
});

const emptyIn = (rules: ReturnType<typeof tagRules>, lead: CheckedLead): string[] =>
  [...rules(lead)].flatMap(({ rule, detail = '' }) =>
    rule === 'merge-tag-empty' || rule === 'placeholder-left' ? [detail] : [],
  );

const missingIn = ({ missing }: Sent): string[] => unfilledIn(missing).map(({ key }) => key);

interface Campaign {
  readonly sequence: { readonly steps: readonly StepLike[] };
  readonly leads: readonly CheckedLead[];
  readonly signature: string;
  readonly mailboxes: readonly [string, string];
}

/** Runs a campaign to its end without answers; gives what each mailbox signs with. */
async function started(office: Office, { sequence, leads: given, signature, mailboxes }: Campaign) {
  setAnswerProfile(office.sandbox.state, {
    ...{ reply: 0, outOfOffice: 0, unsubscribeLink: 0, softBounce: 0, complaint: 0, invalidAddresses: 0 },
  });
  for (const [at, text] of mailboxes.entries())
    await office.call('PUT', `/sender-emails/${at + 1}`, { signature: text });
  const id = await office.campaign({ leads: given.map((lead) => ({ ...lead })), senders: [1, 2] });
  await office.call('PUT', `/campaigns/${id}/sequence`, { ...sequence, signature });
  await office.call('POST', `/campaigns/${id}/resume`, {});
  await office.sandbox.advance(20 * day);
  return new Map(mailboxes.map((text, at) => [at + 1, signature || text]));
}

const sentTo = (office: Office, email: string): Sent[] =>
  office.rows<Sent>(
    `SELECT recipient AS email, step, variant, sender_id AS sender, subject, body, missing FROM email
     WHERE sent_at IS NOT NULL AND recipient = '${email}' ORDER BY sent_at, id`,
  );

/** The wording of the last of some emails: of a sequence in which every step has but the copy that was sent. */
function wordingOf(
  all: readonly StepLike[],
  sent: readonly Sent[],
  signatures: Map<number, string>,
): Wording {
  const only = sent.map(({ step, variant }): StepLike => {
    const { variants: _, ...own } = all[step - 1] ?? { order: step };
    const [chosen] = stepsOf({ steps: [all[step - 1] ?? own] }).flatMap(({ copies }) =>
      copies.filter(({ label }) => label === variant),
    );
    return { ...own, subject: chosen?.subject, body: chosen?.body };
  });
  const last = sent.at(-1);
  const signature = signatures.get(last?.sender ?? 0) ?? '';
  const found = wordingsIn({ steps: only }, { campaign: signature, mailboxes: [] }).at(-1);
  if (!found) throw new Error('nothing was sent');
  return found;
}

/** What the preview shows is what was sent; where a step has variants, what was sent is among it. */
function expectPreview(
  all: readonly StepLike[],
  lead: CheckedLead,
  signatures: Map<number, string>,
  sent: readonly Sent[],
): void {
  const signature = signatures.get(sent[0]?.sender ?? 0) ?? '';
  const shown = emailsFor(lead, stepsOf({ steps: all }), signature);
  const rows = shown.map(({ step, variant, subject, body, missing }) => [
    step,
    variant,
    subject,
    body,
    missing,
  ]);
  const gone = sent.map((email) => [email.step, email.variant, email.subject, email.body, missingIn(email)]);
  const isOneEach = all.every(({ variants }) => (variants?.length ?? 0) === 0);
  expect(rows).toEqual(isOneEach ? gone : expect.arrayContaining(gone));
}
