import type Dispatcher from 'undici/types/dispatcher.js';
import { type Base, parseBaseUrl } from '../../base/base-url.ts';
import type { Clock } from '../../base/clock.ts';
import { duration } from '../../base/duration.ts';
import { Failure } from '../../base/errors.ts';
import {
  silenceMs,
  type Transport,
  type WireAnswer,
  WireFailure,
  type WireRequest,
} from '../../contract/wire.ts';
import { target } from '../request/build-request.ts';
import { acceptedEncodings, decodeBody, maxAnswerBytes, tooLarge } from './decode-body.ts';
import { type Environment, type ProxySettings, proxyFor } from './proxy.ts';
import { wireFailure } from './wire-failure.ts';

interface NetworkOptions extends Pick<Clock, 'now'> {
  readonly env: Environment;
  readonly ca?: string;
  /** Milliseconds; 10,000 unless said. */
  readonly connectTimeoutMs?: number;
}

const connectTimeoutMs = 10_000;
/** Servers close idle connections, and a write that meets such a close has an unknown outcome for nothing. */
const keepAliveMs = 1000;

/**
 * The Transport over the network: one exchange, no retry, no redirect, no answer above 20 MB. Throws `usage` at once
 * where the base URL must not be used. undici is loaded at the first exchange; idle connections do not keep the
 * process alive.
 */
export function createNetwork(baseUrl: string, options: NetworkOptions): Transport {
  const base = parseBaseUrl(baseUrl);
  if (options.env.NODE_TLS_REJECT_UNAUTHORIZED === '0' && base.secure)
    throw new Failure(
      'unchecked_certificates',
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns certificate checks off; nothing is sent like that',
      { hint: 'Unset it. For a certificate of your own network, name its file in NODE_EXTRA_CA_CERTS' },
    );
  const proxy = proxyFor(base, options.env);
  let opened: Promise<Dispatcher> | undefined;
  return async (request, signal) => {
    signal?.throwIfAborted();
    opened ??= openDispatcher(base, proxy, options);
    const dispatcher = await opened;
    const forget = () => {
      opened = undefined;
      // A connection that was given up is not waited for; how it ends does not matter.
      dispatcher.destroy().catch(() => undefined);
    };
    // With exceptions in NO_PROXY it is unknown here which way a request took.
    const via = proxy?.noProxy === '' ? new URL(proxy.uri).host : undefined;
    const raw = await Exchange.run({ dispatcher, base, proxy: via, request, signal, options, forget });
    return { ...raw.head, body: await decodeBody(raw.body, raw.head.headers['content-encoding']) };
  };
}

async function openDispatcher(
  base: Base,
  proxy: ProxySettings | undefined,
  options: NetworkOptions,
): Promise<Dispatcher> {
  const timeout = options.connectTimeoutMs ?? connectTimeoutMs;
  const tls = { timeout, ...(options.ca === undefined ? {} : { ca: options.ca }) };
  const common = {
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    allowH2: false,
  };
  if (proxy === undefined) {
    const { default: Pool } = await import('undici/lib/dispatcher/pool.js');
    return new Pool(base.origin, { ...common, connect: tls });
  }
  // undici's front page gives dispatchers the method `connect`, which the proxy agent asks its tunnel with.
  const [agent, dispatcher, connect] = await Promise.all([
    import('undici/lib/dispatcher/env-http-proxy-agent.js'),
    import('undici/lib/dispatcher/dispatcher.js'),
    import('undici/lib/api/api-connect.js'),
  ]);
  dispatcher.default.prototype.connect = connect.default;
  const EnvHttpProxyAgent = agent.default;
  return new EnvHttpProxyAgent({
    ...common,
    httpProxy: proxy.uri,
    httpsProxy: proxy.uri,
    noProxy: proxy.noProxy,
    connect: tls,
    requestTls: tls,
    proxyTls: { timeout },
  });
}

const paused = 'This process was paused before the request could leave; nothing was sent';

interface ExchangeOptions {
  readonly dispatcher: Dispatcher;
  readonly base: Base;
  readonly proxy: string | undefined;
  readonly request: WireRequest;
  readonly signal: AbortSignal | undefined;
  readonly options: NetworkOptions;
  /** Drops the connections: one of them is stuck before it could carry anything. */
  readonly forget: () => void;
}

interface RawAnswer {
  readonly head: Omit<WireAnswer, 'body'>;
  readonly body: Buffer;
}

