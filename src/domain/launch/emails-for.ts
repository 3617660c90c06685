import { type MergeLead, mergeValues, parseCopy } from '../merge-tags.ts';
import { missingIn, type RenderedEmail, renderEmail } from '../sequence/render-email.ts';
import type { SentStep } from './wordings.ts';

export interface EmailFor extends RenderedEmail {
  /** The keys of what is unfilled. */
  readonly missing: readonly string[];
  readonly step: number;
  readonly variant: string;
  readonly contentType: SentStep['contentType'];
}

/** As the sandbox sends them. A variant is drawn when it is sent: a thread has an email for each possible subject. */
export function emailsFor(lead: MergeLead, steps: readonly SentStep[], signature: string): EmailFor[] {
  const values = mergeValues(lead);
  let before: readonly EmailFor[] = [];
  return steps.flatMap(({ order, contentType, thread, copies }) => {
    const threads = thread && before.length > 0 ? bySubject(before) : [undefined];
    before = copies.flatMap(({ label, ...copy }) =>
      threads.map((first) => {
        const email = renderEmail({ ...copy, contentType, signature }, values, first);
        return { step: order, variant: label, contentType, ...email, missing: missingIn(email) };
      }),
    );
    return before;
  });
}

const bySubject = (emails: readonly EmailFor[]): readonly EmailFor[] =>
  [...new Map([...emails].reverse().map((email) => [email.subject, email])).values()].reverse();

/** What is unfilled in a text as it is seen there: tags as they are written, and values that are placeholders. */
export function unfilledIn(
  text: string,
  { unfilled }: Pick<EmailFor, 'unfilled'>,
  type?: EmailFor['contentType'],
): string[] {
  const found = new Set<string>();
  for (const { raw, key } of parseCopy(text, type).pieces)
    if (unfilled.some((one) => one.key === key && one.value === undefined)) found.add(raw);
  for (const { value } of unfilled) if (value !== undefined && text.includes(value)) found.add(value);
  return [...found];
}
