import { counted, firstOf } from '../../base/counted.ts';
import { Failure, isStop } from '../../base/errors.ts';
import { createTargetClock } from '../../cli/connect/target-clock.ts';
import type { Context, Screen } from '../../cli/declare/command.ts';
import { type Account, allAccounts, ownAccount } from '../../cli/stop/accounts.ts';
import type { Done } from './looks.ts';
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
  const read = await readAll(context, how);
  const result = await documentOf(context, read, how);
  const failure = endOf(read, how);
  if (!failure) return result;
  // To a person the failure says all: of the only profile there is nothing else to see.
  const isShown = how.allProfiles || how.exitCode || !context.screen.isForPeople;
  throw isShown ? failure.with({ result }) : failure;
}

/** All at once: one that does not answer keeps no other waiting. What all of them have to say is said once. */
async function readAll(context: Context, { allProfiles, done }: How): Promise<ReadProfile[]> {
  const { files, screen } = context;
  const accounts: readonly Account[] = allProfiles ? await allAccounts(context) : [ownAccount(context)];
  const said = new Set<string>();
  const note: Screen['note'] = (line, kind) => {
    if (!said.has(line)) screen.note(line, kind);
    said.add(line);
  };
  const place = { files, screen: { ...screen, note } };
  const label = `Reading ${accounts.length === 1 ? 'the account' : counted(accounts.length, 'profile')}`;
  const read: ReadProfile[] = [];
  let left = accounts.length;
  await screen.progress(label, (say) =>
    Promise.all(
      accounts.map(async (account, at) => {
        read[at] = await readProfile(place, account, done);
        left -= 1;
        if (left > 0 && screen.isForPeople)
          say(`${label}, ${left} left`, undefined, profileTexts(read.flatMap(({ statuses }) => statuses[0])));
      }),
    ),
  );
  return read;
}

/** One look after another. The first one throws what it cannot read; later that is a part of what is shown. */
export async function* looks(context: Context, how: How, everyMs: number): AsyncGenerator<StatusDocument> {
  const { clock, signal } = context.files.world;
  yield await lookOnce(context, how);
  for (;;) {
    await clock.sleep(Math.max(everyMs, leastPauseMs), signal);
    const read = await readAll(context, how);
    signal.throwIfAborted();
    yield await documentOf(context, read, how);
  }
}

const leastPauseMs = 1000;

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

function endOf(reads: readonly ReadProfile[], { allProfiles, exitCode }: How): Failure | undefined {
  const failures: Failure[] = [];
  const parts: string[] = [];
  let failed = 0;
  for (const { failure, statuses } of reads) {
    const [{ attention, notRead }] = statuses;
    if (failure) failures.push(failure);
    for (const { severity } of attention) if (severity === 'fail') failed += 1;
    for (const { part } of notRead) parts.push(part);
  }
  const stopped = failures.find(isStop);
  if (stopped) return stopped;
  if (!exitCode) return allProfiles ? undefined : failures[0];
  if (failed > 0)
    return new Failure(
      'attention_needed',
      `${counted(failed, 'thing has failed or is', 'things have failed or are')} in doubt`,
    );
  if (failures.length === 0 && parts.length > 0)
    return new Failure(
      'not_all_read',
      `${counted(parts.length, 'part')} could not be read: ${firstOf(parts, 5)}`,
    );
  if (failures.length === 0) return undefined;
  const unread = `${failures.length} of ${counted(reads.length, 'profile')} could not be read`;
  return new Failure('not_all_read', unread, { cause: failures[0] });
}
