import { counted, firstOf } from '../../../base/counted.ts';
import { Failure, isStop } from '../../../base/errors.ts';
import { say } from '../../../base/text/advice.ts';
import { advise } from '../../../cli/advice/advise.ts';
import { createTargetClock } from '../../../cli/connect/target-clock.ts';
import { command } from '../../../cli/declare/command.ts';
import { arg, lineOnly, opt } from '../../../cli/declare/params.ts';
import { table, toned } from '../../../cli/declare/view.ts';
import { inline } from '../../../cli/output/text/inline.ts';
import { type Account, allAccounts, ownAccount } from '../../../cli/stop/accounts.ts';
import { notAll } from '../../../cli/stop/not-all.ts';
import { nothingRuns } from '../../../cli/stop/stop-all.ts';
import { campaigns } from '../../../contract/areas/campaigns.ts';
import * as s from '../../../contract/schema/schema.ts';
import {
  type GuardedAccount,
  type GuardOptions,
  type GuardRow,
  guardAccount,
  guardRowFields,
} from './guard-account.ts';

interface GuardDocument {
  readonly items: readonly GuardRow[];
  readonly checkedAt: string;
}

export const guard = command({
  name: 'guard',
  summary: 'See whether too much mail of a running campaign bounces, and pause it',
  about: `Looks at the newest people contacted, at most 200. A campaign is over the limit where at least 5 of them and 8% bounced, or where at least 2 and 0.3% reported the mail as spam. It exits with 16 where one is over, also where --pause paused it, and with 15 where one could not be read or paused.

--pause pauses what is over the limit. It takes no consent, is in the journal, and never resumes. Then look at the list, verify it, and resume. Figures of each look, also of \`status\`, stay on this machine: a campaign that was paused is judged from the first look that finds it running again. Without earlier looks it is judged from its start; \`window.since\` is then null. Complaints are null where the service does not show them.

Nothing runs in the background. A line for cron: */15 * * * * outreach campaigns guard --all-profiles --pause --json

A canary, 50 people a day at first, and the next day more where it is not paused:
  outreach campaigns update "Autumn launch" --daily-limit 50
  outreach campaigns resume "Autumn launch"
  outreach campaigns guard "Autumn launch" --pause && outreach campaigns update "Autumn launch" --daily-limit 200`,
  uses: [campaigns.list, campaigns.stats, campaigns.pause],
  stops: true,
  tool: 'read',
  answer: s.object({ items: s.array(guardRowFields), checkedAt: s.timestamp() }),
  rows: 'items',
  fails: ['partial', 'ended-badly'],
  local: ({ allProfiles }) => allProfiles,
  args: {
    campaigns: arg.optionalMany('ids or exact names, unless it is all that run', {
      hint: 'campaign',
      names: 'campaigns',
    }),
    allProfiles: lineOnly(opt.flag('in every profile of this machine')),
    pause: lineOnly(opt.flag('pause those that are over the limit')),
  },
  excludes: [['allProfiles', 'campaigns', 'profile']],
  examples: [
    'outreach campaigns guard',
    'outreach campaigns guard 1 --pause',
    'outreach campaigns guard --all-profiles --pause --json',
  ],
  async run(context, { campaigns: named, allProfiles, pause }): Promise<GuardDocument> {
    const { service, files, screen } = context;
    const only: number[] = [];
    for (const one of named) only.push(await service.find.campaign(one));
    const options = { only: named.length > 0 ? only : undefined, pause };
    const accounts: Account[] = allProfiles ? await allAccounts(context) : [ownAccount(context)];
    const looked = await screen.progress('Looking at campaigns', () =>
      Promise.all(accounts.map((account) => guardAccount(context, account, options))),
    );
    const [first] = looked;
    if (!allProfiles && first?.isBlank) throw first.unread[0];
    const target = !allProfiles && service.settings.inProcess ? service.settings : undefined;
    const result = {
      items: looked.flatMap(({ rows }) => rows),
      checkedAt: new Date(await createTargetClock(files.world).ask(target)).toISOString(),
    };
    const missing = only.find(
      (id) => !result.items.some(({ campaignId }) => String(campaignId) === String(id)),
    );
    if (missing !== undefined && first?.unread.length === 0)
      throw new Failure('campaign_not_found', `There is no campaign ${missing}`);
    const planned = result.items.filter(({ request }) => request).length;
    if (planned > 0)
      screen.note(`A dry run: ${counted(planned, 'campaign')} would be paused, and nothing was sent.`);
    const failure = endOf(looked, options, result);
    if (failure) throw failure;
    if (!screen.isForPeople && result.items.length === 0) screen.note(nothingRuns);
    return result;
  },
  view: ({ items }) =>
    table(
      items,
      [
        ['Campaign', ({ campaignId }) => campaignId, 'id'],
        ['Name', ({ name }) => name],
        ['Contacted', ({ contacted }) => contacted, 'number'],
        ['Bounced', ({ bounced }) => bounced, 'number'],
        ['Complaints', ({ complaints }) => complaints, 'number', 4],
        ['Newest', ({ window }) => window?.contacted, 'number'],
        ['Bounced of them', ({ window }) => window?.bounced, 'number'],
        ['Over', ({ over }) => (over.length > 0 ? toned(over.join(', '), 'bad') : undefined), 'state'],
        ['Paused', ({ paused }) => (paused ? 'yes' : undefined)],
        ['Profile', ({ profile }) => profile ?? '(key of OUTREACH_API_KEY)', 'text', 5],
        ['Why', ({ error }) => error?.message],
      ],
      nothingRuns,
    ),
});

