import { type AnyInput, type AnyOperation, never } from '../../contract/operation.ts';
import type { Shape } from '../declare/known-fields.ts';

/**
 * The fields of a write that its entry in the contract does not list, dotted: what the service makes of them is not
 * known. Places whose names are free (`customVariables`) list every name.
 */
export function unlistedFields(
  { kind, query, body }: AnyOperation,
  input: Pick<AnyInput, 'query' | 'body'>,
): string[] {
  if (kind === 'read') return [];
  return [...unlisted(query, input.query), ...unlisted(body, input.body)];
}

/** For the person who is asked; none where every field is listed. */
export const unlistedFacts = (fields: readonly string[]): string[] =>
  fields.length === 0
    ? []
    : [
        `Not in the documentation of this request: ${fields.join(', ')}. It may start, send, spend or delete.`,
      ];

/** What is safe to repeat with the fields of the contract may send twice with others: only a key makes it safe still. */
export const withUnlisted = <O extends AnyOperation>(operation: O, fields: readonly string[]): O =>
  fields.length === 0 || operation.retry.kind === 'idempotencyKey'
    ? operation
    : { ...operation, retry: never };

function unlisted(shape: Shape | undefined, value: unknown, path: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (shape?.type === 'unknown') return [];
  if (shape?.wrapped !== undefined) return unlisted(shape.wrapped, value, path);
  const fields: string[] = [];
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    const { item, entries = {}, value: free } = shape ?? {};
    const at = Array.isArray(value) ? item : Object.hasOwn(entries, name) ? entries[name] : free;
    const inside = [...path, name];
    fields.push(...(at === undefined ? [inside.join('.')] : unlisted(at, one, inside)));
  }
  return fields;
}
