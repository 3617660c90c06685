import { counted, grouped } from '../../base/counted.ts';
import type { autopilot } from '../../contract/areas/autopilot.ts';
import type { dfy } from '../../contract/areas/dfy.ts';
import type { finder } from '../../contract/areas/finder.ts';
import type { ItemOf } from '../../contract/operation.ts';
import { knownPrice } from '../../contract/prices.ts';
import { hasEnded } from '../item-states.ts';
import { day } from '../window.ts';
import { ageOf, agesText } from './age.ts';
import { type Concern, concern } from './attention.ts';

type Run = ItemOf<typeof autopilot.runs>;
type Import = ItemOf<typeof finder.imports>;
const recentDays = 7;

/** Runs that spend, buy and send nothing until a person approves them. */
export function approvalConcerns(runs: readonly Run[], now: number): Concern[] {
  const found: Concern[] = [];
  for (const { id, website, status, killSwitch, lastAdvancedAt, createdAt } of runs) {
    if (status !== 'awaiting_approval' || killSwitch === true) continue;
    const since = lastAdvancedAt ?? createdAt ?? null;
    const age = ageOf(since, now);
    const run = `autopilot run ${id}${website ? ` (${website})` : ''}`;
    const message = age ? `${run} has waited ${age} for approval` : `${run} waits for approval`;
    const own = { oldestAt: age === undefined ? null : since, id: String(id), state: String(since) };
    found.push(concern('autopilot-approval', 'warn', message, own));
  }
  return found;
}

/** Imports that failed in the last seven days; not one that a later import with the same filters has made up for. */
export function importConcerns(imports: readonly Import[], now: number): Concern[] {
  const found: Concern[] = [];
  for (const one of imports) {
    const { importId, campaignName, campaignId, lastError, added, requested, creditsPerProspect } = one;
    const oldestAt = one.finishedAt ?? one.createdAt ?? null;
    if (one.status !== 'failed' || !isRecent(oldestAt, now) || isRepeated(one, imports)) continue;
    const into = campaignName ? ` into "${campaignName}"` : campaignId ? ` into campaign ${campaignId}` : '';
    const why = lastError ? `: ${lastError.replaceAll('_', ' ')}` : '';
    const done =
      typeof added === 'number' && typeof requested === 'number'
        ? `, ${grouped(added)} of ${counted(requested, 'person', 'people')} added`
        : '';
    const message = `import ${importId}${into} failed${agoText(oldestAt, now)}${why}${done}`;
    // What the people cost that it has not brought yet; 0 where it does not say.
    const cost = Math.max(0, (requested ?? 0) - (added ?? 0)) * (knownPrice(creditsPerProspect) ?? 0);
    // It spends credits again, so any other reason is to be looked at first.
    const credits = lastError === 'insufficient_credits' ? cost : undefined;
    const own = { oldestAt, id: String(importId), state: 'failed', credits };
    found.push(concern('import-failed', 'fail', message, own));
  }
  return found;
}

/** What does not say when it ended may have ended today. */
const isRecent = (at: string | null, now: number): boolean =>
  !(now - Date.parse(at ?? '') > recentDays * day);

const agoText = (at: string | null, now: number): string => {
  const age = ageOf(at, now);
  return age === undefined ? '' : ` ${age} ago`;
};

const isRepeated = (failed: Import, imports: readonly Import[]): boolean =>
  imports.some(({ audienceKey, campaignId, status, createdAt }) => {
    const isGood = status === 'completed' || status === 'running';
    const isOfSamePeople = typeof audienceKey === 'string' && audienceKey === failed.audienceKey;
    const isIntoSame = campaignId === failed.campaignId;
    const isLater = Date.parse(createdAt ?? '') > Date.parse(failed.createdAt ?? '');
    return isGood && isOfSamePeople && isIntoSame && isLater;
  });

export function orderConcerns(orders: readonly ItemOf<typeof dfy.orders>[], now: number): Concern[] {
  const found: Concern[] = [];
  for (const { id, status, failureReason, completedAt, processedAt, createdAt } of orders) {
    const at = completedAt ?? processedAt ?? createdAt ?? null;
    if ((status !== 'failed' && status !== 'partially_completed') || !isRecent(at, now)) continue;
    const what = status === 'failed' ? 'failed' : 'was completed only in part';
    const message = `order ${id} ${what}${agoText(at, now)}${failureReason ? `: ${failureReason}` : ''}`;
    found.push(concern('order-failed', 'fail', message, { oldestAt: at, id: String(id), state: status }));
  }
  return found;
}

