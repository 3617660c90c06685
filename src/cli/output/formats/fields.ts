import { Failure } from '../../../base/errors.ts';
import { closest } from '../../../base/text/nearest.ts';
import type { Known } from '../../declare/known-fields.ts';
import { safeLine } from '../text/safe-text.ts';

/** One field that was asked for: `b.c` as its segments. */
export type Path = readonly string[];

/**
 * What stood behind `--fields`. Blanks separate as commas do, since PowerShell hands `id,email` on as `id email`; behind a dot
 * they belong to the name, which is that of a custom variable. Throws `usage` where it names nothing.
 */
export function fieldPaths(fields: readonly string[]): Path[] {
  const words = fields
    .flatMap((part) => part.split(','))
    .flatMap((name) => name.trim().split(/(?<!\..*)\s+/s));
  const names = [...new Set(words)].filter(Boolean);
  if (names.length === 0) throw new Failure('invalid_field', '--fields names no field');
  return names.map((name) => name.split('.'));
}

/** Throws `usage` for the first path that cannot be, with what can. */
export function checkFields(paths: readonly Path[], known: Known): void {
  const problem = unknownField(paths, known);
  if (problem) throw new Failure('invalid_field', problem.message, { hint: problem.hint });
}

/** The first path that cannot be: what is wrong, and what could be meant. */
export function unknownField(
  paths: readonly Path[],
  known: Known,
): { message: string; hint: string } | undefined {
  for (const path of paths) {
    const missing = firstUnknown(path, known);
    if (!missing) continue;
    const { names, prefix } = missing;
    const name = path.join('.');
    const likely = closest(name, names);
    return {
      message: `There is no field "${name}"${prefix && ` in "${prefix}"`}.${likely === undefined ? '' : ` Did you mean "${likely}"?`}`,
      hint: names.length === 0 ? 'This answer has no fields.' : `Fields: ${names.map(safeLine).join(', ')}`,
    };
  }
  return undefined;
}

function firstUnknown(path: Path, known: Known): { names: string[]; prefix: string } | undefined {
  let here = known;
  for (const [depth, segment] of path.entries()) {
    const next = here.fields.get(segment);
    if (!next && here.open) return undefined;
    if (!next) {
      // Below a plain value there is nothing to name, so the fields beside it are what helps.
      const parent = here.fields.size === 0 ? known : here;
      const prefix = here.fields.size === 0 ? '' : path.slice(0, depth).join('.');
      return {
        names: [...parent.fields.keys()].map((name) => (prefix ? `${prefix}.${name}` : name)),
        prefix,
      };
    }
    here = next;
  }
  return undefined;
}

/** The value at `path`; through a list, the values of its items. Undefined where there is none. */
export function valueAt(data: unknown, path: Path): unknown {
  const [segment, ...rest] = path;
  if (segment === undefined) return data;
  if (Array.isArray(data)) return data.map((item) => valueAt(item, path) ?? null);
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, segment)) return undefined;
  return valueAt((data as Record<string, unknown>)[segment], rest);
}

/** Only these fields, nested as they were and in the order they were asked for; null where the data has none. */
export function pick(data: unknown, paths: readonly Path[]): unknown {
  if (Array.isArray(data)) return data.map((item) => pick(item, paths));
  if (typeof data !== 'object' || data === null) return null;
  const inner = new Map<string, Path[]>();
  for (const [segment, ...rest] of paths) {
    if (segment === undefined) continue;
    inner.set(segment, [...(inner.get(segment) ?? []), rest]);
  }
  // Entries define own properties, so that a field called `__proto__` stays a field.
  return Object.fromEntries(
    Array.from(inner, ([segment, rests]) => {
      const value = Object.hasOwn(data, segment) ? (data as Record<string, unknown>)[segment] : null;
      const whole = rests.some((rest) => rest.length === 0);
      return [segment, whole || value === null ? (value ?? null) : pick(value, rests)];
    }),
  );
}
