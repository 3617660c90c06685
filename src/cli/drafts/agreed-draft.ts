import { Failure } from '../../base/errors.ts';
import type { Holds } from '../../client/api/approval.ts';
import type { drafts } from '../../contract/areas/drafts.ts';
import type { ItemOf, Output } from '../../contract/operation.ts';
import { draftDigest } from '../../domain/mail/draft-digest.ts';
import { recipientsIn } from '../../domain/mail/recipients.ts';
import { inline } from '../output/text/inline.ts';
import { laidOut } from './save-draft.ts';

type Draft = ItemOf<typeof drafts.list>;
type Sent = Partial<Output<typeof drafts.send>>;

/** A draft as a person agreed to it, by its digest. */
export class AgreedDraft implements Holds {
  #noted: Draft | undefined;

  constructor(
    private readonly id: unknown,
    private readonly expected: string,
  ) {}

  /** Gives what was read, which must be the same; undefined where the draft is not listed. Throws `draft_changed`. */
  hold(draft: Draft | undefined, so = 'nothing was sent'): Draft {
    const digest = draft === undefined ? null : draftDigest(draft);
    if (draft !== undefined && digest === this.expected) return draft;
    const { id, expected } = this;
    const [what, hint] =
      digest === null
        ? ['is not listed any more: it may have been sent elsewhere', 'See: outreach drafts list']
        : ['has changed since it was read', `Read it again: outreach drafts show ${id} --digest`];
    throw new Failure('draft_changed', `draft ${id} ${what}; ${so}`, {
      hint,
      extra: { draft: id, expected, digest },
    });
  }

  before(noted: unknown): void {
    this.#noted = this.hold((noted ?? undefined) as Draft | undefined);
  }

  /** Throws `sent_otherwise`. */
  after(answer: unknown): void {
    const different = this.#noted && differences(this.#noted, answer as Sent);
    if (different === undefined || different.length === 0) return;
    throw new Failure(
      'sent_otherwise',
      `the answer to sending draft ${this.id} is not what was agreed to: ${different.join('; ')}`,
      { outcome: 'unknown', extra: { draft: this.id } },
    );
  }
}

/** What is not said is not different, nor what is only laid out in another way. */
function differences(draft: Draft, sent: Sent): string[] {
  const others = outside([sent.recipient || null], [draft.to, draft.cc]);
  const missing: string[] = [];
  for (const name of fields) {
    others.push(...outside([sent[name] || null], [draft[name]]));
    if (Array.isArray(sent[name])) missing.push(...outside([draft[name]], [sent[name]]));
  }
  const isOther = (name: 'subject' | 'body') => {
    const said = sent[name];
    return typeof said === 'string' && laidOut(said) !== laidOut(draft[name] ?? '');
  };
  return [
    ...(others.length > 0 ? [`it names ${namesOf(others)}`] : []),
    ...(missing.length > 0 ? [`it does not name ${namesOf(missing)}`] : []),
    ...(isOther('subject') ? [`it has another subject, "${inline(sent.subject ?? '', 60)}"`] : []),
    ...(isOther('body') ? [`it has another text, "${inline(sent.body ?? '', 60)}"`] : []),
  ];
}

/** The spec does not have `bcc`; a service may. */
const fields = ['to', 'cc', 'bcc'] as const;

function outside(said: readonly unknown[], known: readonly unknown[]): string[] {
  const [those, ours] = [said, known].map((values) => {
    const { addresses, unreadable } = recipientsIn(...values);
    return [...addresses, ...unreadable.filter((one) => one.trim() !== '')];
  }) as [string[], string[]];
  const plain = new Set(ours.map((one) => one.toLowerCase()));
  return those.filter((one) => !plain.has(one.toLowerCase()));
}

const namesOf = (addresses: readonly string[]): string =>
  [...new Set(addresses)].map((one) => inline(one, 100)).join(', ');
