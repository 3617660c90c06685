import { Failure } from '../../base/errors.ts';
import { nearest } from '../../base/text/nearest.ts';
import type { Api } from '../../client/api/api.ts';
import { finder } from '../../contract/areas/finder.ts';
import { countriesLike, countryCalled } from '../line/country.ts';

/** What the fields of a request are called on the line, and which list of the contact database their values are on. */
export interface ListedOptions {
  readonly options: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, keyof typeof finder.filters.response.entries>>;
}

/** A list as short as this is shown whole. */
const shortList = 12;

/** What the service says of a value that it does not take, by the option, with the nearest. Reads the lists then. */
export async function withNearestValues(
  api: Api,
  error: unknown,
  { options, lists }: ListedOptions,
): Promise<unknown> {
  if (!(error instanceof Failure) || error.kind !== 'usage') return error;
  const field =
    String(error.extra.field ?? '')
      .replace(/^filters\./, '')
      .split('.')[0] ?? '';
  const option = Object.hasOwn(options, field) ? options[field] : undefined;
  if (option === undefined) return error;
  const name = lists[field];
  const list = name && (await api(finder.filters).catch(() => undefined))?.[name];
  const known = Array.isArray(list) ? list.map(String) : [];
  const wrong = [error.extra.value]
    .flat()
    .find((value) => typeof value === 'string' && !known.includes(value));
  if (known.length === 0 || typeof wrong !== 'string') {
    const message = error.message.replace(/^(?:filters\.)?\w+(?:\.\d+)?(?= )/, option);
    return error.with({ message, cause: error });
  }
  const message = `${option} must be on the list of the contact database, not '${wrong}'`;
  return error.with({ message, hint: hintOf(option, wrong, known, String(name)), cause: error });
}

function hintOf(option: string, wrong: string, list: readonly string[], name: string): string {
  if (list.length <= shortList) return `One of ${list.join(', ')}`;
  // A country that is not on the list is not a slip of the fingers: Niger is not Nigeria.
  const near = countryCalled(wrong) ? [] : countriesLike(wrong).filter((country) => list.includes(country));
  const [meant, ...others] = /countries$/i.test(name) ? near : nearest(wrong, list);
  const all = `All of them: outreach finder filters ${name}`;
  if (meant === undefined) return all;
  return others.length === 0
    ? `Did you mean ${option} "${meant}"? ${all}`
    : `The nearest: ${[meant, ...others].join(', ')}. ${all}`;
}
