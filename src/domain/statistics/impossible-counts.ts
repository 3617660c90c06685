import { isCount } from '../../base/counted.ts';

/** The first count is part of the second. What is not known contradicts nothing. */
export type PartOf = readonly [name: string, part: unknown, whole?: string, all?: unknown];

/** Words for the first of these that cannot be: negative, beyond what a number holds exactly, or more than its whole. */
export function impossibleCounts(parts: readonly PartOf[]): string | undefined {
  const found = parts.find(([, part, , all]) => {
    const known = [part, all].filter((count) => count !== null && count !== undefined);
    return !known.every(isCount) || (known.length === 2 && Number(part) > Number(all));
  });
  if (found === undefined) return undefined;
  const [name, part, whole, all] = found;
  return [
    `${name} ${part ?? 'unknown'}`,
    ...(whole === undefined ? [] : [`${whole} ${all ?? 'unknown'}`]),
  ].join(', ');
}
