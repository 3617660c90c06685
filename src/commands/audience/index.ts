import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { command, type Verbs } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { criteriaFrom, criteriaOptions, listedCriteria } from '../../cli/options/criteria-options.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import { audience } from '../../contract/areas/audience.ts';
import { finder } from '../../contract/areas/finder.ts';
import { emptyCriteria } from '../../contract/schema/criteria.ts';

const size = command({
  name: 'size',
  about:
    'Repeating an option widens the audience; different options narrow it. To save the description as an ideal customer profile, run `outreach icps create`.',
  uses: [audience.size, finder.filters],
  tool: 'read',
  args: criteriaOptions,
  examples: [
    'outreach audience size --title "Head of Sales" --location Germany --size 11-50',
    'outreach audience size --seniority Director --keyword saas --json',
  ],
  async run(context, values) {
    const body = await criteriaFrom(context, values);
    if (emptyCriteria(body).length > 0)
      throw new Failure('no_criteria', 'nothing describes the audience', {
        hint: 'Give at least one option, for example --title "Head of Sales" --location Germany.',
      });
    return context.service.api(audience.size, { body }).catch(async (error) => {
      throw await withNearestValues(context.service.api, error, listedCriteria);
    });
  },
  view: ({ audienceSize }) => record(['People', grouped(audienceSize)]),
});

export const group: Verbs = { commands: [size] };
