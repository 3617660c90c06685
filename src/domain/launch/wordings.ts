import { replySubject, sign } from '../sequence/render-email.ts';
import { completeVariants, copiesOf, type StepInput } from '../sequence/step-copies.ts';

export interface StepLike extends StepInput {
  readonly order: number;
}

export interface SequenceLike {
  readonly steps: readonly StepLike[];
}

/** What follows the body: the signature of the campaign, or where it has none those of its mailboxes. */
interface Signatures {
  readonly campaign?: string | null | undefined;
  readonly mailboxes: readonly string[];
}

/** A step with nothing left out. */
export type SentStep = ReturnType<typeof stepsOf>[number];

/** The text of an email that can go out, with its tags as they are written. */
export interface Wording extends Omit<SentStep, 'copies'> {
  /** The label of its copy. */
  readonly variant: string;
  /** Which email it is, for people: `step 2`, `step 2, variant B`. */
  readonly place: string;
  /** In a thread, that of the email that began it. */
  readonly subject: string;
  readonly body: string;
}

export const stepsOf = ({ steps }: SequenceLike) =>
  [...steps]
    .sort((a, b) => a.order - b.order)
    .map(({ order, subject, body, contentType, delayDays, useSameThread, variants }, index) => {
      const own = { subject: subject ?? '', body: body ?? '' };
      return {
        order,
        first: index === 0,
        contentType: contentType?.toLowerCase() === 'html' ? ('html' as const) : ('text' as const),
        delayDays: delayDays ?? 0,
        /** Goes on in the thread of the email before, and has its subject. */
        thread: index > 0 && useSameThread === true,
        copies: copiesOf(own, completeVariants(own, variants ?? [])),
      };
    });

/** Each copy with each signature and each subject of its thread at least once; not every subject with every signature. */
export function wordingsIn(sequence: SequenceLike, { campaign, mailboxes }: Signatures): Wording[] {
  const endings = campaign ? [campaign] : [...new Set(mailboxes)];
  const wordings: Wording[] = [];
  let subjects: readonly string[] = [];
  for (const { copies, ...step } of stepsOf(sequence)) {
    const written = step.thread ? subjects.map(replySubject) : copies.map(({ subject }) => subject);
    subjects = [...new Set(written)];
    for (const { label: variant, ...copy } of copies) {
      const own = step.thread ? subjects : [copy.subject];
      const place = `step ${step.order}${copies.length > 1 ? `, variant ${variant}` : ''}`;
      for (let at = 0; at < Math.max(own.length, endings.length); at++) {
        const subject = own[at % own.length] ?? '';
        const body = sign(copy.body, endings[at % endings.length] ?? '', step.contentType);
        wordings.push({ ...step, variant, place, subject, body });
      }
    }
  }
  return wordings;
}
