export interface AsItCame {
  readonly answer: unknown;
  readonly warning: string;
}

const unread = new WeakMap<object, AsItCame>();

/** In the place of an unreadable answer: a record without fields, shown as it came where a command returns it. */
export function standIn<T>(came: AsItCame, record: object = {}): T {
  unread.set(record, came);
  return record as T;
}

export const asItCame = (result: unknown): AsItCame | undefined =>
  typeof result === 'object' && result !== null ? unread.get(result) : undefined;
