/** A step as the service shows it. */
interface Step {
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly delayDays?: number | null | undefined;
  readonly useSameThread?: boolean | null | undefined;
  readonly variants?: readonly Variant[] | null | undefined;
}

interface Variant {
  readonly label?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

/** A sequence in the text form that `parseSequence` reads; reading it gives the same sequence. */
export function sequenceText(steps: readonly Step[], signature?: string | null): string {
  const parts = steps.flatMap((step) => [
    `--- step ${wordsOf(step)}---\n${message(step)}`,
    ...(step.variants ?? []).map((variant) => `--- variant ${variant.label ?? ''} ---\n${message(variant)}`),
  ]);
  if (signature) parts.push(`--- signature ---\n${guarded(signature)}\n`);
  return parts.join('\n');
}

function wordsOf({ delayDays, useSameThread, contentType }: Step): string {
  const words = [`delay=${delayDays ?? 0}d`];
  if (useSameThread) words.push('thread');
  if (contentType === 'html') words.push('html');
  return `${words.join(' ')} `;
}

function message({ subject, body }: Variant): string {
  return `${subject ? `Subject: ${subject}\n` : ''}\n${guarded(body ?? '')}\n`;
}

const guarded = (body: string): string => body.replaceAll(/^(?=\\*(---|subject:))/gim, '\\');
