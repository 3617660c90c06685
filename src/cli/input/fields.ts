import { Failure } from '../../base/errors.ts';

/** `name=value` as it was typed. */
export interface Pair {
  readonly name: string;
  readonly value: string;
}

export function pairOf(option: string, word: string): Pair {
  const at = word.indexOf('=');
  if (at < 1) throw new Failure('invalid_value', `${option} must be name=value, not '${word}'`);
  return { name: word.slice(0, at), value: word.slice(at + 1) };
}

/** true, false, null and numbers as JSON means them; all else is text. A number that JSON would write otherwise stays text. */
export function inferred(value: string): unknown {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (value === 'null') return null;
  if (/^-?\d+$/.test(value) && String(BigInt(value)) === value) {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
  }
  return String(Number(value)) === value && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** What `--field` and `--raw-field` name, as the entries of a body. */
export function fieldEntries(field: readonly string[], rawField: readonly string[]) {
  const entries: [name: string, value: unknown][] = [];
  for (const word of field) {
    const { name, value } = pairOf('--field', word);
    entries.push([name, inferred(value)]);
  }
  for (const word of rawField) {
    const { name, value } = pairOf('--raw-field', word);
    entries.push([name, value]);
  }
  return entries;
}

type Container = Record<string, unknown> | unknown[];

/**
 * A JSON object from named values. `a.b` nests; `a[]` appends to a list; `a[].b` sets `b` in the list's last object,
 * or in a new one where the last has it already.
 */
export function bodyFrom(
  entries: readonly (readonly [name: string, value: unknown])[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of entries) put(body, stepsOf(name), value, name);
  return body;
}

/** `a.b[].c` as `a`, `b`, `[]`, `c`. */
function stepsOf(name: string): string[] {
  const steps: string[] = [];
  for (const part of name.split('.')) {
    const bare = part.replace(/(\[\])+$/, '');
    const lists = (part.length - bare.length) / 2;
    steps.push(bare, ...Array<string>(lists).fill('[]'));
  }
  if (steps.includes(''))
    throw new Failure('invalid_value', `'${name}' is not the name of a field: write a, a.b, a[] or a[].b`);
  return steps;
}

function put(into: Container, steps: readonly string[], value: unknown, name: string): void {
  const [step = '', next, ...rest] = steps;
  if (Array.isArray(into) !== (step === '[]')) throw clash(name);
  if (next === undefined) {
    if (Array.isArray(into)) into.push(value);
    else if (Object.hasOwn(into, step)) throw clash(name);
    else set(into, step, value);
    return;
  }
  if (!Array.isArray(into) && !Object.hasOwn(into, step)) set(into, step, next === '[]' ? [] : {});
  const child = Array.isArray(into) ? lastOrNew(into, next, rest) : into[step];
  if (!isContainer(child)) throw clash(name);
  put(child, [next, ...rest], value, name);
}

function lastOrNew(list: unknown[], next: string, rest: readonly string[]): unknown {
  const last = list.at(-1);
  const taken = rest.length === 0 && isContainer(last) && !Array.isArray(last) && Object.hasOwn(last, next);
  if (last === undefined || taken) list.push(next === '[]' ? [] : {});
  return list.at(-1);
}

/** Also for names like `__proto__`, which an assignment would take for something else. */
const set = (into: Record<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const clash = (name: string) =>
  new Failure('contradicting_fields', `the field '${name}' contradicts one before it`);
