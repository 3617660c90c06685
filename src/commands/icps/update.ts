import { Failure } from '../../base/errors.ts';
import { changes } from '../../base/omit-undefined.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import {
  criteriaFrom,
  criteriaNames,
  criteriaOptions,
  listedCriteria,
} from '../../cli/options/criteria-options.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { icpView } from './icp-view.ts';

export const update = command({
  name: 'update',
  summary: 'Change an ideal customer profile',
  about: `Anything you do not give is kept. A list is replaced as a whole: repeat its option for each value. --clear empties lists.

Any change marks the profile as edited by a person.`,
  uses: [icps.update, finder.filters],
  tool: 'work',
  args: {
    id: arg.id('id of the profile', { asked: 'icp' }),
    name: opt.text('new name'),
    summary: opt.text('who they are, in a sentence; empty clears it', { hint: 'text' }),
    ...criteriaOptions,
    clear: opt.choices('lists to empty', criteriaNames),
  },
  examples: [
    'outreach icps update 1 --title "Head of Sales" --title "VP of Sales"',
    'outreach icps update 1 --clear keyword,location',
  ],
  async run(context, { id, name, summary, clear, ...lists }) {
    const both = clear?.find((list) => lists[list] !== undefined);
    if (both !== undefined)
      throw new Failure(
        'contradicting_options',
        `--${both} gives the list that --clear ${both} empties; use one of them`,
      );
    const body = changes(
      { name, summary, ...(await criteriaFrom(context, lists, clear)) },
      '--title "Head of Sales"',
    );
    const { icp } = await context.service.api(icps.update, { params: { id }, body }).catch(async (error) => {
      throw await withNearestValues(context.service.api, error, listedCriteria);
    });
    context.screen.note(`Profile ${icp.id} is saved.`);
    return icp;
  },
  view: icpView,
});
