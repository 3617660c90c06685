import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import { type AnyInput, type AnyOperation, documented, read } from '../../contract/operation.ts';
import { notShown } from '../../contract/schema/answer-shape.ts';
import { unknown } from '../../contract/schema/schema.ts';
import type { Transport } from '../../contract/wire.ts';
import { checkKey } from '../request/check-key.ts';
import type { MayBeReadOnly } from '../request/read-only.ts';
import type { KeySettings } from '../response/exchange.ts';
import { type AttemptObserver, attempt, type Patience } from '../retry/retry-loop.ts';
import { createAgentFetch } from './fetch.ts';
import { protocolFailure, type ToolResult } from './tool-result.ts';

export interface SessionOptions extends Patience {
  /** To the origin of the server; its requests carry the whole path. */
  readonly transport: Transport;
  /** Of the server, https or loopback. */
  readonly url: string;
  readonly settings: MayBeReadOnly &
    KeySettings & { readonly key: string; readonly target: 'live' | 'sandbox' };
  readonly version: string;
}

interface CallOfTool<T> {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly observer: AttemptObserver | undefined;
  /** Makes an answer of what the tool says. Part of each attempt. */
  read(result: ToolResult & { isError?: boolean | undefined }): Promise<T>;
}

interface Exchange<T> {
  readonly operation: AnyOperation;
  readonly label: string;
  readonly input?: AnyInput;
  readonly observer?: AttemptObserver | undefined;
  once(): Promise<T>;
}

/** The timeouts of the exchange count; those of the library are never reached. */
const libraryOptions = { timeout: 2 ** 31 - 1 };
const noReconnection = {
  maxRetries: 0,
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
};

/** A session with the agent-protocol server. It is opened, and the library loaded, by the first exchange. */
export class Session {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly #options: SessionOptions;
  readonly #deadline: number | undefined;
  readonly #handshake: AnyOperation;
  readonly #wire: ReturnType<typeof createAgentFetch>;
  #open: { client: Client; end(): Promise<void> } | undefined;

  constructor(options: SessionOptions) {
    const { settings, url, version, clock, timeoutMs } = options;
    this.#options = options;
    this.path = new URL(url).pathname;
    this.headers = {
      authorization: `Bearer ${settings.key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'user-agent': `outreach-cli/${version}`,
    };
    this.#deadline = timeoutMs === undefined ? undefined : clock.now() + timeoutMs;
    this.#handshake = {
      ...read({
        summary: 'Ask the agent-protocol server what it has',
        route: documented('POST', this.path),
        answer: notShown,
        response: unknown(),
      }),
      id: 'mcp',
    };
    this.#wire = createAgentFetch({ ...options, path: this.path, headers: this.headers });
  }

  async connect(): Promise<Client> {
    if (this.#open !== undefined) return this.#open.client;
    const { settings, url } = this.#options;
    checkKey({ ...settings, baseUrl: url });
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    const once = async () => {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        fetch: this.#wire.fetch,
        requestInit: { headers: this.headers },
        reconnectionOptions: noReconnection,
      });
      const client = new Client({ name: 'outreach-cli', version: this.#options.version });
      // Its optional fields say undefined in another way than ours.
      await client.connect(transport as Parameters<Client['connect']>[0], libraryOptions);
      const end = async () => {
        await transport.terminateSession();
        await client.close();
      };
      return { client, end };
    };
    this.#open = await this.#exchange({ operation: this.#handshake, label: 'initialize', once });
    return this.#open.client;
  }

  async toolPage(cursor: string | undefined) {
    const client = await this.connect();
    const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const call = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } } as const;
    const once = () => client.request(call, ListToolsResultSchema, libraryOptions);
    return this.#exchange({ operation: this.#handshake, label: call.method, once });
  }

  async callTool<T>({ operation, input, params, observer, read }: CallOfTool<T>): Promise<T> {
    const client = await this.connect();
    const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const call = { method: 'tools/call', params: { ...params, arguments: { ...params.arguments } } } as const;
    const once = async () => read(await client.request(call, CallToolResultSchema, libraryOptions));
    return this.#exchange({ operation, label: `${call.method} ${params.name}`, input, observer, once });
  }

  async close(): Promise<void> {
    const { signal, debug } = this.#options;
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    this.#wire.begin({ operation: this.#handshake, label: 'end of session', signal, timeoutMs: 5000 });
    await open.end().catch((error: unknown) => debug?.(`The session could not be ended: ${error}`));
  }

  async #exchange<T>({ operation, label, input = {}, observer, once }: Exchange<T>): Promise<T> {
    const { begin } = this.#wire;
    const tried = attempt({
      options: this.#options,
      deadline: this.#deadline,
      operation,
      input,
      label,
      observer,
      once: async (signal) => {
        begin({ operation, label, signal, mayLeave: observer?.mayLeave });
        try {
          return await once();
        } catch (error) {
          throw protocolFailure(error, operation);
        }
      },
    });
    return tried.catch((error: unknown) => {
      if (operation !== this.#handshake || !(error instanceof Failure) || !error.is(...notThere)) throw error;
      // Where there is no such server at all, the address is what to look at, and not that of the service.
      throw error.with({ hint: undefined, subject: { is: 'mcp-address' }, cause: error });
    });
  }
}

const notThere: readonly FailureCode[] = [
  'no_such_path',
  'not_found',
  'redirected',
  'not_the_service',
  'empty_answer',
];
