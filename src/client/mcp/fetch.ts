import { jsonIn, parseAnswer } from '../../base/lossless-json.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { type Transport, WireFailure, type WireRequest } from '../../contract/wire.ts';
import type { KeySettings } from '../response/exchange.ts';
import { hideKeys } from '../response/hide-keys.ts';
import { notJson, refuseBadStatus } from '../response/read-response.ts';
import type { Patience } from '../retry/retry-loop.ts';

interface AgentFetchOptions extends Pick<Patience, 'clock' | 'debug'> {
  readonly transport: Transport;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly settings: KeySettings & { readonly key: string };
}

/** What the exchanges that follow belong to. */
interface Step {
  readonly operation: AnyOperation;
  readonly label: string;
  readonly signal: AbortSignal;
  /** How long the server may be silent; as everywhere unless said. */
  readonly timeoutMs?: number;
  readonly mayLeave?: WireRequest['mayLeave'];
}

/** Over our Transport, with its limits and proxies. Passes only what holds the reply: the library waits for ever. */
export function createAgentFetch(options: AgentFetchOptions) {
  let step: Step | undefined;
  const fetch = async (_: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (step === undefined) throw new Error('an exchange outside of any step');
    const method = init.method ?? 'GET';
    // What the server might say unasked is not listened to.
    if (method !== 'POST' && method !== 'DELETE') return new Response(null, { status: 405 });
    const body = typeof init.body === 'string' ? init.body : undefined;
    const id = body === undefined ? undefined : (JSON.parse(body) as { id?: unknown }).id;
    const request: WireRequest = {
      method,
      path: options.path,
      query: [],
      headers: { ...Object.fromEntries(new Headers(init.headers).entries()), ...options.headers },
      ...(step.timeoutMs !== undefined && { timeoutMs: step.timeoutMs }),
      ...(body === undefined ? {} : { body }),
      mayLeave: step.mayLeave,
      ...(step.operation.stops !== undefined && { isUrgent: true as const }),
      complete: (soFar) => eventsOf(soFar).some((event) => repliesTo(id, jsonIn(event))),
    };
    const began = options.clock.now();
    const { settings } = options;
    const answer = hideKeys(await options.transport(request, step.signal), step.operation, settings.key);
    const now = options.clock.now();
    options.debug?.(`${step.label}: ${answer.status} in ${now - began} ms`);
    if (method === 'POST') {
      const exchange = { operation: step.operation, request, answer, now, settings };
      await refuseBadStatus(exchange);
      if (id !== undefined) await holdReply(id, exchange);
    }
    const isEmpty = [204, 205, 304].includes(answer.status) || answer.body === '';
    const headers = Object.entries(answer.headers).filter(([name]) => kept.includes(name));
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers });
  };
  return {
    fetch,
    begin: (next: Step): void => {
      step = next;
    },
  };
}

async function holdReply(id: unknown, exchange: Parameters<typeof notJson>[0]): Promise<void> {
  const { answer } = exchange;
  const isStream = /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');
  const texts = isStream ? eventsOf(answer.body) : [answer.body];
  for (const text of texts) {
    let message: unknown;
    try {
      message = await parseAnswer(text);
    } catch (error) {
      throw notJson(exchange, text, error);
    }
    if ([message].flat().some((one) => repliesTo(id, one))) return;
  }
  throw new WireFailure('truncated', true, 'The answer ended before the reply to what was asked');
}

function repliesTo(id: unknown, message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('id' in message)) return false;
  return message.id === id && ('result' in message || 'error' in message);
}

/** The data of every whole event of a stream, as the HTML standard has it. */
function eventsOf(body: string): string[] {
  const blocks = body.replaceAll(/\r\n?/g, '\n').split('\n\n').slice(0, -1);
  const events: string[] = [];
  for (const block of blocks) {
    const data: string[] = [];
    for (const line of block.split('\n'))
      if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
    const text = data.join('\n');
    if (text !== '') events.push(text);
  }
  return events;
}

const kept = ['content-type', 'mcp-session-id'];
