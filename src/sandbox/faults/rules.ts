import { durationText } from '../../base/duration.ts';
import { fraction } from '../../domain/seeded-random.ts';
import * as stored from '../core/record-table.ts';
import type { State } from '../core/state.ts';
import { rfc3339 } from '../core/times.ts';
import type { Match } from '../service/routes.ts';
import { newestRows } from './lag.ts';
import { concerns, type Fault, type FaultRule, isList, parseRule } from './rule.ts';

const faults = stored.recordTable('fault', {
  id: stored.number,
  rule: stored.json<Fault>(),
  seen: stored.number,
  hits: stored.number,
  marks: stored.json<Readonly<Record<string, number>> | null>(),
  createdAt: stored.number,
});

const inOrder = 'ORDER BY t.id';

/**
 * Counts the call against each matching rule; gives the first that strikes, with the newest rows when it was made. A list
 * lags where nothing else befalls it. Runs in the call's transaction, so that a rollback undoes the count.
 */
export function strike(state: State, { operation }: Match) {
  const matching = faults
    .all(state, inOrder)
    .filter(({ rule }) => concerns(rule.operation, operation) && suits(rule, operation))
    .sort((a, b) => Number(a.rule.kind === 'lag') - Number(b.rule.kind === 'lag'));
  let hit: { fault: Fault; marks: Readonly<Record<string, number>> } | undefined;
  for (const { id, rule: fault, hits, marks, ...row } of matching) {
    const seen = row.seen + 1;
    const { nth, times } = fault;
    const isDue = seen >= nth && (times === null || seen < nth + times);
    const strikes = !hit && isDue && isDrawn(state, fault, seen);
    faults.update(state, id, { seen, hits: hits + Number(strikes) });
    if (strikes) hit = { fault, marks: marks ?? {} };
  }
  return hit;
}

/** A rule for many operations spoils only those that its kind belongs to. */
function suits({ kind }: Fault, operation: Match['operation']): boolean {
  if (kind === 'lag') return isList(operation);
  const ofPurchases = kind === 'payment_failed' || kind.startsWith('purchase_');
  return !ofPurchases || operation.id === 'credits.purchase';
}

/** By the rule's words and not by its number: the same rule made again strikes the same calls. */
function isDrawn(state: State, { probability, seed, operation, kind, when }: Fault, seen: number): boolean {
  if (probability === 1) return true;
  const words = ['fault', operation, kind, when, seen];
  return (seed === null ? state.chance(...words) : fraction(seed, ...words)) < probability;
}

/** A rule as it is listed. */
export type FaultView = ReturnType<typeof listFaults>[number];

/** Every rule, in the order they were made; the first that strikes wins. */
export const listFaults = (state: State) =>
  faults.all(state, inOrder).map(({ id, rule, seen, hits, createdAt }) => {
    const { operation, kind, detail, code, when, lateMs, ...rest } = rule;
    const { nth, times } = rest;
    return {
      id,
      operation,
      kind: kindText(kind, detail) + (code === null ? '' : `:${code}`),
      phase: when === 'late' ? `late:${durationText(lateMs)}` : when,
      ...rest,
      seen,
      hits,
      /** All its calls have come: it will not strike again. */
      spent: times !== null && seen >= nth + times - 1,
      createdAt: rfc3339(createdAt),
    };
  });

function kindText(kind: string, detail: number | null): string {
  if (kind === 'rate-limited' && detail === null) return 'rate-limited:bare';
  if (detail === null) return kind;
  return `${kind}:${kind === 'status' ? detail : durationText(detail)}`;
}

/** Adds rules, all or none; gives their numbers. Throws `usage` where one cannot be. */
export async function addFaults(state: State, rules: readonly FaultRule[]): Promise<number[]> {
  const parsed = await parsedRules(rules);
  return state.db.transaction(() => parsed.map((rule) => insert(state, rule)));
}

/** Adds those that are not there yet: opening a world again with the same rules does not double them. */
export async function keepFaults(state: State, rules: readonly FaultRule[]): Promise<void> {
  const parsed = await parsedRules(rules);
  state.db.transaction(() => {
    for (const rule of parsed)
      if (!state.db.prepare('SELECT 1 FROM fault WHERE rule = ? LIMIT 1').get(rule)) insert(state, rule);
  });
}

async function parsedRules(rules: readonly FaultRule[]): Promise<string[]> {
  const { operations } = await import('../../contract/index.ts');
  return rules.map((rule) => JSON.stringify(parseRule(rule, operations)));
}

function insert(state: State, rule: string): number {
  const marks = (JSON.parse(rule) as Fault).kind === 'lag' ? JSON.stringify(newestRows(state)) : null;
  return state.db
    .prepare('INSERT INTO fault (rule, marks, created_at) VALUES (?, ?, ?)')
    .run(rule, marks, state.now()).lastInsertRowid;
}

/** Removes one rule, or all; gives how many. What is late already still happens. */
export const clearFaults = (state: State, id?: number): number =>
  id === undefined
    ? state.db.prepare('DELETE FROM fault').run().changes
    : state.db.prepare('DELETE FROM fault WHERE id = ?').run(id).changes;
