/** A list that is whole: its only page. */
export interface OnePage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: 1;
  readonly limit: number;
  readonly hasMore: false;
}

export const onePage = <T>(items: readonly T[]): OnePage<T> => ({
  items,
  total: items.length,
  page: 1,
  limit: items.length,
  hasMore: false,
});
