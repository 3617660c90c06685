import { type MergeLead, mergeValues, parseCopy } from '../merge-tags.ts';
import { missingIn, type RenderedEmail, renderEmail } from '../sequence/render-email.ts';
import type { SentStep } from './wordings.ts';

/** An email that a lead can get. */
export interface EmailFor extends RenderedEmail {
  /** The keys of what is unfilled. */
  readonly missing: readonly string[];
  readonly step: number;
  readonly variant: string;
  readonly contentType: SentStep['contentType'];
}

/**
 * Every email that one lead can get, as the sandbox sends it. Which variants a lead gets is not decided before: in a
 * thread the subject is that of the same variant before it, where there is one.
 */
export function emailsFor(lead: MergeLead, steps: readonly SentStep[], signature: string): EmailFor[] {
  const values = mergeValues(lead);
  let before: readonly EmailFor[] = [];
  return steps.flatMap(({ order, contentType, thread, copies }) => {
    before = copies.map(({ label, ...copy }) => {
      const first = thread ? (before.find(({ variant }) => variant === label) ?? before[0]) : undefined;
      const email = renderEmail({ ...copy, contentType, signature }, values, first);
      return { step: order, variant: label, contentType, ...email, missing: missingIn(email) };
    });
    return before;
  });
}

/** What is unfilled in a text as it is seen there: tags as they are written, and values that are placeholders. */
export const unfilledIn = (
  text: string,
  { unfilled }: Pick<EmailFor, 'unfilled'>,
  type?: EmailFor['contentType'],
): string[] => {
  const bare = unfilled.flatMap(({ key, value }) => (value === undefined ? key : []));
  const tags = parseCopy(text, type).pieces.flatMap(({ raw, key }) =>
    key !== undefined && bare.includes(key) ? raw : [],
  );
  const values = unfilled.flatMap(({ value }) => (value !== undefined && text.includes(value) ? value : []));
  return [...new Set([...tags, ...values])];
};
