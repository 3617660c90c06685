import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { Listing } from '../../cli/declare/listing.ts';
import { finder } from '../../contract/areas/finder.ts';
import { filterOptions, filtersFrom } from './filter-options.ts';
import { asListed } from './listed-values.ts';
import { refuseBeyond, searchPages } from './search-pages.ts';

export const search = command({
  name: 'search',
  summary: 'Search the contact database (free; names are masked)',
  about: `Repeating an option widens the search; different options narrow it. A comma in --job-title, --state, --city or --technology separates terms.

People are read 25 at a time (50 if --limit is above 25), and each person read counts against the daily limit. So --limit 2 shows 2 people but uses up 25. To import a person, pass the ref to \`finder import --ref\`.`,
  uses: [finder.search, finder.filters],
  tool: 'read',
  core: true,
  args: filterOptions,
  examples: [
    'outreach finder search --job-title "Head of Sales" --country Germany --size 11-50',
    'outreach finder search --seniority Director --continent Europe --limit 100 --csv',
    'outreach finder search --filters-file examples/audience.json --json --fields ref,company.name',
  ],
  async run(context, values) {
    refuseBeyond(context.screen.globals);
    const filters = await filtersFrom(context, values);
    if (filters === undefined)
      throw new Failure('invalid_filters', 'no filter was given', {
        hint: 'Give at least one, for example --job-title "Head of Sales" --country Germany.',
      });
    return new Listing(searchPages(context, await asListed(context, filters)));
  },
  empty: 'No people match. Try fewer filters.',
  columns: [
    ['Ref', 'ref', 'id'],
    ['Name', (person) => textOf(person, ['name', 'fullName', 'firstName'])],
    ['Title', (person) => textOf(person, ['jobTitle', 'title'])],
    ['Company', (person) => person.company?.name],
    ['Size', (person) => person.company?.sizeBand],
    ['City', (person) => person.location?.city],
    ['Country', (person) => person.location?.country],
  ],
});

/** The spec does not show what a person's own fields are called. */
function textOf(person: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  return names.map((name) => person[name]).find((value) => typeof value === 'string');
}
