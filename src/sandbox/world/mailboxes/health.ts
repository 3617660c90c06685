import { healthScore, type WarmUp } from '../../../domain/mailbox/warm-up.ts';
import { mix } from '../../../domain/seeded-random.ts';
import { dayNumber } from '../../../domain/window.ts';
import { update } from '../../core/rows.ts';
import type { Sandbox } from '../../core/state.ts';

/** What a mailbox's own emails cost it: percentage points of the UTC day's warm-up emails that land in spam for them. */
const strainOf = { hard_bounce: 1, complaint: 6 } as const;

/** The score covers seven full days (spec, healthScore). */
const days = 7;

/** How far a day may lie off by itself, in percentage points. */
const swing = 3;

interface HealthRow {
  /** What warm-up finds in the long run. */
  readonly health: number;
  /** What the swings of its days follow from. */
  readonly pulse: number;
  /** JSON, points by the number of the UTC day. */
  readonly strain: string;
}

const strainIn = (text: string): Record<string, number> => JSON.parse(text);

/**
 * The share of warm-up emails that reached the inbox over the last seven full days: every day swings a little, and what
 * bounced or was reported as spam takes from the days on which it was, so that it recovers within a week.
 */
function inboxShare({ health, pulse, strain }: HealthRow, at: number): number {
  const today = dayNumber(at);
  const strained = strainIn(strain);
  let sum = 0;
  for (let day = today - days; day < today; day++) {
    const own = health + (mix(pulse ^ day) / 2 ** 31 - 1) * swing - (strained[day] ?? 0);
    sum += Math.min(100, Math.max(0, own));
  }
  return Math.round(sum / days);
}

/** The health score that the service shows; null where warm-up is off or too young. */
export const scoreFrom = (row: HealthRow, warmUp: WarmUp | null, at: number): number | null =>
  healthScore(warmUp, inboxShare(row, at), at);

/** The strain of a mailbox as it is now; every event sees the same. */
export const strainNow = (sandbox: Sandbox, senderId: number): { strain: string } =>
  sandbox.steady(`strain ${senderId}`, () => {
    const row = sandbox.db
      .prepare('SELECT strain FROM sender WHERE id = ?')
      .get<{ strain: string }>(senderId);
    return row ?? { strain: '{}' };
  });

/** Adds to the strain of today; days that no score looks at any more are forgotten. */
export function strainMailbox(sandbox: Sandbox, senderId: number, kind: keyof typeof strainOf): void {
  const now = strainNow(sandbox, senderId);
  const today = dayNumber(sandbox.now());
  const kept = Object.entries(strainIn(now.strain)).filter(([day]) => Number(day) >= today - days);
  const strain = Object.fromEntries(kept);
  strain[today] = (strain[today] ?? 0) + strainOf[kind];
  now.strain = JSON.stringify(strain);
  update(sandbox, 'sender', senderId, { strain: now.strain });
}
