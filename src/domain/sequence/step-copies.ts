/** One copy of a step: its own, or a variant. */
export interface Copy {
  readonly label: string;
  readonly subject: string;
  readonly body: string;
}

export interface VariantInput {
  readonly label?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
}

/** A step as the service shows it or a file has it: a field that is missing has the value of a new step. */
export interface StepInput {
  readonly subject?: string | null | undefined;
  readonly body?: string | null | undefined;
  readonly contentType?: string | null | undefined;
  readonly delayDays?: number | null | undefined;
  readonly useSameThread?: boolean | null | undefined;
  readonly variants?: readonly VariantInput[] | null | undefined;
}

/** Its own and its variants. Its own takes the first letter that no variant has: `A` where they do not claim it. */
export function copiesOf(
  { subject, body }: Omit<Copy, 'label'>,
  variants: readonly Copy[],
): [Copy, ...Copy[]] {
  const label = freeLabel(new Set(variants.map((variant) => variant.label)));
  return [{ label, subject, body }, ...variants];
}

/** Variants with what they leave out filled in from the step: labels B, C, …, its subject, its body. */
export function completeVariants(step: Omit<Copy, 'label'>, variants: readonly VariantInput[]): Copy[] {
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

/** As far as it decides when an email is due. */
interface Sequence {
  readonly steps?:
    | readonly { readonly order?: number | undefined; readonly delayDays?: number | null | undefined }[]
    | null
    | undefined;
}

/** The days before each step, in the order in which they go out; undefined where the steps cannot be read. */
export function stepDelays(sequence: Sequence | undefined): number[] | undefined {
  const inOrder = sequence?.steps && [...sequence.steps].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  return inOrder?.map(({ delayDays }) => delayDays ?? 0);
}
