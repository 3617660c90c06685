import { dataTable } from '../../base/data-table.ts';
import { parseDuration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { closest } from '../../base/text/nearest.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import table from './fault-kinds.tsv';

/** When a fault strikes: nothing happens; or it happens and the answer is lost; or it happens later. */
type When = 'before' | 'after' | 'late';

/**
 * Every kind of fault. What the service promises is kept: an answer that says nothing was done (429, a coded 503, a
 * refused card, any 4xx) cannot be had after the effect. The first of its phases is the default; `detail` is what a word
 * after the colon says, `only` the one operation that it belongs to, and `lists` says that it belongs to lists alone.
 */
export const kinds = Object.fromEntries(
  dataTable(table, ['name', 'phases', 'detail', 'only', 'lists', 'summary']).map(({ name, ...kind }) => [
    name,
    { ...kind, phases: kind.phases.split(' ') as [When, ...When[]] },
  ]),
);

/** A fault as people write it down. */
export interface FaultRule {
  /** An operation (`credits.purchase`), several (`credits.*`, `*`), or a method and a path (`POST /credits/*`). */
  readonly operation: string;
  /** One of the kinds, some with a detail: `reset`, `status:502`, `lag:60s`. */
  readonly kind: string;
  /** Unless said, the one that suits the kind: mostly `before`. */
  readonly phase?: 'before' | 'after' | `late:${string}`;
  /** The first of the matching calls that is spoiled, counted from 1. */
  readonly nth?: number;
  /** How many from there on; one where `nth` is given, else all. */
  readonly times?: number;
  /** 0 to 1: how likely each of these calls is spoiled. */
  readonly probability?: number;
  /** What chance follows from; the sandbox's own seed unless said. */
  readonly seed?: string | number;
}

/** The same, checked and complete. */
export type Fault = ReturnType<typeof parseRule>;

const defaultMs: Readonly<Record<string, number>> = { slow: 5000, 'rate-limited': 2000 };
/** A client waits 30 seconds for the next piece; beyond that it is a hang. */
const slowestMs = 25_000;
const longestMs = 366 * 86_400_000;

/** Reads a rule. Throws `usage` with a code that names the field: `invalid_operation`, `invalid_kind`, …. */
export function parseRule(rule: FaultRule, operations: readonly AnyOperation[]) {
  const hit = operations.filter((operation) => concerns(rule.operation, operation));
  if (hit.length === 0) {
    const meant = closest(
      rule.operation,
      operations.map(({ id }) => id),
    );
    throw wrong(
      'operation',
      `No operation is called '${rule.operation}'`,
      meant && `Did you mean '${meant}'?`,
    );
  }
  const [name = '', ...rest] = rule.kind.split(':');
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!kind) {
    const names = Object.keys(kinds);
    const meant = closest(name, names);
    const hint = `${meant === undefined ? '' : `Did you mean '${meant}'? `}There are ${names.join(', ')}.`;
    throw wrong('kind', `There is no fault '${rule.kind}'`, hint);
  }
  const code = name === 'status' && rest.length === 2 ? (rest.pop() ?? null) : null;
  if (code !== null && !/^[a-z][a-z_]*$/.test(code))
    throw wrong('kind', `'${code}' is not a code`, 'It is a word of the service, like status:500:internal');
  const detail = detailOf(name, rest.length > 0 ? rest.join(':') : undefined);
  if (kind.only && !hit.some(({ id }) => id === kind.only))
    throw wrong('kind', `'${name}' can befall ${kind.only} alone`, `Write: ${kind.only}`);
  if (kind.lists && !hit.some(isList))
    throw wrong('kind', `'${name}' can befall lists alone`, "Write an operation that lists, or '*'.");
  const { when, lateMs } = phaseOf(rule.phase ?? kind.phases[0]);
  const refusal = name === 'status' && ((detail ?? 500) < 500 || code === 'temporarily_unavailable');
  if (!kind.phases.includes(when) || (refusal && when !== 'before'))
    throw wrong('phase', `'${rule.kind}' says that nothing happened: there is no such fault ${phrase[when]}`);
  return {
    operation: rule.operation,
    kind: name,
    /** The status, or milliseconds; null where the kind has no detail or leaves it out. */
    detail,
    /** The word a status comes with. */
    code,
    when,
    lateMs,
    nth: counted('nth', rule.nth) ?? 1,
    /** Null where it never ends. */
    times: counted('times', rule.times) ?? (rule.nth === undefined ? null : 1),
    probability: likely(rule.probability),
    seed: rule.seed === undefined ? null : String(rule.seed),
  };
}

const phrase: Readonly<Record<When, string>> = {
  before: 'before the effect',
  after: 'after the effect',
  late: 'with a late effect',
};

/** Does a rule for `pattern` concern the operation? `*` matches anything. */
export function concerns(pattern: string, { id, route }: AnyOperation): boolean {
  if (!pattern.includes('*')) return pattern === id || pattern === `${route.method} ${route.path}`;
  const text = pattern.includes(' ') ? `${route.method} ${route.path}` : id;
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(text);
}

/** Lists that come in one piece. */
const unpaged: readonly string[] = ['webhooks.list', 'placement.tests', 'workspaces.list'];

/** A search shows people the service knows; the other pages show what users made. */
export const isList = ({ id, paging }: AnyOperation): boolean =>
  unpaged.includes(id) || (paging !== undefined && paging.kind !== 'body');

function detailOf(name: string, text: string | undefined): number | null {
  const detail = kinds[name]?.detail;
  if (detail === '' && text === undefined) return null;
  if (detail === 'status' && text !== undefined && /^[45]\d\d$/.test(text)) return Number(text);
  if (detail === 'wait' && text === 'bare') return null;
  if ((detail === 'duration' || detail === 'wait') && (text !== undefined || defaultMs[name] !== undefined)) {
    const ms = text === undefined ? defaultMs[name] : milliseconds(text);
    if (ms !== undefined && (name !== 'slow' || ms <= slowestMs)) return ms;
  }
  const said = text === undefined ? `'${name}' alone` : `'${name}:${text}'`;
  throw wrong('kind', `${said} is not a fault`, `${name}: ${kinds[name]?.summary}.${limits[name] ?? ''}`);
}

const limits: Readonly<Record<string, string>> = { slow: ' At most 25s; beyond that, use hang.' };

function phaseOf(text: string): { when: When; lateMs: number } {
  const [when = '', ...rest] = text.split(':');
  if ((when === 'before' || when === 'after') && rest.length === 0) return { when, lateMs: 0 };
  const lateMs = milliseconds(rest.join(':'));
  if (when === 'late' && lateMs !== undefined) return { when, lateMs };
  throw wrong(
    'phase',
    `'${text}' is not a phase`,
    'There are before, after, and late with a duration: late:60s',
  );
}

/** One unit alone: `60s`, and not `1m30s`. */
function milliseconds(text: string): number | undefined {
  const ms = /^[\d.]+(?:ms|[smhd])$/.test(text) ? parseDuration(text) : undefined;
  return ms !== undefined && ms <= longestMs ? ms : undefined;
}

function counted(field: Field, value: number | undefined): number | undefined {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return value;
  throw wrong(field, `${field} must be a whole number from 1, not ${value}`);
}

function likely(value = 1): number {
  if (value >= 0 && value <= 1) return value;
  throw wrong('probability', `probability must be between 0 and 1, not ${value}`);
}

type Field = 'operation' | 'kind' | 'phase' | 'probability' | 'nth' | 'times';

const wrong = (field: Field, message: string, hint?: string): Failure =>
  new Failure(`invalid_${field}`, message, { ...(hint !== undefined && { hint }) });
