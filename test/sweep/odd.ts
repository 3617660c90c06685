import type { AnyOperation } from '../../src/contract/operation.ts';
import { problemsOf } from '../../src/contract/schema/problems-of.ts';

/** Values that no good service sends, as the JSON they come in. */
export const oddValues: readonly string[] = [
  '9007199254740993',
  '12345678901234567890',
  '1e400',
  '-1e400',
  '{"toString":1,"valueOf":1}',
  '{"__proto__":{"a":1}}',
  '["a",{"b":1},null]',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '""',
  'null',
  'true',
  '{}',
  '[]',
];

interface Shape {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Shape>>;
  readonly item?: Shape;
  readonly wrapped?: Shape;
  readonly options?: readonly unknown[];
}

/** A good answer with every field that the contract knows, those of the sample as they are there. */
export const rich = ({ response }: AnyOperation, sample: unknown): unknown =>
  filled(response as unknown as Shape, sample);

function filled(shape: Shape, sample: unknown): unknown {
  if (shape.wrapped) return filled(shape.wrapped, sample);
  if (shape.entries) {
    const given = (sample ?? {}) as Readonly<Record<string, unknown>>;
    const known = Object.entries(shape.entries).map(([name, inner]) => [name, filled(inner, given[name])]);
    return { ...given, ...Object.fromEntries(known) };
  }
  if (shape.item) {
    const items: readonly unknown[] = Array.isArray(sample) && sample.length > 0 ? sample : [undefined];
    return items.map((item) => filled(shape.item as Shape, item));
  }
  if (sample !== undefined) return sample;
  return (
    { number: 1, boolean: true, record: { 'a b': 'x' }, custom: 1, picklist: shape.options?.[0] }[
      shape.type
    ] ?? 'x'
  );
}

export type Path = readonly (string | number)[];

/** Every place of a value, the containers among them. */
export function* places(value: unknown, at: Path = []): Iterable<Path> {
  if (at.length > 0) yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    yield* places(inner, [...at, Array.isArray(value) ? Number(name) : name]);
}

/** The same with fields in every object that any object has by itself. */
export function withOddKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withOddKeys);
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([name, inner]): [string, unknown] => [name, withOddKeys(inner)]);
  return Object.fromEntries([...own, ['__proto__', true], ['constructor', { a: 1 }], ['toString', 1]]);
}

/** A text that no answer has, where another value's JSON is put. */
const mark = (index: number) => `@@odd ${index}@@`;

/** The JSON of `value` with other JSON at some places. */
export function withOdd(value: unknown, odd: readonly (readonly [Path, string])[]): string {
  let marked = structuredClone(value);
  for (const [index, [path]] of odd.entries()) marked = put(marked, path, mark(index));
  return JSON.stringify(marked).replaceAll(
    /"@@odd (\d+)@@"/g,
    (_, index) => odd[Number(index)]?.[1] ?? 'null',
  );
}

function put(value: unknown, [step, ...rest]: Path, leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (typeof value !== 'object' || value === null) return value;
  const inner = put((value as Record<string | number, unknown>)[step], rest, leaf);
  return Array.isArray(value)
    ? value.map((item, at) => (at === step ? inner : item))
    : { ...value, [step]: inner };
}

/** Does the client take the answer with this in that place? What it refuses is refused alike everywhere. */
export function isTaken(operation: AnyOperation, value: unknown, path: Path, odd: string): boolean {
  const beyond = /^-?1e400$/.test(odd);
  const parsed = beyond ? odd : /^-?\d{16,}$/.test(odd) ? BigInt(odd) : JSON.parse(odd);
  return problemsOf(operation.response, put(value, path, parsed)).length === 0;
}
