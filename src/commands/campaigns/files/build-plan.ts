import type { Context } from '../../../cli/declare/command.ts';
import { opt, under } from '../../../cli/declare/params.ts';
import { acceptOption } from '../../../cli/declare/shared-options.ts';
import { openStarts } from '../../../cli/find/receiving-campaign.ts';
import { activeWaivers } from '../../../cli/launch/blocking-rules.ts';
import { writesAtOnce } from '../../../contract/consent.ts';
import type { Lock, LockEntry } from '../../../domain/campaign-file/lock.ts';
import type { CampaignFile } from '../../../domain/campaign-file/read-campaign-file.ts';
import { identify, isThat } from '../../../domain/campaign-plan/identity.ts';
import { makePlan } from '../../../domain/campaign-plan/make-plan.ts';
import type { Plan, PlanOptions } from '../../../domain/campaign-plan/plan.ts';
import { emptyDomains } from '../../../domain/campaign-plan/senders.ts';
import { severityAfter, type Waiver } from '../../../domain/launch/problem.ts';
import { ownEntries, readLock } from './lock-file.ts';
import { readFolder } from './read-folder.ts';
import {
  type Account,
  liveReads,
  type ReadCampaign,
  readAccount,
  readLive,
  withUnlisted,
} from './read-live.ts';
import { peopleReads, withPeople } from './read-people.ts';

/** The operations that {@link buildPlan} may call, for `uses`. */
export const planReads = [...new Set([...liveReads, ...peopleReads])];

export const planArgs = {
  values: opt.file('file with the values of placeholders, instead of values/<profile>.yaml', 'campaign'),
  ...under('WHAT TO CHANGE', {
    overwriteDrift: opt.flag('undo changes that were made only in the service'),
    overwriteConflicts: opt.flag('use the value of the file if both the file and the service changed it'),
    recreate: opt.flag('create a campaign again if it was deleted in the service'),
    pauseFirst: opt.flag('pause running campaigns before changing them'),
    allowLive: opt.flag('allow changes to running campaigns'),
  }),
  ...acceptOption,
};

export const planSwitches = [
  'overwriteDrift',
  'overwriteConflicts',
  'recreate',
  'pauseFirst',
  'allowLive',
] as const satisfies readonly (keyof PlanOptions)[];

export interface PlanSource extends PlanOptions {
  readonly only?: string | undefined;
  readonly values?: string | undefined;
  readonly accept?: readonly Waiver[] | undefined;
}

export interface BuiltPlan {
  readonly plan: Plan;
  readonly files: readonly CampaignFile[];
  readonly lock: Lock;
  readonly account: Account;
  readonly live: readonly ReadCampaign[];
}

/** Changes nothing. Two lists, and three calls for each campaign with a file. A rule that is waived does not block. */
export async function buildPlan(
  context: Context,
  folder: string,
  source: PlanSource,
  reading = 'Reading campaigns',
): Promise<BuiltPlan> {
  const { values, accept, only } = source;
  const options: Record<string, boolean> = {};
  for (const name of planSwitches) options[name] = source[name] === true;
  const { files, others } = await readFolder(context, folder, { values, only });
  const lock = await readLock(context.files, folder);
  const own = ownEntries(context.service, lock);
  // Files that are not read keep their campaigns.
  const ours = new Map<string, LockEntry>();
  const theirs: LockEntry[] = [];
  for (const [file, entry] of own)
    if (others.includes(file)) theirs.push(entry);
    else ours.set(file, entry);
  return context.screen.progress(reading, async (say) => {
    const locked = files.flatMap(({ file }) => ours.get(file)?.id ?? []);
    const listed = await withUnlisted(context.service, await readAccount(context.service), locked);
    const open = await withOpenStarts(context, listed);
    const account = {
      ...open,
      campaigns: open.campaigns.filter(
        (one) => !theirs.some((entry) => entry.id === one.id && isThat(entry, one)),
      ),
    };
    const found = identify(files, ours, account.campaigns);
    const ids = [...found.files.values()].flatMap(({ id }) => id ?? []);
    const live = await readLive(context.service, account, ids, (progress) => say(reading, progress));
    const plan = makePlan({ files, lock: ours, account, live, options });
    for (const line of emptyDomains(files, account.mailboxes)) context.screen.warn(line);
    const shown = plan.items.filter(({ file }) => only === undefined || file !== null);
    const items = await withPeople(context, shown);
    return { plan: waived({ ...plan, items }, activeWaivers(context, accept)), files, lock, account, live };
  });
}

/** A campaign whose start has no known outcome may be sending: its status is not known. */
async function withOpenStarts(context: Context, account: Account): Promise<Account> {
  const startOf = await openStarts(context);
  return {
    ...account,
    campaigns: account.campaigns.map((campaign) => {
      const start = writesAtOnce(campaign.status) ? undefined : startOf(String(campaign.id));
      return start === undefined ? campaign : { ...campaign, status: null };
    }),
  };
}

const waived = (plan: Plan, waivers: readonly Waiver[]): Plan => ({
  ...plan,
  items: plan.items.map((item) => ({
    ...item,
    problems: item.problems.map((problem) => ({ ...problem, severity: severityAfter(problem, waivers) })),
  })),
});
