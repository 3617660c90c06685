import { operations } from '../../src/contract/index.ts';
import type { AnyOperation } from '../../src/contract/operation.ts';
import { type Transport, type WireAnswer, WireFailure, type WireRequest } from '../../src/contract/wire.ts';
import { samples } from './samples.ts';

/** What came instead of a good answer: an answer, or none. */
export type Reply = Partial<WireAnswer> | WireFailure;
/** The reply to the `nth` request (from 1) of an operation; nothing for a good answer. */
export type Script = (operation: string, request: WireRequest, nth: number) => Reply | undefined;

export interface Service {
  readonly transport: Transport;
  /** Every request since the last `play`, as the id of its operation. */
  readonly seen: readonly string[];
  readonly requests: readonly WireRequest[];
  /** Forgets what was seen and follows another script from here on. */
  play(script: Script): void;
  /** How often an operation that writes was asked for. */
  writes(): number;
}

const writing = new Set(operations.filter(({ kind }) => kind === 'write').map(({ id }) => id));

/** A live service that answers every call of the contract well, except where the script has it otherwise. */
export function scriptedService(): Service {
  let script: Script = () => undefined;
  let seen: string[] = [];
  let requests: WireRequest[] = [];
  const transport: Transport = async (request, signal) => {
    signal?.throwIfAborted();
    const operation = operationOf(request);
    seen.push(operation);
    requests.push(request);
    const nth = seen.filter((id) => id === operation).length;
    const reply = script(operation, request, nth) ?? {};
    if (reply instanceof WireFailure) throw reply;
    const answer = { status: 200, headers: {}, body: JSON.stringify(sampleOf(operation, request)), ...reply };
    return { ...answer, body: aboutAsked(answer.body, request.path) };
  };
  return {
    transport,
    get seen() {
      return seen;
    },
    get requests() {
      return requests;
    },
    play(next) {
      script = next;
      seen = [];
      requests = [];
    },
    writes: () => seen.filter((id) => writing.has(id)).length,
  };
}

/** A sample is about the first of its kind; a service answers with the one that the path names. */
export const aboutAsked = (body: string, path: string): string => {
  const [, asked] = /\/(\d+)(?:\/|$)/.exec(path) ?? [];
  return asked === undefined
    ? body
    : body.replace(/"(id|(?:campaign|lead|senderEmail)Id)":1\b/, `"$1":${asked}`);
};

/** A campaign is the one of the list that was asked for: their status differs. */
function sampleOf(operation: string, { path }: WireRequest): unknown {
  const asked = listed.find(({ id }) => operation === 'campaigns.get' && path === `/campaigns/${id}`);
  return asked ? { campaign: asked } : (samples[operation] ?? null);
}

const { campaigns: listed } = samples['campaigns.list'] as { campaigns: readonly { id: number }[] };

/** The operation that a request means. */
export function operationOf({ method, path }: Pick<WireRequest, 'method' | 'path'>): string {
  const found = operations.find(({ route }) => route.method === method && patternOf(route.path).test(path));
  if (found === undefined) throw new Error(`no operation has ${method} ${path}`);
  return found.id;
}

export function operationBy(id: string): AnyOperation {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no operation ${id}`);
  return found;
}

const patternOf = (template: string): RegExp => new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`);
