import type { Clock } from '../../base/clock.ts';
import { counted } from '../../base/counted.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import { jsonIn } from '../../base/lossless-json.ts';
import { finder } from '../../contract/areas/finder.ts';
import { limits } from '../../contract/limits.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../contract/wire.ts';
import type { SlotLog } from './slot-log.ts';

export interface ImportSlotsOptions {
  /** Of this key alone: imports are counted by workspace. */
  readonly log: SlotLog;
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
      if (records) await slots.learn(records, false);
      return answer;
    }
    const id = await slots.wait(request, signal);
    try {
      const answer = await next(request, signal);
      if (id !== undefined) await slots.started(id, answer);
      return answer;
    } catch (error) {
      const unsent = error instanceof WireFailure ? !error.sent : true;
      if (id !== undefined && unsent) await slots.free(id);
      throw error;
    }
  };
}

class ImportSlots {
  readonly #options: ImportSlotsOptions;
  readonly #slots = createSlots();
  #now = 0;
  #number = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: ImportSlotsOptions) {
    this.#options = options;
  }

  /** Takes a slot. Undefined where the list of imports cannot be read: then the service decides. */
  async wait(request: WireRequest, signal?: AbortSignal): Promise<string | undefined> {
    const { clock, note } = this.#options;
    const began = clock.now();
    for (let id = await this.#claim(); ; id = await this.#claim()) {
      if (id !== undefined) return id;
      const running = await this.#countRunning(request, signal);
      if (running === undefined) return undefined;
      if (running < most && this.#slots.taken(this.#now) < most) continue;
      const why = `${running < most ? 'others start imports' : `${counted(running, 'import')} run`}, and the service runs ${most} at once`;
      if (clock.now() - began >= longestWaitMs) throw full(why);
      note(`Waiting ${duration(pauseMs / 1000)}: ${why}`);
      await clock.sleep(pauseMs, signal);
    }
  }

  async started(id: string, { status, body }: WireAnswer): Promise<void> {
    const importId = status < 300 ? startedIn(body) : undefined;
    if (importId !== undefined) await this.#exchange('=', id, importId);
    else if (status < 500) await this.free(id);
  }

  async free(id: string): Promise<void> {
    await this.#exchange('-', id);
  }

  /** Frees the slots of imports that are over, by what an answer says of them. */
  async learn(records: readonly ImportRecord[], isWholeList: boolean): Promise<void> {
    await this.#exchange();
    for (const [id, importId] of this.#slots.named()) {
      const found = records.find((record) => String(record.importId) === importId);
      if (found ? found.finishedAt : isWholeList) await this.free(id);
    }
  }

  /** How many run by the service's own list; undefined where it cannot be read. */
  async #countRunning(request: WireRequest, signal?: AbortSignal): Promise<number | undefined> {
    const answer = await this.#options.look(listRequest(request), signal);
    const records = answer.status === 200 ? recordsIn(answer.body) : undefined;
    if (records === undefined) return undefined;
    await this.learn(records, true);
    return records.filter(({ finishedAt }) => !finishedAt).length;
  }

  async #claim(): Promise<string | undefined> {
    await this.#exchange();
    if (this.#slots.taken(this.#now) >= most) return undefined;
    const id = `${this.#options.who}.${this.#number++}`;
    return (await this.#exchange('+', id)) ? id : undefined;
  }

  /** Adds a line, where there is one, and reads what others wrote; the verdict on that line. One after the other. */
  #exchange(kind?: '+' | '=' | '-', ...words: string[]): Promise<boolean> {
    const next = this.#turn.then(async () => {
      const { now, lines, own } = await this.#options.log(kind && [kind, ...words]);
      this.#now = now;
      let holds = false;
      for (const line of lines) {
        const verdict = this.#slots.read(line);
        if (line === own) holds = verdict;
      }
      return holds;
    });
    this.#turn = next.catch(() => undefined);
    return next;
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
