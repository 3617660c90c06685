import { recordOf } from '../../cli/declare/answer.ts';
import { command } from '../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../cli/declare/params.ts';
import type { View } from '../../cli/declare/view.ts';
import { lineOf } from '../../cli/line/shell-words.ts';
import { oneOrAll } from '../../cli/stop/one-or-all.ts';
import { type StopList, type Stoppable, stopAll } from '../../cli/stop/stop-all.ts';
import { stopAnswer, stopView } from '../../cli/stop/stop-view.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { isAtRest } from '../../domain/item-states.ts';
import { type Campaign, campaignIn, campaignView } from './campaign-view.ts';

export const pause = command({
  name: 'pause',
  summary: 'Pause a campaign, or all that are running; nothing is sent until you resume',
  about: `--all is the stop button: it pauses every running campaign at once, without a question. If one fails, the others are still paused, and the command exits with 15. --all-profiles covers every profile of this machine and the key in the environment; a profile that cannot be read has its own row.

With --json, --all gives {items, total}; each item has profile, campaignId, name, outcome (paused or failed; planned in a dry run), error (code, message, hint; null where none) and, in a dry run, request.`,
  uses: [campaigns.pause, campaigns.list],
  stops: true,
  tool: 'work',
  answer: ({ all, allProfiles }) =>
    all || allProfiles ? stopAnswer('campaignId', 'name') : recordOf(campaigns.pause),
  fails: ['partial'],
  local: ({ allProfiles }) => allProfiles,
  args: {
    campaign: arg.optionalText('id or exact name', {
      asked: 'running-campaign',
      unless: ['all', 'allProfiles'],
    }),
    all: opt.flag('every running campaign'),
    allProfiles: lineOnly(opt.flag('in every profile of this machine')),
  },
  excludes: [
    ['campaign', 'all', 'allProfiles'],
    ['allProfiles', 'profile'],
  ],
  examples: [
    'outreach campaigns pause 1',
    'outreach campaigns pause --all',
    'outreach campaigns pause --all --all-profiles --json',
  ],
  async run(context, { campaign, all, allProfiles }): Promise<Campaign | Paused> {
    const named = oneOrAll({ one: campaign, all, allProfiles });
    if (named === undefined) return stopAll(context, running, { allProfiles });
    const { api, find, note } = context;
    const answer = await api(campaigns.pause, { params: { id: await find.campaign(named) } });
    note(answer.message ?? 'Paused.');
    return campaignIn(answer);
  },
  next: (paused) => (isList(paused) ? [] : [['start it again', lineOf`campaigns resume ${paused.id}`]]),
  view: (paused): View =>
    isList(paused)
      ? stopView(paused, [
          ['Campaign', ({ campaignId }) => campaignId, 'id'],
          ['Name', ({ name }) => name],
        ])
      : campaignView(paused),
});

const running = {
  noun: 'campaign',
  done: 'paused',
  pages: (api) => api.pages(campaigns.list, {}, { asItComes: true }),
  id: ({ id }) => id,
  rests: isAtRest,
  stop: (api, { id }) => api(campaigns.pause, { params: { id } }),
  label: (campaign) => ({ campaignId: campaign?.id ?? null, name: campaign?.name ?? null }),
} satisfies Stoppable<ItemOf<typeof campaigns.list>, object>;

type Paused = StopList<ReturnType<typeof running.label>>;

const isList = (paused: Campaign | Paused): paused is Paused => 'items' in paused;
