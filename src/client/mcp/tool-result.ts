import { Failure, messageOf } from '../../base/errors.ts';
import { answerIn, jsonText } from '../../base/lossless-json.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import { WireFailure } from '../../contract/wire.ts';
import { shorten } from '../request/excerpt.ts';
import { refusal } from '../response/error-response.ts';
import type { Exchange } from '../response/exchange.ts';

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: unknown }[];
  readonly structuredContent?: unknown;
}

/** What a tool said: data where it is JSON, with every digit; else its text; else the blocks as they came. */
export async function saidBy({ content, structuredContent }: ToolResult): Promise<unknown> {
  const [first, ...more] = content;
  if (first === undefined) return structuredContent ?? null;
  const text = textOf(content);
  if (text === undefined) return structuredContent ?? content;
  const data = more.length === 0 ? await jsonOf(text) : undefined;
  return data ?? structuredContent ?? text;
}

/** Undefined where there is anything but text. */
function textOf(content: ToolResult['content']): string | undefined {
  const texts: string[] = [];
  for (const { type, text } of content) {
    if (type !== 'text' || typeof text !== 'string') return undefined;
    texts.push(text);
  }
  return texts.join('\n\n');
}

async function jsonOf(text: string): Promise<unknown> {
  if (!/^\s*[[{]/.test(text)) return undefined;
  return answerIn(text);
}

/** Its status is where servers put it: `status` in JSON, or the first word. Without one a write's outcome is unknown. */
export async function toolFailure(
  { content }: ToolResult,
  { operation, ...exchange }: Pick<Exchange, 'operation' | 'now' | 'settings'>,
): Promise<Failure> {
  const text = textOf(content) ?? 'The tool failed without a message';
  const data = await jsonOf(text);
  const [, leading] = /^\s*(?:(?:error|http|status|api)\b[:\s]*)*([45]\d\d)\b/i.exec(text) ?? [];
  const status = statusIn(data) ?? (leading === undefined ? undefined : Number(leading));
  if (status !== undefined) {
    const request = { method: 'POST', path: '/', query: [], headers: {} } as const;
    const headers = data === undefined ? {} : { 'content-type': 'application/json' };
    const body = data === undefined ? text : jsonText({ ...data, status: undefined, statusCode: undefined });
    return refusal({ ...exchange, operation, request, answer: { status, headers, body } });
  }
  return new Failure('tool_failed', shorten(wordsOf(data) ?? text, 1000), {
    outcome: operation.kind === 'read' ? 'none' : 'unknown',
  });
}

function statusIn(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { status, statusCode } = data as Readonly<Record<string, unknown>>;
  return [status, statusCode].find(
    (value): value is number => Number.isInteger(value) && Number(value) >= 400 && Number(value) < 600,
  );
}

function wordsOf(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { message, error } = data as Readonly<Record<string, unknown>>;
  return [message, error].find((value): value is string => typeof value === 'string' && value !== '');
}

/** JSON-RPC: the request itself was refused, before any tool ran. */
const refusedBefore: readonly number[] = [-32700, -32600, -32601, -32602];

/** What the library throws, in our words. What we threw ourselves has come through it unchanged. */
export function protocolFailure(error: unknown, operation: AnyOperation): unknown {
  if (error instanceof Failure || error instanceof WireFailure || error instanceof DOMException) return error;
  const unsure = operation.kind === 'read' ? 'none' : 'unknown';
  const isMisshapen = error instanceof Error && 'issues' in error;
  const reason = isMisshapen ? 'its answer is not one of the protocol' : messageOf(error);
  // Of a JSON-RPC error; the library's class for it is not loaded for this.
  const coded = error instanceof Error && error.name === 'McpError' && 'code' in error;
  const protocolCode = coded && typeof error.code === 'number' ? error.code : undefined;
  if (protocolCode === undefined)
    return new Failure(
      'unreadable_answer',
      `The agent-protocol server cannot be understood: ${shorten(reason, 300)}`,
      {
        outcome: unsure,
        subject: { is: 'mcp-answer' },
        cause: error,
      },
    );
  const words = shorten(reason.replace(/^MCP error -?\d+: /, ''), 1000);
  const badInput = protocolCode === -32602;
  return new Failure(badInput ? 'invalid_input' : 'protocol_error', words, {
    outcome: refusedBefore.includes(protocolCode) ? 'none' : unsure,
    extra: { protocolCode },
    subject: badInput ? { is: 'mcp-input' } : undefined,
    cause: error,
  });
}
