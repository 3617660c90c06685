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
  const emails: EmailFor[] = [];
  let before: EmailFor[] = [];
  for (const { order: step, contentType, thread, copies } of steps) {
    const threads = thread && before.length > 0 ? bySubject(before) : [undefined];
    before = [];
    for (const { label: variant, ...copy } of copies)
      for (const first of threads) {
        const email = renderEmail({ ...copy, contentType, signature }, values, first);
        before.push({ step, variant, contentType, ...email, missing: missingIn(email) });
      }
    emails.push(...before);
  }
  return emails;
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
