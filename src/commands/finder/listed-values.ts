import type { Context } from '../../cli/declare/command.ts';
import { countryCalled, countryIn, hasOtherNames } from '../../cli/line/country.ts';
import { bandOf, isHeadcount, noteBand } from '../../cli/options/size-band.ts';
import { finder } from '../../contract/areas/finder.ts';
import { type Filters, listedFields } from '../../contract/schema/filters.ts';

type Listed = keyof typeof listedFields;
const fields = Object.keys(listedFields) as Listed[];

/**
 * The filters with values as the lists of the service write them: `director`, `20` employees, Turkey. The lists are read
 * only where a value does not look like one of theirs: asking for them at every search would cost a call each time.
 */
export async function asListed({ service, screen }: Context, filters: Filters): Promise<Filters> {
  const differ = fields.some((field) => filters[field]?.some((value) => looksOther(field, value)));
  const lookup = differ ? await service.api(finder.filters).catch(() => undefined) : undefined;
  if (!lookup) return filters;
  const listed: Filters = { ...filters };
  for (const field of fields) {
    const list = lookup[listedFields[field]] ?? [];
    const values = filters[field]?.map((value) => valueIn(list, field, value) ?? value);
    if (values !== undefined) listed[field] = values;
  }
  for (const size of filters.companySizes ?? []) {
    const band = valueIn(lookup.companySizes ?? [], 'companySizes', size);
    if (band !== undefined) noteBand(screen.note, size, band);
  }
  return listed;
}

const isCountry = (field: Listed): boolean => /countries$/i.test(listedFields[field]);

function looksOther(field: Listed, value: string): boolean {
  if (field === 'companySizes') return isHeadcount(value) || !/^\d+(-\d+|\+)$/.test(value);
  const country = isCountry(field) ? countryCalled(value) : undefined;
  return /^\p{Ll}/u.test(value) || (country !== undefined && hasOtherNames(country));
}

function valueIn(list: readonly string[], field: Listed, value: string): string | undefined {
  const same = list.find((listed) => plain(listed) === plain(value));
  if (same !== undefined || field === 'companySizes') return same ?? bandOf(value, list);
  return isCountry(field) ? countryIn(list, value) : undefined;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+]+/gu, ' ')
    .trim();
