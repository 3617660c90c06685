import type { campaigns } from '../../../contract/areas/campaigns.ts';
import type { Output } from '../../../contract/operation.ts';
import type { Infer } from '../../../contract/schema/schema.ts';
import { type Copy, completeVariants, copiesOf } from '../../../domain/sequence/step-copies.ts';
import * as stored from '../../core/record-table.ts';
import { invalidField } from '../../core/request.ts';
import type { Sandbox } from '../../core/state.ts';
import type { Campaign } from '../campaign/campaigns.ts';

export const stepTable = stored.recordTable('step', {
  campaignId: stored.number,
  position: stored.number,
  subject: stored.text,
  body: stored.text,
  contentType: stored.plain<'html' | 'text'>(),
  delayDays: stored.number,
  useSameThread: stored.flag(),
  variants: stored.json<readonly Copy[]>(),
});

type Step = stored.RecordOf<typeof stepTable>;

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
    const [step, next] = stepTable.all(
      sandbox,
      'WHERE t.campaign_id = ? AND t.position IN (?, ?) ORDER BY t.position',
      campaignId,
      position,
      position + 1,
    );
    if (step?.position !== position) return undefined;
    return {
      position,
      copies: copiesIn(step),
      contentType: step.contentType,
      useSameThread: step.useSameThread,
      nextDelayDays: next?.delayDays ?? null,
    };
  });

export const copiesIn = (step: Step): [Copy, ...Copy[]] => copiesOf(step, step.variants);

export function sequenceOf(sandbox: Sandbox, campaign: Campaign): Output<typeof campaigns.sequence> {
  const steps = stepTable
    .all(sandbox, 'WHERE t.campaign_id = ? ORDER BY t.position', campaign.id)
    .map(({ campaignId: _, position, variants, ...step }) => ({
      order: position,
      ...step,
      variants: variants.map((variant) => ({ ...variant })),
    }));
  return { campaignId: campaign.id, signature: campaign.signature, steps, total: steps.length };
}

type StepInput = Infer<typeof campaigns.replaceSequence.body>['steps'][number];

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
    stepTable.insert(sandbox, {
      campaignId,
      position: index + 1,
      subject,
      body: step.body,
      contentType: step.contentType ?? 'text',
      delayDays: step.delayDays ?? 0,
      useSameThread: step.useSameThread ?? false,
      variants: completeVariants({ subject, body: step.body }, step.variants ?? []),
    });
  }
}

function check(steps: readonly StepInput[]): void {
  const orders = new Set<number>();
  for (const [index, { order, variants }] of steps.entries()) {
    if (orders.has(order))
      throw invalidField(`steps.${index}.order`, order, 'is the order of an earlier step');
    orders.add(order);
    const labels = new Set<string>();
    for (const [at, { label }] of (variants ?? []).entries()) {
      if (typeof label === 'string' && labels.has(label))
        throw invalidField(
          `steps.${index}.variants.${at}.label`,
          label,
          'is the label of an earlier variant',
        );
      if (typeof label === 'string') labels.add(label);
    }
  }
}
