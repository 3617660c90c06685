/**
 * When the next call may go, worked out from a log of calls that all processes of an account share. Pure: the same
 * lines in the same order lead every reader to the same answer, so no lock is needed to agree.
 *
 * A call takes its place in a window until its answer is there, and for the length of the window after that. When it
 * arrived is not known, but never after its answer: no delay on the way can bring too many into one window.
 */

/** At most `count` calls in any `ms`, or in a day of UTC. */
export interface RateWindow {
  readonly count: number;
  readonly ms: number | 'day';
  /** What is used up: `the budget of 600 calls a minute`. */
  readonly what: string;
}

/** What a few calls of a person are, what a process with many makes, and one that goes on for minutes. */
export type Rank = 'few' | 'many' | 'endless';

/** Why a call has to wait, and for how long at least. */
export interface Wait {
  readonly waitMs: number;
  readonly why: string;
  /** In a few words: `the budget of 600 calls a minute`. */
  readonly what: string;
}

/** How a call ended: answered well, answered with a refusal, or never sent. */
export type CallEnd = 'done' | 'failed' | 'unsent';

export interface Pace {
  /** Lines from before `now` minus this matter no more. */
  readonly horizonMs: number;
  /** Takes in the next line of the log. False for a claim that came too late: its place was taken by one before it. */
  read(line: string): boolean;
  /** Undefined where a call may go now. */
  wait(now: number, rank: Rank, who: string): Wait | undefined;
  /** How long to hold back after a refusal that names no time: twice as long at each of several in a row. */
  pauseAfterRefusal(now: number): number;
}

/** A call without a reported end arrived before this, or never: its process died, or its answer takes long. */
const arrivesWithinMs = 10_000;
/** Stamps so far ahead were written before the clock was set back; they block no one. */
const aheadMs = 5000;
/** For how long others leave room for a process with few calls. */
const reserveMs = 60_000;
const reserveShare = 0.05;
const leastShare = 0.1;
const recovery = { share: 0.1, everyMs: 10_000 };
const dayMs = 86_400_000;
const longestPauseMs = 60_000;

const refusing = 'the service, which refuses calls (429)';

interface Held {
  readonly id: string;
  readonly claimedAt: number;
  endedAt?: number;
  failed?: boolean;
  unsent?: boolean;
}

export const windowLogLine = {
  claim: (at: number, id: string, rank: Rank) => `+ ${at} ${id} ${rank}`,
  end: (at: number, id: string, end: CallEnd) => `- ${at} ${id} ${end}`,
  /** The service refused a call: no calls for `ms`, and then fewer at once. */
  refused: (at: number, id: string, ms: number) => `! ${at} ${id} ${Math.ceil(ms)}`,
  /** Nothing is left until then, although nothing was refused. */
  usedUp: (at: number, id: string, ms: number) => `0 ${at} ${id} ${Math.ceil(ms)}`,
  /** A process with few calls waits. */
  wants: (at: number, id: string) => `? ${at} ${id}`,
};

/** Who wrote the line of a call: ids are `<who>.<number>`. */
const writerOf = (id: string): string => id.slice(0, id.indexOf('.'));

