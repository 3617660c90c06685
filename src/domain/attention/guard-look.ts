import { isAtRest, isPaused } from '../item-states.ts';

/** What a campaign has come to at one moment. Null: not read. */
interface Figures {
  readonly contacted: number;
  readonly bounced: number;
  readonly complaints: number | null;
}

/** When it was seen, RFC 3339; null is its start, before anyone was contacted. */
interface Look extends Figures {
  readonly at: string | null;
}

/** What looks of this machine keep of a campaign. */
export interface GuardMemory {
  /** By people contacted. The first is the mark: what came before it does not count. */
  readonly looks: readonly [Look, ...Look[]];
  readonly isPaused: boolean;
  /** Why `guard` paused it; kept until it is seen to run again. */
  readonly held?: Judged | undefined;
  /** The newest start of it that the journal has; 0 for none. */
  readonly start: number;
}

interface GuardSeen extends Figures {
  readonly at: string;
  readonly status: unknown;
  readonly start: number;
  /** It was resumed a moment ago, from here. */
  readonly isResumed?: boolean | undefined;
}

export const guardReasons = ['bounces', 'complaints'] as const;
type GuardReason = (typeof guardReasons)[number];

interface Judged {
  /** The newest people contacted: those that were judged. */
  readonly window: Figures & { readonly since: string | null };
  readonly over: readonly GuardReason[];
}

export interface GuardVerdict extends Judged, Pick<GuardMemory, 'held'> {
  /** People contacted and bounced since the mark, where the share of bounces is high and not over the limit. */
  readonly isNear: boolean;
  readonly sinceMark: Figures;
  /** No earlier look is kept: a pause before is not known. */
  readonly isFirst: boolean;
}

export const guardLimits = {
  window: 200,
  bounces: { least: 5, share: 0.08 },
  complaints: { least: 2, share: 0.003 },
  near: { contacted: 200, share: 0.04 },
} as const;

const beginning: Look = { contacted: 0, bounced: 0, complaints: 0, at: null };
/** Looks that are fewer people apart are kept as one. */
const apart = 5;

/** Judges a campaign by what earlier looks kept of it, and gives what is to be kept for later ones. */
export function guardLook(
  memory: GuardMemory | undefined,
  seen: GuardSeen,
): { readonly memory: GuardMemory; readonly verdict: GuardVerdict } {
  const { contacted, bounced, complaints, at, start } = seen;
  const now: Look = { contacted, bounced: Math.min(bounced, contacted), complaints, at };
  const looks = looksBehind(memory, seen, now);
  const isSamePause = isPaused(seen) && start <= (memory?.start ?? 0);
  const held = isSamePause ? memory?.held : undefined;
  return {
    memory: {
      looks: isPaused(seen) && looks[0].contacted === contacted ? [now] : keptLooks(looks, now),
      isPaused: isPaused(seen),
      ...(held && { held }),
      start: Math.max(start, memory?.start ?? 0),
    },
    verdict: { ...judged(looks, now), isFirst: memory === undefined, held },
  };
}

/** Those it is judged by. What came before a pause says nothing: the mark is its last look, or this one. */
function looksBehind(memory: GuardMemory | undefined, seen: GuardSeen, now: Look): GuardMemory['looks'] {
  if (seen.isResumed) return [now];
  if (!memory) return [beginning];
  const { start, looks } = memory;
  const last = looks.at(-1) ?? looks[0];
  if (isAtRest(seen) || !(memory.isPaused || seen.start > start)) return fittedTo(now, looks);
  return fittedTo(now, [memory.isPaused ? last : now]);
}

/** Counts can fall, as where people were deleted: those that are left are judged, from the start where the mark is gone. */
function fittedTo(now: Look, [mark, ...rest]: GuardMemory['looks']): GuardMemory['looks'] {
  if (now.contacted < mark.contacted) return [beginning];
  const fitted = (look: Look): Look => ({ ...look, bounced: Math.min(look.bounced, now.bounced) });
  return [fitted(mark), ...rest.filter(({ contacted }) => contacted <= now.contacted).map(fitted)];
}

function judged(looks: readonly [Look, ...Look[]], now: Look): Omit<GuardVerdict, 'isFirst' | 'held'> {
  const spans = spansTo(now, looks);
  const known = spansTo(
    now,
    looks.filter(({ complaints }) => complaints !== null && now.complaints !== null),
  );
  const bounces = spans.find(({ contacted, bounced }) => isOver(bounced, contacted, guardLimits.bounces));
  const reports = known.find(({ contacted, complaints }) =>
    isOver(complaints ?? 0, contacted, guardLimits.complaints),
  );
  const window = bounces ?? reports ?? spans[0] ?? spanTo(now, looks.at(-1) ?? looks[0]);
  const sinceMark = spanTo(now, looks[0]);
  const { near } = guardLimits;
  return {
    window: { ...window, complaints: (reports ?? known[0] ?? window).complaints },
    over: [...(bounces ? (['bounces'] as const) : []), ...(reports ? (['complaints'] as const) : [])],
    isNear:
      !bounces &&
      sinceMark.contacted >= near.contacted &&
      isOver(sinceMark.bounced, sinceMark.contacted, { least: 1, share: near.share }),
    sinceMark,
  };
}

type Limit = { readonly least: number; readonly share: number };
const isOver = (count: number, of: number, { least, share }: Limit): boolean =>
  count >= least && count >= share * of;

/** Since the furthest look within the window, and the newest beyond it: after a break the first may hold too few. */
function spansTo(now: Look, looks: readonly Look[]): GuardVerdict['window'][] {
  const behind = looks.filter(({ contacted }) => contacted < now.contacted);
  const isWithin = ({ contacted }: Look) => now.contacted - contacted <= guardLimits.window;
  const bases = [behind.find(isWithin), behind.findLast((look) => !isWithin(look))];
  return bases.flatMap((base) => (base ? [spanTo(now, base)] : []));
}

/** More bounced than were contacted since: those bounced late. */
const spanTo = (now: Look, base: Look): GuardVerdict['window'] => ({
  contacted: now.contacted - base.contacted,
  bounced: Math.min(now.bounced - base.bounced, now.contacted - base.contacted),
  complaints:
    now.complaints === null || base.complaints === null
      ? null
      : Math.max(0, now.complaints - base.complaints),
  since: base.at,
});

function keptLooks([mark, ...rest]: readonly [Look, ...Look[]], now: Look): GuardMemory['looks'] {
  const before = now.contacted - (rest.at(-2) ?? mark).contacted < apart ? rest.slice(0, -1) : rest;
  const later = now.contacted > mark.contacted ? [...before, now] : [];
  const from = later.findLastIndex(({ contacted }) => now.contacted - contacted > guardLimits.window);
  return [mark, ...later.slice(Math.max(from, 0))];
}
