/** How much of an answer the spec shows. Less than all may come in any envelope (`client/response/canonical.ts`). */
export interface AnswerShape {
  /** `record`: the thing or list, not its envelope. `nothing`: any JSON object without `error` means done. */
  readonly shown: 'whole' | 'record' | 'nothing';
  /** `closed`: the spec lists every field of the thing or list item. `open`: it may have others. */
  readonly fields: 'closed' | 'open';
  /** What to look for where the envelope is open; absent where the answer is taken as it comes. */
  readonly holds?: Held;
}

export interface Held {
  readonly form: 'record' | 'list';
  /** Its name in `response`; absent where the record itself is the answer. */
  readonly under?: string;
  /** By which fields the record, or an item of the list, is recognised; those of `response` unless said. */
  readonly known?: readonly string[];
}

type Open = Pick<AnswerShape, 'shown' | 'fields'>;

/** The spec shows the envelope, and all fields (`closed`) or some of them (`open`). */
export const shown = (fields: AnswerShape['fields']): AnswerShape => ({ shown: 'whole', fields });

/** Nothing is known of the answer, and nothing is expected. */
export const notShown: AnswerShape = { shown: 'nothing', fields: 'open' };

/** One record, flat or wrapped under any name. */
export const openRecord = ({ shown, fields, ...held }: Open & Omit<Held, 'form'>): AnswerShape => ({
  shown,
  fields,
  holds: { form: 'record', ...held },
});

/** A list, bare or under any name, with or without counts beside it. */
export const openList = ({ shown, fields, under }: Open & { readonly under: string }): AnswerShape => ({
  shown,
  fields,
  holds: { form: 'list', under },
});

/** Why an answer could not be read whose shape the spec leaves open: the cause of a `Failure` with the code `other_shape`. */
export class OtherShape extends Error {
  override readonly name = 'OtherShape';

  constructor(
    readonly answer: unknown,
    /** The items of a list that is where the contract has it, and in which some item is of another kind. */
    readonly items?: readonly unknown[] | undefined,
  ) {
    super('an answer has an unknown shape');
  }
}
