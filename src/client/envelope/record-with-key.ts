import { isKey } from '../../contract/keys.ts';

/** Where a key stands in an answer, and what stands beside it. */
export interface KeyFound {
  readonly key: string;
  readonly beside: Readonly<Record<string, unknown>>;
}

/** The first text in the answer that is a key: the spec does not show under which name it stands. */
export function recordWithKey(answer: unknown): KeyFound | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  for (const value of Object.values(answer)) {
    if (typeof value === 'string' && isKey(value)) return { key: value, beside: { ...answer } };
    const found = recordWithKey(value);
    if (found !== undefined) return found;
  }
  return undefined;
}