export function createWindowLog(windows: readonly RateWindow[]): Pace {
  const held = new Map<string, Held>();
  /** The same in order. */
  let calls: Held[] = [];
  const fewAt = new Map<string, number>();
  const horizon =
    Math.max(...windows.map(({ ms }) => (ms === 'day' ? dayMs : ms))) + arrivesWithinMs + aheadMs;
  let blocked = { at: 0, until: 0, why: '' };
  let share = { base: 1, at: 0 };
  let refusals = { count: 0, at: 0 };

  const shareAt = (now: number): number =>
    now < share.at
      ? share.base
      : Math.min(1, share.base + Math.floor((now - share.at) / recovery.everyMs) * recovery.share);

  const reserved = (now: number, rank: Rank, who: string): boolean => {
    if (rank !== 'many') return rank === 'endless';
    for (const [other, at] of fewAt)
      if (other !== who && at > now - reserveMs && at < now + aheadMs) return true;
    return false;
  };

  const wait: Pace['wait'] = (now, rank, who) => {
    let longest: Wait | undefined;
    const consider = (waitMs: number, why: string, what: string) => {
      if (waitMs > 0 && waitMs >= (longest?.waitMs ?? 0)) longest = { waitMs, why, what };
    };
    if (blocked.at <= now + aheadMs) consider(blocked.until - now, blocked.why, refusing);
    const part = shareAt(now);
    const some = reserved(now, rank, who);
    for (const window of windows) {
      const kept = some ? Math.ceil(window.count * reserveShare) : 0;
      const count = Math.max(1, Math.floor((window.count - kept) * part));
      const free = freeAt(calls, window, now, count);
      const why =
        part < 1 ? 'the service refused calls (429), so fewer are made' : `${window.what} is used up`;
      consider(free - now, why, part < 1 ? refusing : window.what);
    }
    return longest;
  };

  const forget = (now: number) => {
    let old = 0;
    for (const call of calls) {
      if (endOf(call, now) > now - horizon) break;
      held.delete(call.id);
      old += 1;
    }
    if (old > 0) calls = calls.slice(old);
    for (const [who, at] of fewAt) if (at < now - reserveMs) fewAt.delete(who);
  };

  const readers: Record<string, (at: number, id: string, rest: string) => boolean> = {
    '+': (at, id, rest) => {
      const rank = rest === 'few' || rest === 'endless' ? rest : 'many';
      forget(at);
      if (wait(at, rank, writerOf(id))) return false;
      const call = { id, claimedAt: at };
      held.set(id, call);
      calls.push(call);
      if (rank === 'few') fewAt.set(writerOf(id), at);
      return true;
    },
    '-': (at, id, rest) => {
      const call = held.get(id);
      if (call) Object.assign(call, { endedAt: at, failed: rest === 'failed', unsent: rest === 'unsent' });
      return true;
    },
    '!': (at, id, rest) => {
      block(at, Number(rest), 'the service asked for it (429)');
      const call = held.get(id);
      // Calls that were under way together are refused together; that is one refusal.
      if (call && call.claimedAt >= share.at) {
        share = { base: Math.max(leastShare, shareAt(at) / 2), at };
        refusals = { count: at - refusals.at < longestPauseMs ? refusals.count + 1 : 1, at };
      }
      if (call) Object.assign(call, { endedAt: at, failed: true });
      return true;
    },
    '0': (at, _, rest) => {
      block(at, Number(rest), 'nothing is left for today (UTC)');
      return true;
    },
    '?': (at, id) => {
      fewAt.set(writerOf(id), at);
      return true;
    },
  };

  const block = (at: number, ms: number, why: string) => {
    if (at + ms > blocked.until || blocked.at > at + aheadMs) blocked = { at, until: at + ms, why };
  };

  return {
    // And a while for what decided about the claims that still count.
    horizonMs: horizon + reserveMs / 2,
    wait,
    read(line) {
      const [kind = '', time, id = '', rest = ''] = line.split(' ');
      const at = Number(time);
      const known = readers[kind];
      // A line that was cut off by a full disk belongs to no process.
      return known && Number.isSafeInteger(at) && id.includes('.') ? known(at, id, rest) : false;
    },
    pauseAfterRefusal: (now) =>
      Math.min(longestPauseMs, 1000 * 2 ** (now - refusals.at < longestPauseMs ? refusals.count : 0)),
  };
}

/** Until when a call counts as one that may arrive. */
const endOf = ({ claimedAt, endedAt }: Held, now: number): number =>
  Math.min(endedAt ?? Math.max(now, claimedAt), claimedAt + arrivesWithinMs);

/** When fewer than `count` of these calls are in the window. */
function freeAt(calls: readonly Held[], window: RateWindow, now: number, count: number): number {
  if (calls.length < count) return now;
  const oldest = now - (window.ms === 'day' ? dayMs : window.ms) - arrivesWithinMs - aheadMs;
  let inside = 0;
  let first = calls.length;
  for (let call = calls[first - 1]; call && call.claimedAt >= oldest; call = calls[first - 1]) {
    if (leavesAt(call, now, window) > now) inside += 1;
    first -= 1;
  }
  if (inside < count) return now;
  const until = calls.slice(first).map((call) => leavesAt(call, now, window));
  return until.sort((a, b) => b - a)[count - 1] ?? now;
}

/** When a call leaves the window. Days count what worked; shorter windows count every call. */
function leavesAt(call: Held, now: number, { ms }: RateWindow): number {
  const end = endOf(call, now);
  if (call.unsent || end > now + aheadMs) return 0;
  if (ms !== 'day') return end + ms;
  return call.failed ? 0 : (Math.floor(end / dayMs) + 1) * dayMs;
}
