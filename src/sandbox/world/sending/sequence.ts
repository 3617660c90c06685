import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import {
  type Copy,
  completeVariants,
  copiesOf,
  type VariantInput,
} from '../../../domain/sequence/step-copies.ts';
import { invalid } from '../../core/request.ts';
import type { Sandbox } from '../../core/state.ts';
import type { Campaign } from '../campaign/campaigns.ts';

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
      copies: copiesIn(step),
      contentType: step.contentType,
      useSameThread: step.useSameThread === 1,
      nextDelayDays: next?.delayDays ?? null,
    };
  });

export const copiesIn = (step: Pick<StepRow, 'subject' | 'body' | 'variants'>): [Copy, ...Copy[]] =>
  copiesOf(step, step.variants === '[]' ? [] : (JSON.parse(step.variants) as Copy[]));

export function sequenceOf(sandbox: Sandbox, campaign: Campaign): Output<typeof campaigns.sequence> {
  const steps = sandbox.db
    .prepare(`${selectStep} WHERE campaign_id = ? ORDER BY position`)
    .all<StepRow>(campaign.id)
    .map(({ campaignId: _, position, useSameThread, variants, ...step }) => ({
      order: position,
      ...step,
      useSameThread: useSameThread === 1,
      variants: (JSON.parse(variants) as Copy[]).map((variant) => ({ ...variant })),
    }));
  return { campaignId: campaign.id, signature: campaign.signature, steps, total: steps.length };
}

interface StepInput {
  readonly order: number;
  readonly subject?: string | undefined;
  readonly body: string;
  readonly contentType?: 'html' | 'text' | undefined;
  readonly delayDays?: number | undefined;
  readonly useSameThread?: boolean | undefined;
  readonly variants?: readonly VariantInput[] | undefined;
}

/**
 * Puts the steps in the place of the old ones, in their order and numbered from 1. What waits to be sent is written from
 * the new steps when its turn comes; a follow-up whose step is gone is canceled then.
 */
export function replaceSteps(sandbox: Sandbox, campaignId: number, steps: readonly StepInput[]): void {
  check(steps);
  sandbox.db.prepare('DELETE FROM step WHERE campaign_id = ?').run(campaignId);
  const ordered = [...steps].sort((a, b) => a.order - b.order);
  for (const [index, step] of ordered.entries()) {
    const subject = step.subject ?? '';
    sandbox.db
      .prepare(
        `INSERT INTO step (campaign_id, position, subject, body, content_type, delay_days, use_same_thread, variants)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        campaignId,
        index + 1,
        subject,
        step.body,
        step.contentType ?? 'text',
        step.delayDays ?? 0,
        step.useSameThread ? 1 : 0,
        JSON.stringify(completeVariants({ subject, body: step.body }, step.variants ?? [])),
      );
  }
}

function check(steps: readonly StepInput[]): void {
  const orders = new Set<number>();
  for (const [index, { order, variants }] of steps.entries()) {
    if (orders.has(order))
      throw invalid({
        field: `steps.${index}.order`,
        value: order,
        reason: 'is the order of an earlier step',
      });
    orders.add(order);
    const labels = new Set<string>();
    for (const [at, { label }] of (variants ?? []).entries()) {
      if (typeof label === 'string' && labels.has(label))
        throw invalid({
          field: `steps.${index}.variants.${at}.label`,
          value: label,
          reason: 'is the label of an earlier variant',
        });
      if (typeof label === 'string') labels.add(label);
    }
  }
}
