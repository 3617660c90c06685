import type { StepInput, VariantInput } from './step-copies.ts';

/** A sequence in the text form that `parseSequence` reads; reading it gives the same sequence. */
export const sequenceText = (steps: readonly StepInput[], signature?: string | null): string =>
  [...steps.map(stepText), ...(signature ? [signatureText(signature)] : [])].join('\n');

export function stepText(step: StepInput): string {
  const words = [`delay=${step.delayDays ?? 0}d`];
  if (step.useSameThread) words.push('thread');
  if (step.contentType === 'html') words.push('html');
  const parts = [`--- step ${words.join(' ')} ---\n${message(step)}`];
  for (const variant of step.variants ?? [])
    parts.push(`--- variant ${variant.label ?? ''} ---\n${message(variant, step)}`);
  return parts.join('\n');
}

export const signatureText = (signature: string): string =>
  `--- signature ---\n${signature === '' ? '' : `${guarded(signature)}\n`}`;

/** A variant without a subject line has that of its step, so an empty subject is written where the step has one. */
function message({ subject, body }: VariantInput, step?: StepInput): string {
  const isEmptied = subject === '' && step?.subject;
  const line = subject || isEmptied ? `${`Subject: ${subject}`.trimEnd()}\n` : '';
  return `${line}\n${guarded(body ?? '')}\n`;
}

const guarded = (body: string): string =>
  body
    .split('\n')
    .map((line) => (/^\\*(---|subject:)/i.test(line) ? `\\${line}` : line))
    .join('\n');
