import { isRecord } from '../../base/is-record.ts';
/** Fields of an answer, or of a part of one. */
export type Fields = Readonly<Record<string, unknown>>;

/** A place in an answer that may hold the thing that is looked for. */
export interface Candidate {
  readonly value: Fields | readonly unknown[];
  /** What is around it, the nearest first. */
  readonly around: readonly Fields[];
  /** Its name; undefined for the answer itself. */
  readonly name: string | undefined;
}

/** No service wraps an answer more often: `{"data": {"result": {"campaign": …}}}`. */
const deepest = 3;

/** Every record and list of an answer, the outermost first. Items of a list are not entered, unless it is only one. */
export function* candidatesIn(
  value: unknown,
  name?: string,
  around: readonly Fields[] = [],
): Generator<Candidate> {
  if (Array.isArray(value)) {
    yield { value, around, name };
    if (value.length === 1) yield* candidatesIn(value[0], name, around);
  } else if (isRecord(value)) {
    yield { value, around, name };
    if (around.length >= deepest) return;
    for (const [inner, field] of Object.entries(value)) yield* candidatesIn(field, inner, [value, ...around]);
  }
}

/** How many of the known fields a record has. One that is itself a record with such fields is its wrapper instead. */
export function likeness(record: unknown, known: readonly string[]): number {
  if (!isRecord(record)) return 0;
  const has = (fields: Fields) => known.filter((name) => fields[name] !== undefined);
  return has(record).filter((name) => {
    const field = record[name];
    return !isRecord(field) || has(field).length === 0;
  }).length;
}
