import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import { command } from '../../cli/declare/command.ts';
import { arg } from '../../cli/declare/params.ts';
import { priceCell, record, stack, table } from '../../cli/declare/view.ts';
import { finder } from '../../contract/areas/finder.ts';
import type { Output } from '../../contract/operation.ts';
import { listedFields } from '../../contract/schema/filters.ts';

const lists = [...new Set(Object.values(listedFields))];

export const filters = command({
  name: 'filters',
  summary: 'Show the values you can filter by, the price and the limits',
  uses: [finder.filters],
  tool: 'read',
  args: { list: arg.optionalText('the list of values to show', { offers: lists }) },
  examples: [
    'outreach finder filters',
    'outreach finder filters industries',
    'outreach finder filters --json',
  ],
  async run({ service }, { list }): Promise<Partial<Output<typeof finder.filters>>> {
    const name =
      list === undefined ? undefined : lists.find((known) => known.toLowerCase() === list.toLowerCase());
    if (list !== undefined && name === undefined) {
      const meant = closest(list, lists);
      throw new Failure('unknown_list', `there is no list '${list}'`, {
        hint: meant === undefined ? `The lists are ${lists.join(', ')}.` : `Did you mean ${meant}?`,
      });
    }
    const lookup = await service.api(finder.filters);
    return name === undefined ? lookup : { [name]: lookup[name] };
  },
  view(lookup, { list }) {
    if (list !== undefined) {
      const values = Object.values(lookup).flat() as string[];
      return table(values, [['Value', (value) => value]], 'No value matches.');
    }
    const { limits } = lookup;
    return stack(
      record(
        ['Credits a person', priceCell(lookup.creditsPerProspect), 'number'],
        ['People you can view today', limits?.rowsLeftToday, 'number'],
        ['Daily allowance', limits?.rowsPerDay, 'number'],
        ['People per import', limits?.maxFirstN, 'number'],
        ['Imports at once', limits?.maxRunningImports],
      ),
      table(
        lists.map((name) => ({ name, values: lookup[name] ?? [] })),
        [
          ['List', 'name'],
          ['Values', (row) => row.values.length, 'number'],
          ['For example', (row) => row.values.slice(0, 4).join(', '), 'prose'],
        ],
      ),
    );
  },
});
