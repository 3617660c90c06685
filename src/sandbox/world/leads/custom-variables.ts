import { tagOf } from '../../../contract/checks/variable-key.ts';

export type CustomVariables = Record<string, unknown>;

/**
 * What the given variables make of the stored ones. A key that is there keeps its first spelling; a key that is not given
 * stays: the spec says that only provided fields change, and a second file must not wipe what the first one brought.
 */
export function mergeVariables(stored: CustomVariables, given: CustomVariables | undefined): CustomVariables {
  const result = { ...stored };
  const spelling = new Map(Object.keys(stored).map((name) => [tagOf(name), name]));
  for (const [name, value] of Object.entries(given ?? {})) {
    const key = spelling.get(tagOf(name)) ?? name;
    spelling.set(tagOf(name), key);
    Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return result;
}
