import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import { type Copy, completeVariants, type VariantInput } from '../../../domain/sequence/step-copies.ts';
import { invalid } from '../../core/request.ts';
import type { Sandbox } from '../../core/state.ts';
import type { Campaign } from '../campaign/campaigns.ts';
import { type StepRow, selectStep } from './sequence.ts';

type Sequence = Output<typeof campaigns.sequence>;

export function sequenceOf(sandbox: Sandbox, campaign: Campaign): Sequence {
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
