import { isRecord } from '../../base/is-record.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Held } from '../../contract/schema/answer-shape.ts';
import { firstProblemOf } from '../../contract/schema/problems-of.ts';
import { fieldsOf, type SchemaData } from '../../contract/schema/schema.ts';

/** Flat or wrapped, a list bare or under any name. Undefined where nothing is recognised; as it is where the spec shows it. */
export function canonical(operation: AnyOperation, answer: unknown): { readonly value: unknown } | undefined {
  const { shown, holds: held } = operation.answer;
  const fits = (value: unknown) => firstProblemOf(operation.response, value) === undefined;
  if (held === undefined) return shown === 'nothing' || fits(answer) ? { value: answer } : undefined;
  const { entries = {} } = operation.response as SchemaParts;
  // The fields by which the record, or an item of the list, is recognised.
  const known =
    held.known ??
    fieldsOf(bare((held.under === undefined ? operation.response : entries[held.under]) ?? ({} as object)));
  if (isAsOurs(answer, held, known) && fits(answer)) return { value: answer };
  for (const { candidate, score } of likeliest(answer, held, known)) {
    // An empty list is an answer to a read; of a write it says nothing.
    if (score === 0 && operation.kind === 'write') continue;
    const value = placed(candidate, held, operation);
    if (fits(value)) return { value };
  }
  return undefined;
}

/** A schema without what says that it may be absent, or that there are several. */
const bare = (schema: SchemaParts): object => {
  const inner = schema.wrapped ?? schema.item;
  return inner === undefined ? schema : bare(inner);
};

type SchemaParts = Partial<Pick<SchemaData, 'entries' | 'wrapped' | 'item'>>;

/** It is where the contract has it, or its place is there and empty. */
function isAsOurs(answer: unknown, { form, under }: Held, known: readonly string[]): boolean {
  if (!isRecord(answer) || under === undefined) return false;
  const held = answer[under];
  if (form === 'list') return Array.isArray(held);
  const empty = held === null || (isRecord(held) && Object.keys(held).length === 0);
  return empty || likeness(held, known) > 0;
}

interface Rated {
  readonly candidate: Candidate;
  /** How many of the known fields it has. */
  readonly score: number;
  /** It has the name that it has in the contract. */
  readonly named: boolean;
  readonly filled: boolean;
}

/** The places where it may be, the likeliest first. */
function likeliest(answer: unknown, { form, under }: Held, known: readonly string[]): Rated[] {
  const rated: Rated[] = [];
  for (const candidate of candidatesIn(answer)) {
    const { value, name } = candidate;
    const named = name === under;
    if (form === 'record') {
      const score = Array.isArray(value) ? 0 : likeness(value, known);
      if (score > 0) rated.push({ candidate, score, named, filled: true });
    } else if (Array.isArray(value) && value.every(isRecord)) {
      const score = Math.max(0, ...value.slice(0, 5).map((item) => likeness(item, known)));
      rated.push({ candidate, score, named, filled: value.length > 0 });
    }
  }
  // Those that are alike stay in the order of the answer.
  return rated.sort(
    (a, b) => b.score - a.score || Number(b.named) - Number(a.named) || Number(b.filled) - Number(a.filled),
  );
}

/** The thing in its place, and beside it what its wrappers said: the message, the counts, the signature. */
function placed({ value, around, name }: Candidate, { form, under }: Held, operation: AnyOperation): unknown {
  if (under === undefined) return value;
  const { entries = {} } = operation.response as { readonly entries?: Fields };
  const [nearest = {}, ...others] = around;
  const isOurs = (field: string) => field in entries;
  const beside: [string, unknown][] = [];
  for (const fields of others.reverse())
    for (const [field, said] of Object.entries(fields)) if (isOurs(field)) beside.push([field, said]);
  // Under its own name it is in its own envelope, where unknown fields are kept as everywhere.
  for (const [field, said] of Object.entries(nearest))
    if (field !== name && (name === under || isOurs(field))) beside.push([field, said]);
  const isPaged = form === 'list' && operation.paging !== undefined;
  return { ...Object.fromEntries(beside), ...(isPaged && countOf(around)), [under]: value };
}

/** How long the whole list is, as a wrapper or a record beside the list (`meta`) says under any name. */
function countOf(around: readonly Fields[]): { count?: number } {
  for (const fields of around)
    for (const { count, total, totalCount } of [fields, ...Object.values(fields).filter(isRecord)])
      for (const said of [count, total, totalCount])
        if (typeof said === 'number' && Number.isInteger(said)) return { count: said };
  return {};
}

export type Fields = Readonly<Record<string, unknown>>;

interface Candidate {
  readonly value: Fields | readonly unknown[];
  readonly around: readonly Fields[];
  readonly name: string | undefined;
}

/** No service wraps an answer more often: `{"data": {"result": {"campaign": …}}}`. */
const deepest = 3;

/** Every record and list of an answer, the outermost first. Items of a list are not entered, unless it is only one. */
function* candidatesIn(value: unknown, name?: string, around: readonly Fields[] = []): Generator<Candidate> {
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
function likeness(record: unknown, known: readonly string[]): number {
  if (!isRecord(record)) return 0;
  let found = 0;
  for (const name of known) {
    const field = record[name];
    const isWrapper = isRecord(field) && known.some((inner) => field[inner] !== undefined);
    if (field !== undefined && !isWrapper) found += 1;
  }
  return found;
}
