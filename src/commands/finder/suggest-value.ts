import { Failure } from '../../base/errors.ts';
import { closest } from '../../cli/line/suggest.ts';
import type { Api } from '../../client/api/api.ts';
import { finder } from '../../contract/areas/finder.ts';
import { listedFields } from '../../contract/schema/filters.ts';
import { named } from './filter-options.ts';

/**
 * What the service says of a value that is on none of its lists, with the one that was probably meant. The lists are
 * read only then: asking for them at every search would cost a call each time.
 */
export async function withSuggestion(api: Api, error: unknown): Promise<unknown> {
  if (!(error instanceof Failure) || !error.is('invalid_filters')) return error;
  const field = String(error.extra.field ?? '');
  const list = Object.entries(listedFields).find(([name]) =>
    field.replace(/^filters\./, '').startsWith(name),
  )?.[1];
  const lookup = list === undefined ? undefined : await api(finder.filters).catch(() => undefined);
  const values = list === undefined ? undefined : lookup?.[list];
  if (!values) return error;
  const wanted = [error.extra.value]
    .flat()
    .find((value) => typeof value === 'string' && !values.includes(value));
  const meant = typeof wanted === 'string' ? closest(wanted, values) : undefined;
  const see = `outreach finder filters ${list} lists them all.`;
  return error.with({
    hint: meant === undefined ? see : `Did you mean ${named(field)} "${meant}"? ${see}`,
    cause: error,
  });
}
