/** A numbered page; `limit` is the paging's default where the query has none. */
interface Page {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

export function pageOf(
  query: { page?: number | undefined; limit?: number | undefined },
  fallback: number,
): Page {
  const page = query.page ?? 1;
  const limit = query.limit ?? fallback;
  return { page, limit, offset: (page - 1) * limit };
}

/** The metadata of the lists that have all of it. */
export const pageInfo = ({ page, limit }: Page, total: number) => ({
  total,
  page,
  limit,
  hasMore: page * limit < total,
});
