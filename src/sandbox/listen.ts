import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portFailure } from '../base/port-failure.ts';
import type { Method, WireRequest } from '../contract/wire.ts';
import { jsonAnswer, textAnswer } from './core/answers.ts';
import type { FaultedResponse } from './faults/faulted-response.ts';
import type { Wire } from './sandbox.ts';
import { mcpPath } from './service/routes.ts';
import { isBusy, isHostError } from './sharing/when-free.ts';

interface ListenOptions {
  /** The sandbox's `wire`: what befalls the connection is brought about here. */
  readonly transport: Wire;
  /** 0 takes a free one. */
  readonly port: number;
  /** Loopback only. */
  readonly host?: '127.0.0.1' | '::1';
  /** Called with every exchange when its answer is ready. */
  readonly onExchange?: (exchange: Exchange) => void;
}

export interface Exchange {
  readonly method: string;
  /** As it came, with prefix and query. */
  readonly url: string;
  /** 0 where no answer went out. */
  readonly status: number;
  /** What a fault did to the connection. */
  readonly trouble?: string;
  /** Why this machine, and not the service, could not answer. */
  readonly why?: string;
  readonly milliseconds: number;
}

export const prefix = '/r';
/** Far above a thousand leads with all of their fields. */
const bodyLimit = 10 * 1024 * 1024;
const methods: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'DELETE']);

/**
 * Serves a sandbox on this machine, for this machine only; gives the address of the service, which ends in `/r`, and of its
 * agent-protocol server. Throws `conflict` where the port is taken.
 */
export async function listen({ transport, port, host = '127.0.0.1', onExchange }: ListenOptions) {
  let ours: readonly string[] = [];
  const server = createServer((incoming, outgoing) => {
    const began = performance.now();
    const { method = '', url = '' } = incoming;
    void answer(incoming, transport, ours).then((result) => {
      const milliseconds = Math.round(performance.now() - began);
      const { status, trouble, why } = result;
      onExchange?.({
        method,
        url,
        status,
        milliseconds,
        ...(trouble && { trouble: trouble.kind }),
        ...(why !== undefined && { why }),
      });
      if (trouble)
        return import('./faults/socket.ts').then(({ suffer }) => suffer(outgoing, result, trouble));
      const bytes = Buffer.from(result.body);
      outgoing.writeHead(status, { ...result.headers, 'content-length': bytes.length });
      outgoing.end(bytes);
      return undefined;
    });
  });
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw portFailure(error as NodeJS.ErrnoException, port);
  }
  const address = server.address() as AddressInfo;
  ours = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${address.port}`);
  const origin = `http://${host === '::1' ? '[::1]' : host}:${address.port}`;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `${origin}${prefix}`, mcpUrl: `${origin}${mcpPath}`, close };
}

interface Answered extends FaultedResponse {
  readonly why?: string;
}

/** Whatever a web page could send is turned away before anything happens: names that are not ours, and every origin. */
async function answer(
  incoming: IncomingMessage,
  transport: Wire,
  ours: readonly string[],
): Promise<Answered> {
  const { headers, method = '', url = '' } = incoming;
  if (!ours.includes((headers.host ?? '').toLowerCase())) return textAnswer(403, 'This host is not served');
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return textAnswer(403, 'Web pages are not served');
  const [path = '', ...search] = url.split('?');
  const isMcp = path === mcpPath;
  // The agent-protocol server is beside the prefix and not below it.
  const isBelow = path.startsWith(`${prefix}/`) && path !== `${prefix}${mcpPath}`;
  if (!methods.has(method) || !(isMcp || isBelow)) return textAnswer(404, '404 page not found');
  try {
    const body = await bodyOf(incoming);
    if (body === undefined) return jsonAnswer(413, { error: 'The request body is larger than 10 MB' });
    const request: WireRequest = {
      method: method as Method,
      path: isMcp ? path : path.slice(prefix.length),
      query: [...new URLSearchParams(search.join('?'))],
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(body !== '' && { body }),
    };
    return await transport(request);
  } catch (error) {
    return failed(error);
  }
}

/** What this machine is to blame for is said in its words: a lock, a full disk. */
function failed(error: unknown): Answered {
  if (isBusy(error)) {
    const why = 'The sandbox is busy: another process is writing to it. Nothing was done, try again';
    return { ...jsonAnswer(503, { error: why, code: 'sandbox_busy' }, { 'retry-after': '1' }), why };
  }
  if (isHostError(error)) {
    const why = (error as Error).message;
    return { ...jsonAnswer(500, { error: why }), why };
  }
  return textAnswer(500, 'Internal Server Error');
}

/** Undefined where it is too large; the rest is read away so that the answer gets through. */
async function bodyOf(incoming: IncomingMessage): Promise<string | undefined> {
  const { 'content-length': length, 'transfer-encoding': parts } = incoming.headers;
  if (length === undefined && parts === undefined) return '';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks).toString('utf8');
}