interface CreditFacts {
  readonly balance: number | undefined;
  /** What a person has set; undefined for none. */
  readonly bar: number | undefined;
  readonly imports: readonly Import[];
  readonly runs: readonly Run[];
}

/** Below the bar; without one, below the cost of the last import, or 0 where something that runs needs credits. */
export function creditConcerns({ balance, bar, imports, runs }: CreditFacts): Concern[] {
  if (balance === undefined) return [];
  const left = balance > 0 ? `${counted(balance, 'credit')} left` : 'no credits left';
  const low = (why: string, credits: number, state: string): Concern[] => [
    concern('credits-low', 'warn', `${left}${why}`, { id: null, state, credits }),
  ];
  if (bar !== undefined)
    return balance < bar ? low(`, below the bar of ${grouped(bar)}`, bar - balance, `below ${bar}`) : [];
  const last = imports.find(({ status, creditsSpent }) => status !== 'running' && creditsSpent);
  const cost = last?.creditsSpent ?? 0;
  if (last && balance < cost)
    return low(
      `, less than the last import cost (${grouped(cost)})`,
      cost - balance,
      `import ${last.importId}`,
    );
  const running = runs.find((run) => !hasEnded(run) && !resting.includes(run.status));
  const bringing = imports.find(({ status }) => status === 'running');
  if (balance > 0 || (!running && !bringing)) return [];
  return running
    ? low(`, and autopilot run ${running.id} needs them`, 1, `run ${running.id}`)
    : low(`, and import ${bringing?.importId} needs them`, 1, `import ${bringing?.importId}`);
}

/** Of autopilot runs: nothing is spent before a person goes on. */
const resting: readonly string[] = ['paused', 'awaiting_approval'];

/** A call that an agent or a script asked for, and that a person has not decided about. */
interface WaitingApproval {
  readonly code: string;
  readonly operation: string;
  /** Milliseconds of wall time. */
  readonly askedAt: number;
}

/** `now` is wall time. */
export function askedConcerns(waiting: readonly WaitingApproval[], now: number): Concern[] {
  const [first, ...others] = waiting.toSorted((a, b) => a.askedAt - b.askedAt);
  if (first === undefined) return [];
  const oldestAt = new Date(first.askedAt).toISOString();
  const what =
    others.length === 0
      ? `a request (${first.operation}) waits`
      : `${counted(waiting.length, 'request')} wait`;
  const count = waiting.length;
  const message = `${what} for the approval of a person${agesText(count, oldestAt, now)}`;
  const id = others.length === 0 ? first.code : null;
  const state = waiting.map(({ code }) => code).join(' ');
  return [concern('approvals-waiting', 'warn', message, { count, oldestAt, id, state })];
}

/** A call of the journal that no process works on. */
interface WaitingCall {
  readonly id: number;
  readonly state: 'prepared' | 'sent' | 'unknown' | 'done' | 'not-done';
  readonly summary: string;
  /** Milliseconds of wall time. */
  readonly startedAt: number;
}

/** Calls of this machine for the account whose outcome is not known, or was not shown. `now` is wall time. */
export const journalConcerns = (calls: readonly WaitingCall[], now: number): Concern[] =>
  calls.map(({ id, state, summary, startedAt }) => {
    const oldestAt = new Date(startedAt).toISOString();
    const hasEnded = state === 'done' || state === 'not-done';
    const message = `request ${id}, ${ageOf(oldestAt, now)} ago, ${meaning[state]}: ${summary}`;
    return concern('journal-open', hasEnded ? 'warn' : 'fail', message, { oldestAt, id: String(id), state });
  });

const meaning: Readonly<Record<WaitingCall['state'], string>> = {
  prepared: 'was not sent yet',
  sent: 'may have happened',
  unknown: 'may have happened',
  done: 'was done, but its result was not shown',
  'not-done': 'did not happen, which was not shown',
};
