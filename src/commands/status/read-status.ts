import { counted, firstOf } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { createTargetClock } from '../../cli/connect/target-clock.ts';
import type { Context, Screen } from '../../cli/declare/command.ts';
import { type Account, allAccounts, ownAccount } from '../../cli/stop/accounts.ts';
import type { Done } from './hidden.ts';
import { type ReadProfile, readProfile } from './read-profile.ts';
import type { StatusDocument } from './status-document.ts';
import { profileTexts } from './status-view.ts';

export interface How {
  readonly allProfiles: boolean;
  readonly exitCode: boolean;
  readonly done: Done | undefined;
}

/** Throws what the exit code is to say, with the document. */
export async function lookOnce(context: Context, how: How): Promise<StatusDocument> {
  const reads = startReads(context, await accountsOf(context, how), how);
  const read = await readAll(context, reads);
  const result = await documentOf(context, read, how);
  const failure = endOf(read, how);
  if (!failure) return result;
  // To a person the failure says all: of the only profile there is nothing else to see.
  const isShown = how.allProfiles || how.exitCode || !context.screen.isForPeople;
  throw isShown ? failure.with({ result }) : failure;
}

/** All of them; a person sees the line of each as soon as it is read. */
async function readAll(context: Context, reads: readonly Promise<ReadProfile>[]): Promise<ReadProfile[]> {
  const read: ReadProfile[] = [];
  const label = labelOf(reads);
  return context.screen.progress(label, async (say) => {
    let left = reads.length;
    const arrived = async (one: Promise<ReadProfile>, at: number) => {
      read[at] = await one;
      left -= 1;
      if (left > 0 && context.screen.isForPeople)
        say(`${label}, ${left} left`, undefined, profileTexts(read.flatMap(({ statuses }) => statuses[0])));
    };
    await Promise.all(reads.map(arrived));
    return read;
  });
}

/** One look after another. The first one throws what it cannot read; later that is a part of what is shown. */
export async function* looks(context: Context, how: How, everyMs: number): AsyncGenerator<StatusDocument> {
  const { clock, signal } = context.files.world;
  yield await lookOnce(context, how);
  for (;;) {
    await clock.sleep(Math.max(everyMs, leastPauseMs), signal);
    const reads = startReads(context, await accountsOf(context, how), how);
    const read = await context.screen.progress(labelOf(reads), () => Promise.all(reads));
    signal.throwIfAborted();
    yield await documentOf(context, read, how);
  }
}

const leastPauseMs = 1000;

const accountsOf = async (context: Context, { allProfiles }: How): Promise<readonly Account[]> =>
  allProfiles ? allAccounts(context) : [ownAccount(context)];

/** All at once: one that does not answer keeps no other waiting. What all of them have to say is said once. */
function startReads(context: Context, accounts: readonly Account[], how: How): Promise<ReadProfile>[] {
  const said = new Set<string>();
  const note: Screen['note'] = (line, kind) => {
    if (!said.has(line)) context.screen.note(line, kind);
    said.add(line);
  };
  const place = { files: context.files, screen: { ...context.screen, note } };
  const isNamed = how.allProfiles || context.screen.globals.profile !== undefined;
  return accounts.map((account) => readProfile(place, account, { done: how.done, isNamed }));
}

const labelOf = (reads: readonly unknown[]): string =>
  `Reading ${reads.length === 1 ? 'the account' : counted(reads.length, 'profile')}`;

/** In the order of the profiles. A program gets an entry for each name of an account, a person one for the account. */
async function documentOf(
  { service, files, screen }: Context,
  reads: readonly ReadProfile[],
  { allProfiles }: How,
): Promise<StatusDocument> {
  const names: (string | null)[] = files.profiles.names();
  const found = reads.flatMap(({ statuses }) => (screen.isForPeople ? [statuses[0]] : [...statuses]));
  const place = (name: string | null) => (name === null ? names.length : names.indexOf(name));
  // Only the sandbox of this machine has a time of its own.
  const target = !allProfiles && service.settings.inProcess ? service.settings : undefined;
  return {
    profiles: found.sort((a, b) => place(a.profile) - place(b.profile)),
    checkedAt: new Date(await createTargetClock(files.world).ask(target)).toISOString(),
  };
}

/** Why the command does not end with 0. */
function endOf(reads: readonly ReadProfile[], { allProfiles, exitCode }: How): Failure | undefined {
  const failures = reads.flatMap(({ failure }) => failure ?? []);
  const stopped = failures.find(isStop);
  if (stopped) return stopped;
  if (!exitCode) return allProfiles ? undefined : failures[0];
  const needs = reads.flatMap(({ statuses: [{ attention }] }) => attention);
  const failed = needs.filter(({ severity }) => severity === 'fail').length;
  if (failed > 0)
    return new Failure(
      'attention_needed',
      `${counted(failed, 'thing has failed or is', 'things have failed or are')} in doubt`,
    );
  const parts = reads.flatMap(({ statuses: [{ notRead }] }) => notRead);
  if (failures.length === 0 && parts.length > 0)
    return new Failure(
      'not_all_read',
      `${counted(parts.length, 'part')} could not be read: ${firstOf(
        parts.map(({ part }) => part),
        5,
      )}`,
    );
  if (failures.length === 0) return undefined;
  const unread = `${failures.length} of ${counted(reads.length, 'profile')} could not be read`;
  return new Failure('not_all_read', unread, { cause: failures[0] });
}
