import { counted } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Globals } from '../declare/globals.ts';

/** A page of a list that was read in one piece. */
export interface OnePage<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
}

/** What `--page`, `--limit` and `--all` ask for of a list in one piece. Throws `usage` for a page that is not there. */
export function onePage<T>(
  items: readonly T[],
  { page = 1, limit, all }: Partial<Pick<Globals, 'page' | 'limit' | 'all'>> = {},
): OnePage<T> {
  const total = items.length;
  const size = all ? total : (limit ?? total);
  const from = (page - 1) * size;
  if (page > 1 && from >= total)
    throw new Failure('no_pages', `there is no page ${page}: the list has ${counted(total, 'item')}`, {
      hint: size < total ? `The last one is ${Math.ceil(total / size)}.` : 'For pages: --limit.',
    });
  return { items: items.slice(from, from + size), total, page, limit: size, hasMore: from + size < total };
}
