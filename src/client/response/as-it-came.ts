/** An answer in which nothing was recognised, and the line that says so. */
export interface AsItCame {
  readonly answer: unknown;
  readonly warning: string;
}

const unread = new WeakMap<object, AsItCame>();

/**
 * What a command gets in the place of an answer that it cannot read: a record without fields. Where the command
 * returns it, the answer is shown as it came.
 */
export function standIn<T>(came: AsItCame, record: object = {}): T {
  unread.set(record, came);
  return record as T;
}

export const asItCame = (result: unknown): AsItCame | undefined =>
  typeof result === 'object' && result !== null ? unread.get(result) : undefined;
