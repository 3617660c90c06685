import { Failure, isStop } from '../../base/errors.ts';
import { pattern } from '../../cli/advice/line-of.ts';
import { createTargetClock } from '../../cli/connect/target-clock.ts';
import type { Files, Screen } from '../../cli/declare/command.ts';
import { hintOf } from '../../cli/messages/hints/hint-of.ts';
import { isOfSandbox } from '../../cli/profile/held-key.ts';
import type { Account } from '../../cli/stop/accounts.ts';
import { rowError } from '../../cli/stop/not-all.ts';
import type { Done } from './looks.ts';
import { readAccount } from './read-account.ts';
import type { ProfileStatus } from './status-document.ts';

/** The status of a profile, for each name that it has, and why it could not be read. */
export interface ReadProfile {
  readonly statuses: readonly [ProfileStatus, ...ProfileStatus[]];
  readonly failure?: Failure;
}

interface Place {
  readonly files: Files;
  readonly screen: Pick<Screen, 'isForPeople' | 'note' | 'warn'>;
}

/** Never throws what is wrong with the account: it is a row as well. */
export async function readProfile(
  context: Place,
  account: Account,
  done: Done | undefined,
): Promise<ReadProfile> {
  const { profile, also } = account;
  const statusOf = (found: Omit<ProfileStatus, 'profile'>): ReadProfile['statuses'] => [
    { profile, ...found },
    ...also.map((name) => ({ profile: name, ...found })),
  ];
  try {
    if ('failure' in account) throw account.failure;
    return { statuses: statusOf(await found(context, account, done)) };
  } catch (failure) {
    if (!(failure instanceof Failure) || failure.is('nothing_to_hide')) throw failure;
    const target = 'failure' in account ? targetOf(context, profile) : account.target;
    return { statuses: statusOf({ target, ...broken(context, failure, profile), ...nothing }), failure };
  }
}

const broken = (place: Pick<Place, 'files'>, failure: Failure, profile: string | null) => ({
  ok: false,
  error: { ...rowError(failure), hint: repair(place, failure, profile) },
});

const nothing = { credits: null, attention: [], campaigns: [], notRead: [] } as const;

async function found(
  { files, screen }: Place,
  account: Exclude<Account, { failure: Failure }>,
  done: Done | undefined,
): Promise<Omit<ProfileStatus, 'profile'>> {
  const { api, settings, target, also, profile } = account;
  const now = await createTargetClock(files.world).ask(settings.inProcess ? settings : undefined);
  const { isForPeople, note: warn } = screen;
  const read = await readAccount({ api, settings, world: files.world, now, isForPeople, warn, done });
  if (done)
    for (const { message } of read.hidden)
      screen.note(`Hidden ${read.isStored ? 'until it changes' : 'this once'}: ${message}`);
  if (!screen.isForPeople) for (const line of read.notes) screen.warn(line);
  return {
    target,
    ...(read.failure ? broken({ files }, read.failure, profile) : { ok: true, error: null }),
    credits: read.credits,
    attention: read.attention.map(({ state: _, ...need }) => need),
    campaigns: screen.isForPeople
      ? read.campaigns
      : read.campaigns.map(({ positiveRate: _, days: __, ...campaign }) => campaign),
    notRead: read.notRead,
    ...(screen.isForPeople && { forPeople: { also, notes: read.notes, hidden: read.hidden.length } }),
  };
}

/** A profile whose settings are incomplete goes where its key says. */
function targetOf({ files }: Place, profile: string | null): ProfileStatus['target'] {
  const saved = profile === null ? undefined : files.profiles.key(profile);
  return profile === 'sandbox' || (saved && isOfSandbox(saved.key)) ? 'sandbox' : 'live';
}

/** The one line that repairs it, or shows what is wrong. */
function repair({ files }: Pick<Place, 'files'>, failure: Failure, profile: string | null): string {
  const hint = hintOf(failure);
  if (isStop(failure)) return 'outreach status --all-profiles';
  if (profile === null)
    return failure.kind === 'unauthenticated' ? 'unset OUTREACH_API_KEY' : pattern('doctor');
  // A login goes where the environment says, and a profile of many may be elsewhere.
  if (failure.kind === 'unauthenticated' && files.world.env.OUTREACH_BASE_URL)
    return pattern('login', { profile, baseUrl: files.profiles.get(profile)?.baseUrl });
  // One that came with the failure names the profile itself.
  if (hint !== undefined && /^outreach [\w -]+$/.test(hint) && hint.endsWith(` ${profile}`)) return hint;
  return pattern(failure.kind === 'unauthenticated' ? 'login' : 'doctor', { profile });
}
