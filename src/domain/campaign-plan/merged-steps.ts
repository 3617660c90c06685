import type { campaigns } from '../../contract/areas/campaigns.ts';
import type { Input } from '../../contract/operation.ts';
import type { CampaignFields, FieldName, FieldValue } from '../campaign-file/campaign-fields.ts';
import { inOrder, stepsIn } from '../campaign-file/sequence-fields.ts';
import type { LiveStep } from './plan.ts';

type Steps = Input<typeof campaigns.replaceSequence>['body']['steps'];
type Step = Steps[number];

/**
 * The whole sequence that is sent: the steps of the service with what changes in them. What a change leaves alone goes
 * back as it came, in its own spelling. Undefined where a step lacks a part, or one between two others is missing.
 */
export function mergedSteps(
  merged: CampaignFields,
  changed: ReadonlyMap<FieldName, FieldValue>,
  liveSteps: readonly LiveStep[],
): Steps | undefined {
  const before = inOrder(liveSteps);
  return stepsIn(merged)?.map((step, index) => {
    const raw = before[index];
    return raw ? asItWas(step, raw, (part) => changed.has(`steps.${step.order}.${part}` as FieldName)) : step;
  });
}

function asItWas(step: Step, raw: LiveStep, isChanged: (part: string) => boolean): Step {
  const variants = step.variants?.map((variant) => {
    const before = raw.variants?.find(({ label }) => label === variant.label);
    const others = Object.entries(before ?? {}).filter(([, value]) => value !== null);
    const prefix = `variants.${variant.label}.`;
    return {
      ...Object.fromEntries(others),
      ...variant,
      ...unchanged(before, (part) => isChanged(prefix + part)),
    };
  });
  return { ...step, ...unchanged(raw, isChanged), ...(variants && { variants }) };
}

type Text = Pick<LiveStep, 'subject' | 'body'>;

/** Their line ends and blanks included; a part that is empty is as the fields have it. */
function unchanged(raw: Text | undefined, isChanged: (part: string) => boolean): Partial<Step> {
  const parts = (['subject', 'body'] as const).filter((part) => !isChanged(part) && raw?.[part]);
  return Object.fromEntries(parts.map((part) => [part, raw?.[part]]));
}
