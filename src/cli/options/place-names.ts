import { dataTable } from '../../base/data-table.ts';
import { finder } from '../../contract/areas/finder.ts';
import type { Context } from '../declare/command.ts';
import { countryCalled, countryIn, hasOtherNames } from '../line/country.ts';
import usStates from './us-states.tsv';

/** Names of countries, some in other languages, that are also cities and regions elsewhere. */
const alsoPlaces =
  /^\s*(england|granada|guadalupe|norfolk|salvador|san mart[ií]n|santa elena|santa luc[ií]a)\s*$/i;

/**
 * Places with the countries among them as the service calls them: it takes other words as parts of a state or city, and `DE`
 * is a part of many. Says what a word was taken for, as people are found and paid for by it.
 */
export async function placesByCountry(
  { service, screen }: Pick<Context, 'service' | 'screen'>,
  places: readonly string[] | undefined,
): Promise<string[] | undefined> {
  const countryOf = (place: string) => (alsoPlaces.test(place) ? undefined : countryCalled(place));
  const countries = (places ?? []).flatMap((place) => countryOf(place) ?? []);
  const isListed = countries.some(hasOtherNames);
  const lookup = isListed ? await service.api(finder.filters).catch(() => undefined) : undefined;
  return places?.map((place) => {
    const country = countryOf(place);
    if (country === undefined) {
      if (/^\s*\p{L}{2}\s*$/u.test(place))
        screen.warn(
          `--location ${place} is no country; it is searched as written. For a state, write its name in full.`,
        );
      return place;
    }
    const name = countryIn(lookup?.countries ?? [], country.code) ?? country.name;
    const isSame = ({ code }: { code: string }) => code === place.trim().toUpperCase();
    const state = dataTable(usStates, ['code', 'name']).find(isSame)?.name;
    if (state)
      screen.warn(`--location ${place} means ${name}, not ${state}. For a state, write its name in full.`);
    else if (name.toLowerCase() !== place.trim().toLowerCase())
      screen.note(`--location ${place} means ${name}.`);
    return name;
  });
}
