import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import type { Turn as CallTurn } from '../../client/api/approval.ts';
import type { Turn as Held, TurnHolder } from '../../client/guard/turns.ts';
import { takesTurn } from '../../contract/consent.ts';
import { accountOf } from '../profile/account.ts';
import type { PersonParts } from './by-person.ts';
import { isYesConsent } from './person-gate.ts';

/**
 * The turn of the account, where only a person agrees: what a call looks at, and what a person agreed to, stays as it is
 * until the call has been answered. Kept while any call of this command needs it, and at most until the command ends.
 */
export interface Turn extends CallTurn {
  /** Others have their turn while a person thinks; what was looked at may change meanwhile. */
  aside<T>(ask: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How long a call waits for its turn, and how often it tries, in milliseconds. */
const [patienceMs, pauseMs] = [20_000, 50];

interface TurnParts extends Omit<PersonParts, 'ask' | 'atClose'> {
  /** Throws where the journal in use is not the one that others look at. */
  refuseMoved(): Promise<void>;
}

/** Undefined where `--yes` is consent, and where nothing is sent. */
export function turnOf(parts: TurnParts): Turn | undefined {
  const { world, settings, globals } = parts;
  if (isYesConsent(world, settings) || world.approving || globals.dryRun) return undefined;
  let held: Promise<Held> | undefined;
  let calls = 0;
  const release = async () => {
    const holding = held;
    held = undefined;
    // Of the journal of several machines: its lease ends by itself. How the call went counts for more.
    await holding?.then((turn) => turn.release()).catch(() => undefined);
  };
  const take = async () => {
    held ??= taken(parts);
    await held.catch((error: unknown) => {
      held = undefined;
      throw error;
    });
  };
  return {
    async begin(operation) {
      if (!takesTurn(operation)) return;
      await take();
      calls += 1;
    },
    async check(operation) {
      if (takesTurn(operation)) await (await held)?.check();
    },
    async end(operation) {
      if (!takesTurn(operation) || calls === 0) return;
      calls -= 1;
      if (calls === 0) await release();
    },
    async aside(ask) {
      const wasHeld = held !== undefined;
      await release();
      const answer = await ask();
      if (wasHeld) await take();
      return answer;
    },
    close: release,
  };
}

async function taken({ world, settings, command, refuseMoved }: TurnParts): Promise<Held> {
  const { clock, signal } = world;
  if (!settings.inProcess) await refuseMoved();
  const { turns } = await world.journal.open();
  const since = clock.now();
  for (;;) {
    const turn = await turns.take(accountOf(settings), command, clock.now());
    if (!('heldBy' in turn)) return turn;
    if (clock.now() - since > patienceMs) throw turnTaken(turn.heldBy);
    await clock.sleep(pauseMs, signal);
  }
}

function turnTaken(holder: TurnHolder | undefined): Failure {
  const on = holder?.host === undefined ? '' : ` on ${holder.host}`;
  const who = holder
    ? `: ${holder.what}, since ${new Date(holder.since).toISOString()} (process ${holder.pid}${on})`
    : '';
  return new Failure(
    'turn_taken',
    `Another session of this account is at a call that changes what goes out${who}; nothing was sent`,
    {
      hint: `Run the same command again when it is done. Such requests are made one at a time, and this one waited for ${duration(patienceMs / 1000)}.`,
      retryable: true,
    },
  );
}
