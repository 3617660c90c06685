import { omitUndefined } from '../../base/omit-undefined.ts';
import { advise } from '../../cli/advice/advise.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { criteriaFrom, criteriaOptions, listedCriteria } from '../../cli/options/criteria-options.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import { icpView } from './icp-view.ts';

export const create = command({
  name: 'create',
  summary: 'Create an ideal customer profile',
  about: 'Names need not be unique: each call creates a new profile.',
  uses: [icps.create, finder.filters],
  tool: 'work',
  args: {
    name: arg.text('name of the profile', { asked: 'name' }),
    summary: opt.text('who they are, in a sentence', { hint: 'text' }),
    ...criteriaOptions,
    primary: opt.flag('make it the primary one, replacing the current one'),
  },
  examples: [
    'outreach icps create "German sales leaders" --title "Head of Sales" --location Germany --primary',
    'outreach icps create "SaaS directors" --seniority Director --keyword saas --size 51-200 --json',
  ],
  async run(context, { name, summary, primary, ...lists }) {
    const body = {
      name,
      ...omitUndefined({ summary, makePrimary: primary || undefined }),
      ...(await criteriaFrom(context, lists)),
    };
    const { icp } = await context.service.api(icps.create, { body }).catch(async (error) => {
      throw await withNearestValues(context.service.api, error, listedCriteria);
    });
    context.screen.note(`Profile ${icp.id} is created.`);
    return icp;
  },
  next: ({ id }) => [['count its people', advise('icps size', { id })]],
  view: icpView,
});
