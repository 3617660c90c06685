import type { Check } from '../operation.ts';

/** A period that ends before it begins is answered with zeroes, which look like a result. */
export const endsAfterSince: Check = {
  code: 'invalid_value',
  hint: 'Give the earlier day first.',
  problems: ({ query = {} }) => {
    const { since, until } = query;
    if (typeof since !== 'string' || typeof until !== 'string') return [];
    if (!(Date.parse(since) > Date.parse(until))) return [];
    return [{ field: 'until', value: until, reason: `must not be before since, ${since}` }];
  },
};
