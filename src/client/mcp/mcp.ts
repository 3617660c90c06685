import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { parseBaseUrl } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import type { FailureCode } from '../../base/failure-codes.ts';
import { jsonText } from '../../base/lossless-json.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import { type AnyInput, type AnyOperation, documented, read } from '../../contract/operation.ts';
import { notShown } from '../../contract/schema/answer-shape.ts';
import { unknown } from '../../contract/schema/schema.ts';
import type { Transport, WireRequest } from '../../contract/wire.ts';
import type { FullAnswer } from '../api/api.ts';
import type { Approval } from '../api/approval.ts';
import { checkKey } from '../request/check-key.ts';
import { type MayBeReadOnly, refuseWrite } from '../request/read-only.ts';
import { contradiction } from '../response/contradiction.ts';
import type { AttemptObserver } from '../retry/retry-loop.ts';
import { attempt, type Patience } from '../retry/retry-loop.ts';
import { createAgentFetch } from './fetch.ts';
import { protocolFailure, saidBy, toolFailure } from './tool-result.ts';

export interface McpOptions extends Patience {
  /** To the origin of the server; its requests carry the whole path. */
  readonly transport: Transport;
  /** Of the server, https or loopback. */
  readonly url: string;
  readonly settings: MayBeReadOnly & { readonly key: string; readonly target: 'live' | 'sandbox' };
  readonly version: string;
  /** Sees to it that calls whose repeat could hurt are made once; without it they are made as they come. */
  readonly once?: ((call: ToolCall) => Promise<FullAnswer>) | undefined;
}

/** A tool as its server describes it; all of it is text by a stranger. Hints that are not given are undefined. */
export interface Tool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
}

