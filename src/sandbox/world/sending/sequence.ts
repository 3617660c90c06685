import { type Copy, copiesOf } from '../../../domain/sequence/step-copies.ts';
import type { Sandbox } from '../../core/state.ts';

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