/** Why it does not end with 0: first what could not be paused, then what burns, then what could not be read. */
function endOf(
  looked: readonly GuardedAccount[],
  { only, pause }: GuardOptions,
  result: GuardDocument,
): Failure | undefined {
  const unread = looked.flatMap((account) => account.unread);
  const unpaused = looked.flatMap((account) => account.unpaused);
  const over = result.items.filter((row) => row.over.length > 0);
  const paused = over.filter((row) => row.paused);
  const outcome = paused.length > 0 ? 'done' : 'none';
  const stopped = [...unread, ...unpaused].find(isStop);
  const [failed, ...others] = unpaused;
  if (stopped) return stopped.with({ result, outcome });
  // As `campaigns pause` ends for one.
  if (failed?.kind === 'forbidden' && only?.length === 1) return failed.with({ result });
  const done = `${counted(over.length, 'campaign is', 'campaigns are')} over the limit, ${paused.length} paused`;
  const rest = 'what is paused is left alone';
  if (failed) return notAll([failed, ...others], { code: 'not_all_stopped', done, rest, outcome, result });
  const [burning] = over;
  if (burning) {
    const names = over.map(({ campaignId, name }) => `${campaignId} "${inline(name ?? '')}"`);
    const id = over.length === 1 ? burning.campaignId : null;
    return new Failure(
      'over_limit',
      `Too much mail of ${counted(over.length, 'campaign')} bounced or was reported as spam: ${firstOf(names, 5)}${pause && outcome === 'done' ? `; ${paused.length} paused` : ''}`,
      {
        hint:
          outcome === 'done'
            ? say`Look at its list, verify it, then resume it. What the list has: ${advise('campaigns check', { campaign: burning.campaignId })}`
            : say`Pause it, look at its list, verify it, then resume it: ${advise('campaigns guard', { campaigns: id, pause: true })}`,
        outcome,
        result,
      },
    );
  }
  const [first, ...more] = unread;
  return first
    ? notAll([first, ...more], {
        code: 'not_all_read',
        done: 'No campaign that was read is over the limit',
        rest: 'it reads all again',
        outcome: 'none',
        result,
      })
    : undefined;
}
