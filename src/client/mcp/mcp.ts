import { parseBaseUrl } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { jsonText } from '../../base/lossless-json.ts';
import { consentOf, isGuarded } from '../../contract/consent.ts';
import { operations } from '../../contract/index.ts';
import type { AnyInput, AnyOperation } from '../../contract/operation.ts';
import type { WireRequest } from '../../contract/wire.ts';
import type { FullAnswer } from '../api/api.ts';
import type { Approval } from '../api/approval.ts';
import { refuseWrite } from '../request/read-only.ts';
import { contradiction } from '../response/contradiction.ts';
import type { AttemptObserver } from '../retry/retry-loop.ts';
import { leavesNothing } from '../retry/retry-policy.ts';
import { Session, type SessionOptions } from './session.ts';
import { saidBy, toolFailure } from './tool-result.ts';

interface McpOptions extends SessionOptions {
  /** Makes calls whose repeat could hurt only once; without it every call is made as it comes. */
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

export interface ToolInput extends AnyInput {
  readonly body: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
}

export interface ToolCall {
  readonly operation: AnyOperation;
  readonly input: ToolInput;
  send(observer: AttemptObserver): Promise<FullAnswer>;
}

/** The agent-protocol server, with the rules of the client: one key, no redirect, the same repeats and failures. */
export interface Mcp {
  tools(): Promise<Tool[]>;
  /** Under the rules of `operation`, which says what it does and when it may be repeated. JSON comes as data. */
  call(operation: AnyOperation, input: ToolInput, approval?: Approval): Promise<unknown>;
  /** The request of a call, but for its running number. */
  prepare(input: ToolInput): WireRequest;
  close(): Promise<void>;
}

/** More pages or tools than a server can mean. */
const most = 100;
const mostTools = 2000;

/** Throws `usage` for an address that no key may go to. */
export function createMcp(options: McpOptions): Mcp {
  parseBaseUrl(options.url);
  const session = new Session(options);
  return {
    async tools() {
      const found = new Map<string, Tool>();
      let cursor: string | undefined;
      for (let page = 0; page < most && found.size < mostTools; page++) {
        const { tools, nextCursor } = await session.toolPage(cursor);
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
      refuseWrite(options.settings, operation);
      // Whatever is refused here must not use up the approval.
      requestText(input.body);
      await session.connect();
      approval?.redeem(operation, input);
      const send = (observer?: AttemptObserver) =>
        session.callTool({
          operation,
          input,
          params: input.body,
          observer,
          read: async (result) => {
            const { clock, settings } = options;
            if (result.isError) throw await toolFailure(result, { operation, settings, now: clock.now() });
            const body = await saidBy(result);
            await refuseContradiction(operation, input.body.name, body);
            return { status: operation.success ?? 200, headers: {}, body };
          },
        });
      const guarded = isGuarded(operation) && options.once !== undefined;
      const { body } = guarded ? await options.once({ operation, input, send }) : await send();
      return body;
    },

    prepare: ({ body }) => ({
      method: 'POST',
      path: session.path,
      query: [],
      headers: session.headers,
      body: requestText(body),
    }),

    close: () => session.close(),
  };
}

/** Judged as the service's own answers are. A tool that changes something may answer in words only if the contract does not know it. */
async function refuseContradiction(operation: AnyOperation, tool: string, body: unknown): Promise<void> {
  const mayBeWords = leavesNothing(operation) || !operations.some(({ id }) => id === operation.id);
  if (typeof body === 'string' && mayBeWords) return;
  const request = { method: 'POST', path: `tools/call ${tool}`, query: [], headers: {} } as const;
  const answer = { status: operation.success ?? 200, headers: {}, body: jsonText(body) };
  const contradicted = await contradiction({ operation, request, answer, now: 0 }, body);
  if (contradicted !== undefined) throw contradicted;
}

/** Throws `usage` for a number that the library would round: JSON text is not ours to write here. */
function requestText(params: ToolInput['body']): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, (_, value: unknown) => {
    if (typeof value !== 'bigint') return value;
    throw new Failure('invalid_input', `${value} is too large for a number here`, {
      hint: 'Give it as text: --raw-field name=…',
    });
  });
}
