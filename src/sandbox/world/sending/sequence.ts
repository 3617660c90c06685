import type { Sandbox } from '../../core/state.ts';

/** One wording of a step. */
export interface Copy {
  readonly label: string;
  readonly subject: string;
  readonly body: string;
}

export interface StepRow {
  readonly campaignId: number;
  readonly position: number;
  readonly subject: string;
  readonly body: string;
  readonly contentType: 'html' | 'text';
  readonly delayDays: number;
  readonly useSameThread: number;
  /** JSON list of {@link Copy}. */
  readonly variants: string;
}

export const selectStep = `SELECT campaign_id AS campaignId, position, subject, body, content_type AS contentType,
  delay_days AS delayDays, use_same_thread AS useSameThread, variants FROM step`;

/** A step as it is sent: every wording of it, and how long the next one waits; null where the sequence ends. */
export interface SendingStep {
  readonly position: number;
  readonly copies: readonly [Copy, ...Copy[]];
  readonly contentType: 'html' | 'text';
  readonly useSameThread: boolean;
  readonly nextDelayDays: number | null;
}

/** A step of a campaign, the same for every email that is sent until the sequence may have changed. */
export const sendingStep = (
  sandbox: Sandbox,
  campaignId: number,
  position: number,
): SendingStep | undefined =>
  sandbox.steady(`step ${campaignId} ${position}`, () => {
    const [step, next] = sandbox.db
      .prepare(`${selectStep} WHERE campaign_id = ? AND position IN (?, ?) ORDER BY position`)
      .all<StepRow>(campaignId, position, position + 1);
    if (step?.position !== position) return undefined;
    return {
      position,
      copies: copiesOf(step),
      contentType: step.contentType,
      useSameThread: step.useSameThread === 1,
      nextDelayDays: next?.delayDays ?? null,
    };
  });

export interface VariantInput {
  readonly label?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
}

/**
 * Every wording that is sent for a step: its own and its variants. The step's own has no label in the spec; it takes the
 * first letter that no variant has, so `A` where the variants do not claim it.
 */
export function copiesOf(step: Pick<StepRow, 'subject' | 'body' | 'variants'>): [Copy, ...Copy[]] {
  const variants = step.variants === '[]' ? [] : (JSON.parse(step.variants) as Copy[]);
  const label = freeLabel(new Set(variants.map((variant) => variant.label)));
  return [{ label, subject: step.subject, body: step.body }, ...variants];
}

/** Variants with what they leave out filled in from the step: labels B, C, …, its subject, its body. */
export function completeVariants(
  step: { readonly subject: string; readonly body: string },
  variants: readonly VariantInput[],
): Copy[] {
  const taken = new Set(['A', ...variants.flatMap(({ label }) => label ?? [])]);
  return variants.map(({ label, subject, body }) => {
    const chosen = label ?? freeLabel(taken);
    taken.add(chosen);
    return { label: chosen, subject: subject ?? step.subject, body: body ?? step.body };
  });
}

function freeLabel(taken: ReadonlySet<string>): string {
  for (let index = 0; ; index++) {
    const label = String.fromCharCode(65 + (index % 26)) + (index < 26 ? '' : Math.floor(index / 26));
    if (!taken.has(label)) return label;
  }
}
