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
  readonly what: string;
}

/** A person's few calls, a process with many, and a long one. `first` stops mail or money, and goes before all. */
export type Rank = 'first' | 'few' | 'many' | 'endless';
const ranks: readonly string[] = ['first', 'few', 'many', 'endless'] satisfies Rank[];

/** Why a call has to wait, and for how long at least. */
export interface Wait {
  readonly waitMs: number;
  readonly why: string;
  readonly what: string;
}

/** How a call ended: answered well, answered with a refusal, or never sent. */
export type CallEnd = 'done' | 'failed' | 'unsent';

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
/** For how long others let a call that goes first pass, after it was last seen waiting. */
const firstMs = 5000;
const firstNapMs = 500;

const refusing = 'the service, which refuses requests (429)';

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
  /** The service refused a call for so long that it says nothing of others: no such call for `ms`. */
  closed: (at: number, id: string, ms: number, operation: string) =>
    `~ ${at} ${id} ${Math.ceil(ms)} ${operation}`,
  /** A process with few calls waits, or one that goes first. */
  wants: (at: number, id: string, rank: Rank) => `? ${at} ${id} ${rank}`,
};

/** A line without its time. */
export const unstamped = (line: string): string => line.replace(/ \S+/, '');

/** Who wrote the line of a call: ids are `<who>.<number>`. */
const writerOf = (id: string): string => id.slice(0, id.indexOf('.'));

/** The state of the windows after the lines that were read. */
export class WindowLog {
  /** Lines from before `now` minus this no longer matter. */
  readonly horizonMs: number;
  readonly #windows: readonly RateWindow[];
  readonly #held = new Map<string, Held>();
  #calls: Held[] = [];
  /** When each process with few calls was last seen. */
  readonly #fewAt = new Map<string, number>();
  /** How long a call that has ended still counts. */
  readonly #lastsMs: number;
  readonly #firstAt = new Map<string, number>();
  /** Calls that the service refused for long. */
  readonly #closed = new Map<string, { readonly at: number; readonly until: number }>();
  #blocked = { at: 0, until: 0 };
  #share = { base: 1, at: 0 };
  #refusals = { count: 0, at: 0 };

  constructor(windows: readonly RateWindow[]) {
    this.#windows = windows;
    this.#lastsMs =
      Math.max(...windows.map(({ ms }) => (ms === 'day' ? dayMs : ms))) + arrivesWithinMs + aheadMs;
    // And a while for what decided about the claims that still count.
    this.horizonMs = this.#lastsMs + reserveMs / 2;
  }

  /** Reads the next line of the log. False for a claim that came too late: one before it took its place. */
  read(line: string): boolean {
    const [kind = '', time, id = '', rest = '', operation = ''] = line.split(' ');
    const at = Number(time);
    // A line that was cut off by a full disk belongs to no process.
    if (!Number.isSafeInteger(at) || !id.includes('.')) return false;
    if (kind === '+') return this.#claim(at, id, ranks.includes(rest) ? (rest as Rank) : 'many');
    if (kind === '-') this.#end(id, { endedAt: at, failed: rest === 'failed', unsent: rest === 'unsent' });
    else if (kind === '!') this.#refused(at, id, Number(rest));
    else if (kind === '~') this.#closed.set(operation, { at, until: at + Number(rest) });
    else if (kind === '?') (rest === 'first' ? this.#firstAt : this.#fewAt).set(writerOf(id), at);
    else return false;
    return true;
  }

  wait(now: number, rank: Rank, who: string, operation = ''): Wait | undefined {
    let longest: Wait | undefined;
    const consider = (waitMs: number, why: string, what: string) => {
      if (waitMs > 0 && waitMs >= (longest?.waitMs ?? 0)) longest = { waitMs, why, what };
    };
    if (rank !== 'first') {
      const blocked = this.#blocked;
      if (blocked.at <= now + aheadMs)
        consider(blocked.until - now, 'the service asked for it (429)', refusing);
      const closed = this.#closed.get(operation);
      if (closed && closed.at <= now + aheadMs)
        consider(closed.until - now, 'the service asked for it for this request (429)', refusing);
      for (const at of this.#firstAt.values())
        if (at > now - firstMs && at < now + aheadMs) consider(firstNapMs, 'a stop goes first', 'a stop');
    }
    const part = rank === 'first' ? 1 : this.#shareAt(now);
    const reserved = this.#isReserved(now, rank, who);
    for (const window of this.#windows) {
      const reserve = reserved ? Math.ceil(window.count * reserveShare) : 0;
      const count = Math.max(1, Math.floor((window.count - reserve) * part));
      const free = freeAt(this.#calls, window, now, count);
      const why =
        part < 1 ? 'the service refused requests (429), so fewer are made' : `${window.what} is used up`;
      consider(free - now, why, part < 1 ? refusing : window.what);
    }
    return longest;
  }

  /** How long to hold back after a refusal that names no time: twice as long at each of several in a row. */
  pauseAfterRefusal(now: number): number {
    const { at, count } = this.#refusals;
    return Math.min(longestPauseMs, 1000 * 2 ** (now - at < longestPauseMs ? count : 0));
  }

  #claim(at: number, id: string, rank: Rank): boolean {
    this.#forget(at);
    if (this.wait(at, rank, writerOf(id))) return false;
    const call = { id, claimedAt: at };
    this.#held.set(id, call);
    this.#calls.push(call);
    if (rank === 'few') this.#fewAt.set(writerOf(id), at);
    if (rank === 'first') this.#firstAt.delete(writerOf(id));
    return true;
  }

  #end(id: string, end: Partial<Held>): void {
    const call = this.#held.get(id);
    if (call) Object.assign(call, end);
  }

  #refused(at: number, id: string, ms: number): void {
    const blocked = this.#blocked;
    if (at + ms > blocked.until || blocked.at > at + aheadMs) this.#blocked = { at, until: at + ms };
    const call = this.#held.get(id);
    // Calls that were under way together are refused together; that is one refusal.
    if (call && call.claimedAt >= this.#share.at) {
      this.#share = { base: Math.max(leastShare, this.#shareAt(at) / 2), at };
      const { count, at: before } = this.#refusals;
      this.#refusals = { count: at - before < longestPauseMs ? count + 1 : 1, at };
    }
    this.#end(id, { endedAt: at, failed: true });
  }

  /** How much of each window may be used: less after a refusal, and then more again. */
  #shareAt(now: number): number {
    const { base, at } = this.#share;
    return now < at ? base : Math.min(1, base + Math.floor((now - at) / recovery.everyMs) * recovery.share);
  }

  #isReserved(now: number, rank: Rank, who: string): boolean {
    if (rank !== 'many') return rank === 'endless';
    for (const [other, at] of this.#fewAt)
      if (other !== who && at > now - reserveMs && at < now + aheadMs) return true;
    return false;
  }

  #forget(now: number): void {
    let old = 0;
    for (const call of this.#calls) {
      if (endOf(call, now) > now - this.#lastsMs) break;
      this.#held.delete(call.id);
      old += 1;
    }
    if (old > 0) this.#calls = this.#calls.slice(old);
    for (const [who, at] of this.#fewAt) if (at < now - reserveMs) this.#fewAt.delete(who);
  }
}

/** Until when a call counts as one that may arrive. */
const endOf = ({ claimedAt, endedAt }: Held, now: number): number =>
  Math.min(endedAt ?? Math.max(now, claimedAt), claimedAt + arrivesWithinMs);

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