/** One request and its end: what undici reports, and what ends it early. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #given: ExchangeOptions;
  readonly #resolve: (answer: RawAnswer) => void;
  readonly #reject: (error: unknown) => void;
  readonly #guard: NodeJS.Timeout;
  readonly #totalMs: number;
  readonly #began: number;
  #controller: Dispatcher.DispatchController | undefined;
  #head: RawAnswer['head'] | undefined;
  #size = 0;
  readonly #chunks: Buffer[] = [];
  #over = false;

  private constructor(
    given: ExchangeOptions,
    resolve: (answer: RawAnswer) => void,
    reject: (error: unknown) => void,
  ) {
    this.#given = given;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#totalMs = given.request.totalMs ?? 10 * silenceOf(given.request);
    this.#began = given.options.now();
    const patience = 1.5 * (given.options.connectTimeoutMs ?? connectTimeoutMs);
    this.#guard = setTimeout(this.#onConnectTimeout, patience);
    given.signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  static run(given: ExchangeOptions): Promise<RawAnswer> {
    const { dispatcher, base, request } = given;
    const silence = silenceOf(request);
    return new Promise((resolve, reject) => {
      dispatcher.dispatch(
        {
          origin: base.origin,
          path: `${base.prefix}${target(request)}`,
          method: request.method,
          headers: {
            ...request.headers,
            'accept-encoding': request.complete ? 'identity' : acceptedEncodings,
          },
          body: request.body ?? null,
          headersTimeout: silence,
          bodyTimeout: silence,
        },
        new Exchange(given, resolve, reject),
      );
    });
  }

  onRequestStart(started: Dispatcher.DispatchController): void {
    // Too late: the failure is already reported. And a second start would be a repeat without a decision.
    if (this.#over || this.#controller !== undefined) started.abort(new Error('not sent'));
    else if (this.#given.request.mayLeave?.() === false) {
      this.#fail(new WireFailure('stalled', false, paused));
      started.abort(new Error('not sent'));
    } else this.#controller = started;
  }

  onResponseStart(_: unknown, status: number, headers: Headers): void {
    if (status >= 200) this.#head = { status, headers: flat(headers) };
    else if (this.#isLate()) this.#cut(this.#tooSlow());
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#size += chunk.length;
    this.#chunks.push(chunk);
    if (this.#size > maxAnswerBytes) this.#cut(tooLarge());
    else if (this.#isLate()) this.#cut(this.#tooSlow());
    else if (this.#head !== undefined && endsNow(this.#head, this.#given.request, this.#chunks)) {
      this.#answer(this.#head);
      this.#controller?.abort(new Error('complete'));
    }
  }

  onResponseEnd(): void {
    if (this.#head === undefined) this.#fail(new WireFailure('truncated', true, 'The answer has no head'));
    else this.#answer(this.#head);
  }

  onResponseError(_: unknown, error: Error): void {
    const { base, proxy } = this.#given;
    const [sent, answered] = [this.#controller !== undefined, this.#head !== undefined];
    this.#fail(wireFailure(error, { base, proxy, sent, answered }));
  }

  readonly #onAbort = (): void => {
    const { signal, forget } = this.#given;
    if (this.#controller === undefined) {
      this.#fail(signal?.reason);
      forget();
      return;
    }
    const text = 'Cut off while the answer was awaited';
    this.#fail(new WireFailure('aborted', true, text, { cause: signal?.reason }));
    this.#controller.abort(new Error('aborted'));
  };

  /** undici connects again for as long as a proxy hangs up on it, and does not watch a proxy that never answers. */
  readonly #onConnectTimeout = (): void => {
    if (this.#controller !== undefined) return;
    const { base, forget } = this.#given;
    this.#fail(
      new WireFailure('connect-timeout', false, `No connection to ${base.origin} could be made in time`),
    );
    forget();
  };

  /** What comes byte by byte is never silent. */
  #isLate(): boolean {
    return this.#given.options.now() - this.#began > this.#totalMs;
  }

  #tooSlow(): WireFailure {
    const text = `The answer of ${this.#given.base.origin} was not whole after ${duration(this.#totalMs / 1000)}`;
    return new WireFailure('too-slow', true, text);
  }

  #cut(failure: WireFailure): void {
    this.#fail(failure);
    this.#controller?.abort(failure);
  }

  #answer(head: RawAnswer['head']): void {
    this.#settle();
    this.#resolve({ head, body: Buffer.concat(this.#chunks) });
  }

  #fail(error: unknown): void {
    this.#settle();
    this.#reject(error);
  }

  #settle(): void {
    this.#over = true;
    clearTimeout(this.#guard);
    this.#given.signal?.removeEventListener('abort', this.#onAbort);
  }
}

const silenceOf = ({ timeoutMs = silenceMs }: WireRequest): number => Math.ceil(timeoutMs);

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The end of an event stream is not waited for once it has given the answer. Events end with a line. */
function endsNow(
  { headers }: RawAnswer['head'],
  { complete }: WireRequest,
  chunks: readonly Buffer[],
): boolean {
  if (complete === undefined || !/^text\/event-stream\b/i.test(headers['content-type'] ?? '')) return false;
  return chunks.at(-1)?.at(-1) === 0x0a && complete(Buffer.concat(chunks).toString('utf8'));
}

function flat(headers: Headers): Record<string, string> {
  // A header may be called `__proto__`.
  const flat: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return flat;
}
