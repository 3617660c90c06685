import type { Clock } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
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
  /** Unique id of this process. */
  readonly who: string;
  note(line: string): void;
  /** Does this request start an import? */
  isStart(request: WireRequest): boolean;
  /** Reads the list of imports, newest first. */
  look: Transport;
}

const most = limits.importsAtOnce;
/** After this time, a start without an import id has failed or is in the list. */
const unnamedMs = 40_000;
const dayMs = 86_400_000;
const pauseMs = 10_000;
const longestWaitMs = 60_000;

/**
 * A transport that starts no import while three run (spec, Lead Finder, import rule 7), together with every other
 * process that shares the log. The log may be behind: the list is read before a start waits, and only then, so a process
 * that died blocks no other. Throws `rate-limited` where none of them ends within a minute.
 */
export function withImportSlots(next: Transport, options: ImportSlotsOptions): Transport {
  const slots = new ImportSlots(options);
  return async (request, signal) => {
    if (!options.isStart(request)) {
      const answer = await next(request, signal);
      const records = answer.status === 200 ? recordsIn(answer.body) : undefined;
      if (records) slots.learn(records, false);
      return answer;
    }
    const id = await slots.wait(request, signal);
    try {
      const answer = await next(request, signal);
      if (id !== undefined) slots.started(id, answer);
      return answer;
    } catch (error) {
      const unsent = error instanceof WireFailure ? !error.sent : true;
      if (id !== undefined && unsent) slots.free(id);
      throw error;
    }
  };
}

class ImportSlots {
  readonly #options: ImportSlotsOptions;
  readonly #log: ReturnType<typeof keptLog>;
  readonly #slots = createSlots();
  #number = 0;

  constructor(options: ImportSlotsOptions) {
    this.#options = options;
    this.#log = keptLog(options.log);
  }

  /** Takes a slot. Undefined where the list of imports cannot be read: then the service decides. */
  async wait(request: WireRequest, signal?: AbortSignal): Promise<string | undefined> {
    const { clock, note } = this.#options;
    const began = clock.now();
    for (let id = this.#claim(); ; id = this.#claim()) {
      if (id !== undefined) return id;
      const running = await this.#countRunning(request, signal);
      if (running === undefined) return undefined;
      if (running < most && this.#slots.taken(clock.now()) < most) continue;
      const why = `${running < most ? 'others start imports' : `${counted(running, 'import')} run`}, and the service runs ${most} at once`;
      if (clock.now() - began >= longestWaitMs) throw full(why);
      note(`Waiting ${duration(pauseMs / 1000)}: ${why}`);
      await clock.sleep(pauseMs, signal);
    }
  }

  started(id: string, { status, body }: WireAnswer): void {
    const importId = status < 300 ? startedIn(body) : undefined;
    if (importId !== undefined) this.#add('=', id, importId);
    else if (status < 500) this.free(id);
  }

  free(id: string): void {
    this.#add('-', id);
  }

  /** Frees the slots of imports that are over, by what an answer says of them. */
  learn(records: readonly ImportRecord[], isWholeList: boolean): void {
    this.#log.kept(() => void this.#catchUp());
    for (const [id, importId] of this.#slots.named()) {
      const found = records.find((record) => String(record.importId) === importId);
      if (found ? found.finishedAt : isWholeList) this.free(id);
    }
    this.#log.kept(() => void this.#catchUp());
  }

  /** How many run by the service's own list; undefined where it cannot be read. */
  async #countRunning(request: WireRequest, signal?: AbortSignal): Promise<number | undefined> {
    const answer = await this.#options.look(listRequest(request), signal);
    const records = answer.status === 200 ? recordsIn(answer.body) : undefined;
    if (records === undefined) return undefined;
    this.learn(records, true);
    return records.filter(({ finishedAt }) => !finishedAt).length;
  }

  #claim(): string | undefined {
    const { clock, who } = this.#options;
    return this.#log.kept(() => {
      this.#catchUp();
      if (this.#slots.taken(clock.now()) >= most) return undefined;
      const id = `${who}.${this.#number++}`;
      const line = `+ ${clock.now()} ${id}`;
      this.#log.append(line);
      return this.#catchUp(line) ? id : undefined;
    });
  }

  #add(kind: '=' | '-', ...words: string[]): void {
    this.#log.kept(() => this.#log.append([kind, this.#options.clock.now(), ...words].join(' ')));
  }

  /** Reads what others wrote; the verdict on a line of ours. */
  #catchUp(own?: string): boolean {
    let holds = false;
    for (const line of this.#log.news()) {
      const verdict = this.#slots.read(line);
      if (line === own) holds = verdict;
    }
    return holds;
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

/** Also matches an import id inside the JSON text of an MCP tool result. */
const startedIn = (body: string): string | undefined => /"importId\\?"\s*:\s*\\?"?(\w+)/.exec(body)?.[1];

/** GET for the import list, with the auth headers of the given request. */
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
