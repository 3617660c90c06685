import type { StepInput, VariantInput } from './step-copies.ts';

/** A sequence in the text form that `parseSequence` reads; reading it gives the same sequence. */
export const sequenceText = (steps: readonly StepInput[], signature?: string | null): string =>
  [...steps.map(stepText), ...(signature ? [signatureText(signature)] : [])].join('\n');

export const stepText = (step: StepInput): string =>
  [
    `--- step ${wordsOf(step)}---\n${message(step)}`,
    ...(step.variants ?? []).map(
      (variant) => `--- variant ${variant.label ?? ''} ---\n${message(variant, step)}`,
    ),
  ].join('\n');

export const signatureText = (signature: string): string =>
  `--- signature ---\n${signature === '' ? '' : `${guarded(signature)}\n`}`;

function wordsOf({ delayDays, useSameThread, contentType }: StepInput): string {
  const words = [`delay=${delayDays ?? 0}d`];
  if (useSameThread) words.push('thread');
  if (contentType === 'html') words.push('html');
  return `${words.join(' ')} `;
}

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
