import { isLoopback } from '../../base/base-url.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { Guard } from '../../client/guard/guard.ts';
import type { BeforeAgain, GuardOptions } from '../../client/guard/guard-options.ts';
import type { Intent, Journal } from '../../client/guard/journal.ts';
import { unsent } from '../../client/guard/journal-failures.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { environmentProfile } from '../../local/profile.ts';
import type { Asker } from '../declare/asker.ts';
import type { Messages } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import type { Settings } from '../declare/settings.ts';
import { underCi, type World } from '../declare/world.ts';
import { accountOf } from '../profile/account.ts';
import type { Guards } from './guards.ts';
import { refuseOtherJournal } from './moved-journal.ts';

/** How long an effect may take to show, in milliseconds: lists may lag behind, but not those of a test server here. */
const graceMs = { service: 5 * 60_000, here: 5000 };

interface GuardingParts {
  readonly world: World;
  readonly globals: Globals;
  readonly messages: Messages;
  readonly settings: Pick<Settings, 'profile' | 'target' | 'baseUrl' | 'inProcess' | 'key'>;
  readonly guards: Pick<Guards, 'differs'>;
  ask(): Asker;
}

/** The guard of one command's calls, over the journal of this machine. */
export async function openGuard(
  { world, globals, messages, settings, guards, ask }: GuardingParts,
  client: Pick<GuardOptions, 'send' | 'read'>,
): Promise<Guard> {
  const { profile, target } = settings;
  refuseEmptyToken(globals);
  const journal = await unsent(globals.dryRun ? journalToRead(world) : world.journal.open());
  // The journal says so again where it opens the call: here nothing has been asked yet.
  if (!settings.inProcess)
    await refuseOtherJournal(world, accountOf(settings), { remembers: !globals.dryRun });
  return new Guard({
    ...client,
    journal,
    mayName: await namesOf({ world, globals, settings }, journal),
    account: accountOf(settings),
    profile: profile ?? environmentProfile,
    target,
    clock: world.clock,
    random: world.random,
    signal: world.signal,
    graceMs: isLoopback(new URL(settings.baseUrl)) ? graceMs.here : graceMs.service,
    token: globals.once,
    again: globals.again && !world.approving,
    askAgain: (operation, earlier, beforeAgain) =>
      askAgain(operation, earlier, { world, globals, ask, beforeAgain, here: journal.host }),
    note: messages.note,
    differs: (found) => {
      for (const warning of guards.differs(found)) messages.warn(warning.message);
    },
  });
}

/** A dry run makes none. */
async function journalToRead({ journal: { isAt, open, where } }: Pick<World, 'journal'>): Promise<Journal> {
  if (await isAt(await where())) return open();
  return (await import('../../local/journal/open-journal.ts')).emptyJournal();
}

/** An empty `--once`, from an unset shell variable, would give all calls one token. */
function refuseEmptyToken({ once }: Pick<Globals, 'once'>): void {
  if (once === undefined || once.trim() !== '') return;
  throw new Failure('invalid_value', 'the token of --once is empty; nothing was sent', {
    hint: 'Choose a token for the command, for example: --once order-2026-10',
  });
}

/**
 * Under CI a machine is often made for one job: a token in a journal that never held a call says nothing of earlier jobs.
 * One that was refused, or went to a sandbox, is no call. A call that has a key at the service is once for every machine.
 */
async function namesOf(
  { world, globals, settings }: Pick<GuardingParts, 'world' | 'globals' | 'settings'>,
  journal: Journal,
): Promise<GuardOptions['mayName']> {
  const isFit = globals.once === undefined || globals.onceLocal || settings.target !== 'live';
  if (isFit || !underCi(world.env) || (await world.journal.where()) !== null) return undefined;
  if ((await journal.list({ attempted: true, live: true, limit: 0 })).total > 0) return undefined;
  return ({ retry }) => {
    if (retry.kind === 'idempotencyKey') return;
    throw new Failure(
      'once_is_local',
      'Under CI, --once needs a journal that outlives the job; nothing was sent',
      {
        hint: 'Set OUTREACH_JOURNAL=postgres://user@host/database on every machine. Where this machine stays: --once-local.',
      },
    );
  };
}

type AskingParts = Pick<GuardingParts, 'world' | 'globals' | 'ask'> & {
  readonly beforeAgain: BeforeAgain | undefined;
  /** This machine, in a journal of several. */
  readonly here: string | undefined;
};

async function askAgain(
  { summary, id }: AnyOperation,
  earlier: Intent,
  { world, globals, ask, beforeAgain, here }: AskingParts,
): Promise<boolean> {
  const { finishedAt = earlier.startedAt, madeBy } = earlier;
  const host = madeBy === undefined || madeBy.host === here ? null : madeBy.host;
  const at = new Date(finishedAt).toISOString();
  const ago = `${duration((world.clock.now() - finishedAt) / 1000)} ago, at ${at}`;
  const who = host === null ? 'You ran this' : `This was run on ${host}`;
  const done = `${who} ${ago} (journal ${earlier.id}): ${summary}`;
  // The question that follows is of the person who approves: this is one more fact of it.
  if (world.approving) {
    world.approving.ran(done, earlier.id);
    return true;
  }
  if (ask().possible && !globals.json && !globals.ndjson) {
    if (globals.dryRun) return true;
    await beforeAgain?.();
    return ask().confirm(`${done}. Run it again?`, false, 'Pass --again to run it once more.');
  }
  throw new Failure('done_recently', `${done}; nothing was sent`, {
    hint: `Pass --again to do it once more. What it did: outreach journal show ${earlier.id}`,
    extra: { operation: id, intent: earlier.id, at, host },
  });
}
