import type { Clock } from '../../base/clock.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import { finder } from '../../contract/areas/finder.ts';
import { limits } from '../../contract/limits.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../contract/wire.ts';
import { keptLog, type SharedLog } from './log-budget.ts';

export interface ImportSlotsOptions {
  /** Of this key alone: imports are counted by workspace. */
  readonly log: SharedLog;
  readonly clock: Clock;
  /** This process, unlike any other. */
  readonly who: string;
  note(line: string): void;
  /** Does this request start an import? */
  isStart(request: WireRequest): boolean;
  /** Reads the list of imports, newest first. */
  look: Transport;
}

const most = limits.importsAtOnce;
/** A start without a reported end has failed by then, or its import is in the list. */
const unnamedMs = 40_000;
const dayMs = 86_400_000;
const pauseMs = 10_000;
const longestWaitMs = 60_000;

/**
 * A transport that starts no import while three run (spec, Lead Finder, import rule 7), together with every other
 * process that shares the log. What is written down may be behind: the list is read before anybody waits, and only then,
 * so a process that died blocks no other. Throws `rate-limited` where none of them ends within a minute.
 */
export function withImportSlots(next: Transport, options: ImportSlotsOptions): Transport {
  const { clock, who, note, isStart, look } = options;
  const log = keptLog(options.log);
  const { kept } = log;
  const slots = createSlots();
  let number = 0;

  /** Takes in what others wrote; the verdict on a line of ours. */
  const catchUp = (own?: string): boolean => {
    let stands = false;
    for (const line of log.news()) {
      const verdict = slots.read(line);
      if (line === own) stands = verdict;
    }
    return stands;
  };

  const add = (kind: '=' | '-', ...words: string[]) =>
    kept(() => log.append([kind, clock.now(), ...words].join(' ')));

  const claim = (): string | undefined =>
    kept(() => {
      catchUp();
      if (slots.taken(clock.now()) >= most) return undefined;
      const id = `${who}.${number++}`;
      const line = `+ ${clock.now()} ${id}`;
      log.append(line);
      return catchUp(line) ? id : undefined;
    });

  /** Lets go of the imports that are over, by what an answer says of them. */
  const learn = (records: readonly ImportRecord[], isWholeList: boolean) => {
    kept(() => void catchUp());
    for (const [id, importId] of slots.named()) {
      const found = records.find((record) => String(record.importId) === importId);
      if (found ? found.finishedAt : isWholeList) add('-', id);
    }
    kept(() => void catchUp());
  };

  /** How many run by the service's own list; undefined where it cannot be read, and then the service decides. */
  const countRunning = async (request: WireRequest, signal?: AbortSignal): Promise<number | undefined> => {
    const answer = await look(listRequest(request), signal);
    const records = answer.status === 200 ? recordsIn(answer.body) : undefined;
    if (records === undefined) return undefined;
    learn(records, true);
    return records.filter(({ finishedAt }) => !finishedAt).length;
  };

  const slotFor = async (request: WireRequest, signal?: AbortSignal): Promise<string | undefined> => {
    const began = clock.now();
    for (let id = claim(); ; id = claim()) {
      if (id !== undefined) return id;
      const running = await countRunning(request, signal);
      if (running === undefined) return undefined;
      if (running < most && slots.taken(clock.now()) < most) continue;
      const why = `${running < most ? 'others start imports' : `${running} imports run`}, and the service runs ${most} at once`;
      if (clock.now() - began >= longestWaitMs) throw full(why);
      note(`Waiting ${duration(pauseMs / 1000)}: ${why}`);
      await clock.sleep(pauseMs, signal);
    }
  };

  return async (request, signal) => {
    if (!isStart(request)) {
      const answer = await next(request, signal);
      const records = answer.status === 200 ? recordsIn(answer.body) : undefined;
      if (records) learn(records, false);
      return answer;
    }
    const id = await slotFor(request, signal);
    try {
      const answer = await next(request, signal);
      if (id !== undefined) tellStart(id, answer);
      return answer;
    } catch (error) {
      const unsent = error instanceof WireFailure ? !error.sent : true;
      if (id !== undefined && unsent) add('-', id);
      throw error;
    }
  };

  function tellStart(id: string, { status, body }: WireAnswer): void {
    const importId = status < 300 ? startedIn(body) : undefined;
    if (importId !== undefined) add('=', id, importId);
    else if (status < 500) add('-', id);
  }
}

interface ImportRecord {
  readonly importId: unknown;
  readonly finishedAt?: unknown;
}

/** Of a list of imports, or of one. */
function recordsIn(body: string): readonly ImportRecord[] | undefined {
  const value = jsonIn(body);
  if (typeof value !== 'object' || value === null) return undefined;
  if ('imports' in value && Array.isArray(value.imports)) return value.imports;
  return 'importId' in value ? [value] : undefined;
}

/** Also where the answer is text in the answer of a tool. */
const startedIn = (body: string): string | undefined => /"importId\\?"\s*:\s*\\?"?(\w+)/.exec(body)?.[1];

/** With the key of the other request. */
const listRequest = ({ headers }: WireRequest): WireRequest => ({
  method: 'GET',
  path: finder.imports.route.path,
  query: [['limit', '50']],
  headers: {
    ...Object.fromEntries(
      Object.entries(headers).filter(([name]) => /^(?:authorization|user-agent)$/.test(name)),
    ),
    accept: 'application/json',
  },
});

const full = (why: string): Failure =>
  new Failure('running_imports', `Nothing was sent: ${why}`, {
    retryable: true,
    retryAfterSeconds: 60,
  });

interface Slot {
  readonly at: number;
  readonly importId?: string;
}

/** Who holds a slot, by the lines of the log: the same for everybody who reads them in the same order. */
function createSlots() {
  const held = new Map<string, Slot>();
  const forget = (now: number) => {
    for (const [id, { at, importId }] of held)
      if (at <= now - (importId === undefined ? unnamedMs : dayMs)) held.delete(id);
  };
  return {
    /** False for a claim that came when all were taken. */
    read(line: string): boolean {
      const [kind, time, id = '', importId] = line.split(' ');
      const at = Number(time);
      if (kind === '-') return held.delete(id);
      if (kind === '=' && importId !== undefined) held.set(id, { at, importId });
      if (kind !== '+') return true;
      forget(at);
      if (held.size >= most) return false;
      held.set(id, { at });
      return true;
    },
    taken(now: number): number {
      forget(now);
      return held.size;
    },
    named: (): [id: string, importId: string][] =>
      [...held].flatMap(([id, { importId }]) => (importId === undefined ? [] : [[id, importId]])),
  };
}
