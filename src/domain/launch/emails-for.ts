import { type MergeLead, mergeValues } from '../merge-tags.ts';
import { type RenderedEmail, renderEmail } from '../sequence/render-email.ts';
import type { SentStep } from './wordings.ts';

/** An email that a lead can get. */
export interface EmailFor extends RenderedEmail {
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
    before = copies.map(({ label, ...copy }) => ({
      step: order,
      variant: label,
      contentType,
      ...renderEmail(
        { ...copy, contentType, signature },
        values,
        thread ? (before.find(({ variant }) => variant === label) ?? before[0]) : undefined,
      ),
    }));
    return before;
  });
}
