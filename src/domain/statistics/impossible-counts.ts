import { isCount } from '../../base/counted.ts';

/** The first count is part of the second. What is not known contradicts nothing. */
export type PartOf = readonly [name: string, part: unknown, whole?: string, all?: unknown];

/** Words for the first of these that cannot be: negative, beyond what a number holds exactly, or more than its whole. */
export function impossibleCounts(parts: readonly PartOf[]): string | undefined {
  for (const [name, part, whole, all] of parts) {
    const isPossible = isCount(part ?? 0) && isCount(all ?? 0);
    const isKnown = (part ?? null) !== null && (all ?? null) !== null;
    if (isPossible && !(isKnown && Number(part) > Number(all))) continue;
    const beside = whole === undefined ? '' : `, ${whole} ${all ?? 'unknown'}`;
    return `${name} ${part ?? 'unknown'}${beside}`;
  }
  return undefined;
}
