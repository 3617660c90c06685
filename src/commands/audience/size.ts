import { grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { command } from '../../cli/declare/command.ts';
import { record } from '../../cli/declare/view.ts';
import { criteriaFrom, criteriaOptions } from '../../cli/options/criteria-options.ts';
import { audience } from '../../contract/areas/audience.ts';
import { emptyCriteria } from '../../contract/schema/criteria.ts';

export const size = command({
  name: 'size',
  summary: 'Count the people an audience has; free',
  about:
    'Options of one kind widen the audience, options of different kinds narrow it. To keep the description, make it an ideal customer profile: outreach icps create.',
  uses: [audience.size],
  args: criteriaOptions,
  examples: [
    'outreach audience size --title "Head of Sales" --location Germany --size 11-50',
    'outreach audience size --seniority Director --keyword saas --json',
  ],
  run({ api }, values) {
    const body = criteriaFrom(values);
    if (emptyCriteria(body).length > 0)
      throw new Failure('no_criteria', 'nothing describes the audience', {
        hint: 'Give at least one option, for example --title "Head of Sales" --location Germany.',
      });
    return api(audience.size, { body });
  },
  view: ({ audienceSize }) => record(['People', grouped(audienceSize)]),
});