/** What is sent to a tool, as the input of its operation: consent is given to exactly this. */
export interface ToolInput extends AnyInput {
  readonly body: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

/** A call that is about to be made, and how it is made. */
export interface ToolCall {
  readonly operation: AnyOperation;
  readonly input: ToolInput;
  send(observer: AttemptObserver): Promise<FullAnswer>;
}

/** The agent-protocol server, with the rules of the client: one key, no redirect, the same repeats and failures. */
export interface Mcp {
  tools(): Promise<Tool[]>;
  /**
   * Calls a tool under the rules of `operation`, which says what it does and when it may be repeated. Gives what the
   * tool said, as data where it is JSON.
   */
  call(operation: AnyOperation, input: ToolInput, approval?: Approval): Promise<unknown>;
  /** The request of a call, but for its running number. */
  prepare(input: ToolInput): WireRequest;
  /** Ends the session, where the server keeps one. */
  close(): Promise<void>;
}

/** More pages or tools than a server can mean. */
const most = 100;
const mostTools = 2000;

/** The timeouts of the exchange count; the library's own never strikes first. */
const libraryOptions = { timeout: 2 ** 31 - 1 };

/** The library is loaded at the first exchange. Throws `usage` for an address that no key may go to. */
export function createMcp(options: McpOptions): Mcp {
  const { settings, url, version } = options;
  const { pathname } = new URL(url);
  parseBaseUrl(url);
  const deadline = options.timeoutMs === undefined ? undefined : options.clock.now() + options.timeoutMs;
  const handshake = {
    ...read({
      summary: 'Ask the agent-protocol server what it has',
      route: documented('POST', pathname),
      answer: notShown,
      response: unknown(),
    }),
    id: 'mcp',
  };
  const headers = {
    authorization: `Bearer ${settings.key}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'user-agent': `outreach-cli/${version}`,
  };
  const wire = createAgentFetch({ ...options, path: pathname, headers, key: settings.key });
  let session: { client: Client; end(): Promise<void> } | undefined;

  const exchange = <T>(
    operation: AnyOperation,
    label: string,
    once: () => Promise<T>,
    { input = {}, observer }: { input?: AnyInput; observer?: AttemptObserver | undefined } = {},
  ) =>
    attempt({
      options,
      deadline,
      operation,
      input,
      label,
      observer,
      once: async (signal) => {
        wire.begin({ operation, label, signal });
        try {
          return await once();
        } catch (error) {
          throw protocolFailure(error, operation);
        }
      },
    }).catch((error: unknown) => {
      throw operation === handshake ? misaddressed(error) : error;
    });

  const connected = async (): Promise<Client> => {
    if (session !== undefined) return session.client;
    checkKey({ ...settings, baseUrl: url });
    const [{ Client }, { StreamableHTTPClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    ]);
    session = await exchange(handshake, 'initialize', async () => {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        fetch: wire.fetch,
        requestInit: { headers },
        reconnectionOptions: {
          maxRetries: 0,
          initialReconnectionDelay: 0,
          maxReconnectionDelay: 0,
          reconnectionDelayGrowFactor: 1,
        },
      });
      const client = new Client({ name: 'outreach-cli', version });
      // Its optional fields say undefined in another way than ours.
      await client.connect(transport as Parameters<Client['connect']>[0], libraryOptions);
      return {
        client,
        end: async () => {
          await transport.terminateSession();
          await client.close();
        },
      };
    });
    return session.client;
  };

  const callTool = async (
    operation: AnyOperation,
    input: ToolInput,
    observer?: AttemptObserver,
  ): Promise<FullAnswer> => {
    const client = await connected();
    const { CallToolResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
    const { name, arguments: given } = input.body;
    const params = { name, arguments: { ...given } };
    const call = { method: 'tools/call', params } as const;
    const once = async () => {
      const result = await client.request(call, CallToolResultSchema, libraryOptions);
      if (result.isError) throw await toolFailure(result, operation, options.clock.now());
      const body = await saidBy(result);
      await refuseContradiction(operation, name, body);
      return { status: operation.success ?? 200, headers: {}, body };
    };
    return exchange(operation, `tools/call ${name}`, once, { input, observer });
  };

  return {
    async tools() {
      const client = await connected();
      const { ListToolsResultSchema } = await import('@modelcontextprotocol/sdk/types.js');
      const found = new Map<string, Tool>();
      let cursor: string | undefined;
      for (let page = 0; page < most && found.size < mostTools; page++) {
        const params = cursor === undefined ? {} : { cursor };
        const { tools, nextCursor } = await exchange(handshake, 'tools/list', () =>
          client.request({ method: 'tools/list', params }, ListToolsResultSchema, libraryOptions),
        );
        for (const { name, title, description, inputSchema, annotations } of tools)
          found.set(name, {
            name,
            title: title ?? annotations?.title,
            description,
            inputSchema,
            readOnly: annotations?.readOnlyHint,
            destructive: annotations?.destructiveHint,
          });
        if (nextCursor === undefined || nextCursor === cursor) break;
        cursor = nextCursor;
      }
      return [...found.values()];
    },

    async call(operation, input, approval) {
      if (consentOf(operation) !== 'never' && approval === undefined)
        throw new Error(`${operation.id} takes consent and needs an approval`);
      refuseWrite(settings, operation);
      // Whatever is refused here must not use up the approval.
      requestText(input.body);
      await connected();
      approval?.redeem(operation, input);
      const send = (observer?: AttemptObserver) => callTool(operation, input, observer);
      const guarded = isGuarded(operation) && options.once !== undefined;
      const { body } = guarded ? await options.once({ operation, input, send }) : await send();
      return body;
    },

    prepare: ({ body }) => ({
      method: 'POST',
      path: pathname,
      query: [],
      headers,
      body: requestText(body),
    }),

    async close() {
      const open = session;
      session = undefined;
      if (open === undefined) return;
      wire.begin({ operation: handshake, label: 'end of session', signal: options.signal, timeoutMs: 5000 });
      await open.end().catch((error: unknown) => options.debug?.(`The session could not be ended: ${error}`));
    },
  };
}

/** A tool may answer in words; what it answers in JSON is judged as the service's own answers are. */
async function refuseContradiction(operation: AnyOperation, tool: string, body: unknown): Promise<void> {
  if (typeof body === 'string') return;
  const request = { method: 'POST', path: `tools/call ${tool}`, query: [], headers: {} } as const;
  const answer = { status: operation.success ?? 200, headers: {}, body: jsonText(body) };
  const contradicted = await contradiction({ operation, request, answer, now: 0 }, body);
  if (contradicted !== undefined) throw contradicted;
}

/** Where there is no such server at all, the address is what to look at, and not that of the service. */
function misaddressed(error: unknown): unknown {
  if (!(error instanceof Failure) || !error.is(...notThere)) return error;
  return error.with({
    hint: undefined,
    subject: { is: 'mcp-address' },
    cause: error,
  });
}

const notThere: readonly FailureCode[] = [
  'no_such_path',
  'not_found',
  'redirected',
  'not_the_service',
  'empty_answer',
];

/** Throws `usage` for a number that the library would round: JSON text is not ours to write here. */
function requestText(params: ToolInput['body']): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, (_, value: unknown) => {
    if (typeof value !== 'bigint') return value;
    throw new Failure('invalid_input', `${value} is too large for a number here`, {
      hint: 'Give it as text: --raw-field name=…',
    });
  });
}
