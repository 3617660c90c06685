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
