import { counted, grouped } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import { changes, omitUndefined } from '../../base/omit-undefined.ts';
import { say } from '../../base/text/advice.ts';
import { advise } from '../../cli/advice/advise.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { type Context, command, type Verbs } from '../../cli/declare/command.ts';
import { arg, opt } from '../../cli/declare/params.ts';
import { record, type View } from '../../cli/declare/view.ts';
import {
  criteriaFrom,
  criteriaNames,
  criteriaOptions,
  listedCriteria,
} from '../../cli/options/criteria-options.ts';
import { withNearestValues } from '../../cli/options/refused-value.ts';
import { inline } from '../../cli/output/text/inline.ts';
import { finder } from '../../contract/areas/finder.ts';
import { icps } from '../../contract/areas/icps.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { criteriaFields } from '../../contract/schema/criteria.ts';
import * as s from '../../contract/schema/schema.ts';

type Icp = ItemOf<typeof icps.list>;

const icpView = (icp: Icp): View =>
  record(
    ['ID', icp.id, 'id'],
    ['Name', icp.name],
    ['Primary', icp.isPrimary],
    ['By', icp.isGenerated ? 'the AI' : 'a person'],
    ['Summary', icp.summary || undefined],
    ['Website', icp.sourceWebsite || undefined],
    ['Titles', joined(icp.titles)],
    ['Seniorities', joined(icp.seniorities)],
    ['Industries', joined(icp.industries)],
    ['Company sizes', joined(icp.companySizes)],
    ['Locations', joined(icp.locations)],
    ['Keywords', joined(icp.keywords)],
    [
      'Personas',
      joined(icp.personas?.map(({ title, seniority }) => `${title ?? '?'} (${seniority ?? '?'})`)),
    ],
    ['Audience', audienceText(icp)],
    ['Sized', icp.audienceSizedAt ?? undefined],
    ['Created', icp.createdAt],
  );

/** The service has 0 where nothing was counted yet. */
const audienceText = ({ audienceSizedAt, estimatedAudienceSize }: Icp): string => {
  const sized = audienceSizedAt !== null && typeof estimatedAudienceSize === 'number';
  return sized ? counted(estimatedAudienceSize, 'person', 'people') : 'not counted yet';
};

const joined = (words: readonly string[] | null | undefined): string | undefined =>
  words && words.length > 0 ? words.join(', ') : undefined;

/** Names the words of the contact database that come nearest to one that is refused. */
const nearest = (context: Context) => async (error: unknown) => {
  throw await withNearestValues(context.service.api, error, listedCriteria);
};

const id = arg.id('id of the profile', { asked: 'icp' });

const list = command({
  name: 'list',
  uses: [icps.list],
  tool: 'read',
  examples: ['outreach icps list', 'outreach icps list --all --json'],
  run: ({ service }) => service.list(icps.list),
  columns: [
    ['ID', 'id', 'id'],
    ['Name', 'name'],
    ['Primary', 'isPrimary'],
    ['Titles', (icp) => icp.titles?.join(', '), 'prose', 6],
    ['Audience', audienceText],
    ['Created', 'createdAt', 'time'],
  ],
  empty: `No profiles. To create one: ${pattern('icps create')}`,
});

const create = command({
  name: 'create',
  about: 'Names need not be unique; each run creates a new profile.',
  uses: [icps.create, finder.filters],
  tool: 'work',
  args: {
    name: arg.text('name of the profile', { asked: 'name' }),
    summary: opt.text('who they are, in a sentence', { hint: 'text' }),
    ...criteriaOptions,
    primary: opt.flag('make it the primary profile instead of the current one'),
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
    const { icp } = await context.service.api(icps.create, { body }).catch(nearest(context));
    context.screen.note(`Profile ${icp.id} is created.`);
    return icp;
  },
  next: ({ id }) => [['count its people', advise('icps size', { id })]],
  view: icpView,
});

const update = command({
  name: 'update',
  about: `Fields that you do not give are kept. A list is replaced as a whole, so repeat its option for each value. To empty a list, use --clear.

Any change marks the profile as edited by a person.`,
  uses: [icps.update, finder.filters],
  tool: 'work',
  args: {
    id,
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
    const { icp } = await context.service.api(icps.update, { params: { id }, body }).catch(nearest(context));
    context.screen.note(`Profile ${icp.id} is saved.`);
    return icp;
  },
  view: icpView,
});

const get = command({
  name: 'get',
  summary: 'Show an ideal customer profile by its id',
  uses: [icps.get],
  tool: 'read',
  args: { id },
  examples: ['outreach icps get 1', 'outreach icps get 1 --json'],
  run: async ({ service }, { id }) => (await service.api(icps.get, { params: { id } })).icp,
  view: icpView,
});

const primary = command({
  name: 'primary',
  about: 'At most one profile is primary. If there is none, the exit code is 6.',
  uses: [icps.primary],
  tool: 'read',
  examples: ['outreach icps primary', 'outreach icps primary --json'],
  run: async ({ service }) => (await service.api(icps.primary)).icp,
  view: icpView,
});

const setPrimary = command({
  name: 'set-primary',
  uses: [icps.setPrimary],
  tool: 'work',
  args: { id },
  examples: ['outreach icps set-primary 1'],
  async run({ service, screen }, { id }) {
    const { icp } = await service.api(icps.setPrimary, { params: { id } });
    screen.note(`Profile ${icp.id} is the primary one now.`);
    return icp;
  },
  view: icpView,
});

const size = command({
  name: 'size',
  uses: [icps.refreshAudienceSize, icps.get],
  tool: 'work',
  args: { id },
  examples: ['outreach icps size 1', 'outreach icps size 1 --fields audienceSize'],
  run: ({ service }, { id }) =>
    service.api(icps.refreshAudienceSize, { params: { id } }).catch(async (error) => {
      if (error.status !== 400) throw error;
      const { icp } = await service.api(icps.get, { params: { id } });
      if (criteriaFields.some((field) => icp[field]?.length)) throw error;
      throw new Failure('no_criteria', `nothing describes the audience of profile ${id}`, {
        hint: say`Give at least one option, for example: ${advise('icps update', { id, title: ['Head of Sales'] })}`,
        cause: error,
      });
    }),
  view: ({ audienceSize, icp }) =>
    record(
      ['Profile', icp?.name],
      ['People', grouped(audienceSize)],
      ['Counted', icp?.audienceSizedAt ?? undefined],
    ),
});

const remove = command({
  name: 'delete',
  about: 'If you delete the primary profile, no profile is primary.',
  uses: [icps.delete, icps.get],
  tool: 'effects',
  answer: s.object({ id: s.id(), deleted: s.boolean() }),
  args: { id },
  examples: ['outreach icps delete 2', 'outreach icps delete 2 --yes'],
  async run({ service, consent }, { id }) {
    const call = { params: { id } };
    const approval = await consent.approve(icps.delete, call, async () => {
      const { icp } = await service.api(icps.get, call);
      return {
        spend: {},
        facts: icp.isPrimary ? ['It is the primary one; afterwards there is none.'] : [],
        deletes: { what: `ideal customer profile ${id}${icp.name ? `, "${inline(icp.name)}"` : ''}` },
      };
    });
    await service.api(icps.delete, call, approval);
    return { id, deleted: true };
  },
  fields: [['Deleted', 'id']],
});

export const group: Verbs = {
  commands: [list, create, get, primary, setPrimary, update, size, remove],
  examples: [
    'outreach icps create "German sales leaders" --title "Head of Sales" --location Germany --primary',
    'outreach icps size 1',
    'outreach icps list',
  ],
};
