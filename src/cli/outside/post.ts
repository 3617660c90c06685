import type { ClientRequest, IncomingMessage } from 'node:http';
import { isLoopback } from '../../base/base-url.ts';
import { Failure } from '../../base/errors.ts';
import { snake } from '../../base/failure-codes.ts';
import { WireFailure, type WireFailureReason } from '../../contract/wire.ts';

/** What is sent to a receiver of deliveries: these very bytes, under these very headers, in this order. */
export interface Parcel {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface Posted {
  readonly status: number;
  readonly milliseconds: number;
  /** The beginning of what it answered, as text. */
  readonly answer: string;
}

interface Patience {
  /** For the whole exchange, from connecting to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

const shownBytes = 2000;
const readBytes = 1024 * 1024;

/**
 * Posts raw bytes to a receiver, once: no redirect is followed, nothing is retried, and no proxy is used. Rejects with
 * {@link WireFailure} where no answer came in time, and with the signal's reason when it is aborted. A certificate that
 * cannot be verified is accepted on this machine only.
 */
export async function post(url: URL, { headers, body }: Parcel, patience: Patience): Promise<Posted> {
  const { timeoutMs, signal } = patience;
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http');
  signal?.throwIfAborted();
  const began = performance.now();
  const flat = headers.flat();
  const own = ['Host', url.host, ...flat, 'Content-Length', String(body.length), 'Connection', 'close'];
  return new Promise((resolve, reject) => {
    let connected = false;
    const outgoing: ClientRequest = request(url, {
      method: 'POST',
      headers: own,
      agent: false,
      rejectUnauthorized: !isLoopback(url),
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
      outgoing.destroy();
    };
    const fail = (error: unknown) => end(() => reject(error));
    const abort = () => fail(signal?.reason);
    const timer = setTimeout(() => fail(tooLate(url, timeoutMs, connected)), timeoutMs);
    signal?.addEventListener('abort', abort, { once: true });
    outgoing.on('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => fail(brokenOff(url, error, connected)));
    outgoing.on('response', (incoming) => {
      readSome(incoming, (answer) => {
        const milliseconds = Math.round(performance.now() - began);
        end(() => resolve({ status: incoming.statusCode ?? 0, milliseconds, answer }));
      });
    });
    outgoing.end(body);
  });
}

/** What counts is the status: of a long answer the rest is not waited for, and one that breaks off is returned as far as it came. */
function readSome(incoming: IncomingMessage, done: (answer: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let over = false;
  const finish = () => {
    if (over) return;
    over = true;
    done(Buffer.concat(chunks).subarray(0, shownBytes).toString('utf8'));
  };
  incoming.on('data', (chunk: Buffer) => {
    if (size < shownBytes) chunks.push(chunk);
    size += chunk.length;
    if (size > readBytes) finish();
  });
  incoming.on('end', finish);
  incoming.on('error', finish);
  incoming.on('close', finish);
}

function tooLate(url: URL, timeoutMs: number, connected: boolean): WireFailure {
  const seconds = timeoutMs / 1000;
  return connected
    ? new WireFailure('timeout', true, `The receiver at ${url.origin} did not answer within ${seconds} s`)
    : new WireFailure('connect-timeout', false, `No connection to ${url.origin} within ${seconds} s`);
}

function brokenOff(url: URL, error: NodeJS.ErrnoException, connected: boolean): WireFailure {
  const code = error.code ?? error.message;
  const cause = { cause: error };
  if (connected)
    return new WireFailure('reset', true, `The receiver at ${url.origin} hung up without an answer`, cause);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new WireFailure('dns', false, `There is no address for ${url.hostname} (${code})`, cause);
  if (code === 'ECONNREFUSED')
    return new WireFailure('refused', false, `Nothing listens at ${url.origin}`, cause);
  return new WireFailure('refused', false, `No connection to ${url.origin} (${code})`, cause);
}

/** What a command ends with that could not reach its receiver at all. */
export const notReached = (error: WireFailure): Failure =>
  new Failure(
    `receiver_${snake(error.reason as Exclude<WireFailureReason, 'stalled' | 'too-slow' | 'malformed'>)}`,
    `${error.message}; nothing was sent`,
    { hint: 'Is the receiver running, and is this its address?', retryable: true, cause: error },
  );
