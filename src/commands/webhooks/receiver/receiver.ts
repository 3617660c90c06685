import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { counted } from '../../../base/counted.ts';
import { portFailure } from '../../../base/port-failure.ts';

export interface Received {
  /** Path and query. */
  readonly path: string;
  /** In order, with the case they were written in. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

export interface ReceiverOptions {
  /** 0 takes a free one. */
  readonly port: number;
  readonly maxBytes: number;
  /** How long a request may take to arrive. */
  readonly patienceMs: number;
  /** The status to answer with, and a line for readers of the answer. Must not throw. */
  receive(received: Received): Promise<{ status: number; text: string }>;
  /** Called with what was refused before it was a delivery. */
  turnedAway(reason: string): void;
}

/** Connections that say nothing leave room for those that do; what comes beyond is not accepted at all. */
const connections = 2000;
/** So many deliveries are handled at once, and so many bodies of this length are held; what comes beyond gets a 503. */
const deliveriesAtOnce = 64;
const bodiesAtOnce = 8;

/**
 * Takes POSTs on 127.0.0.1, at any path: a tunnel in front of it may call it by any name, so only what a web page could
 * send is turned away. Throws `conflict` where the port is taken.
 */
export async function openReceiver(options: ReceiverOptions) {
  const under = new Set<Promise<void>>();
  const load: Load = { handled: 0, bytes: 0 };
  const server = createServer(
    {
      headersTimeout: Math.min(10_000, options.patienceMs),
      requestTimeout: options.patienceMs,
      connectionsCheckingInterval: Math.min(1000, options.patienceMs),
    },
    (incoming, outgoing) => {
      const work = answer(incoming, outgoing, options, load).finally(() => under.delete(work));
      under.add(work);
    },
  );
  server.maxConnections = connections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portFailure(error, options.port)));
    server.listen(options.port, '127.0.0.1', connections, resolve);
  });
  const { port } = server.address() as AddressInfo;
  /** Takes no more, lets what is under way be answered, and closes. */
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    await Promise.all(under);
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

interface Load {
  handled: number;
  bytes: number;
}

const tryAgain = { 'retry-after': '1' };

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { receive, turnedAway, maxBytes }: ReceiverOptions,
  load: Load,
): Promise<void> {
  const turn = (status: number, reason: string, headers: Record<string, string> = {}) => {
    turnedAway(`${incoming.method} ${incoming.url}: ${reason}`);
    // The rest of the body is of no interest, and the connection not worth keeping for it.
    incoming.resume();
    return send(outgoing, status, reason, { connection: 'close', ...headers });
  };
  const { headers, method } = incoming;
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return turn(403, 'web pages are not served');
  if (method !== 'POST') return turn(405, 'only POST is accepted', { allow: 'POST' });
  const body = await bodyOf(incoming, maxBytes, load);
  if (body === 'too large') return turn(413, `the body is larger than ${counted(maxBytes, 'byte')}`);
  if (body === 'broken off') return turnedAway(`${method} ${incoming.url}: it broke off early`);
  if (body === 'no room' || load.handled >= deliveriesAtOnce)
    return turn(503, 'too many deliveries at once', tryAgain);
  load.handled += 1;
  try {
    const { status, text } = await receive({ path: incoming.url ?? '/', headers: pairs(incoming), body });
    await send(outgoing, status, text);
  } finally {
    load.handled -= 1;
  }
}

type Body = Buffer | 'too large' | 'broken off' | 'no room';

/** What there is no room for is read to its end all the same, so that the sender hears the answer. */
async function bodyOf(incoming: IncomingMessage, maxBytes: number, load: Load): Promise<Body> {
  let chunks: Buffer[] | undefined = [];
  let size = 0;
  let held = 0;
  const drop = () => {
    chunks = undefined;
    load.bytes -= held;
    held = 0;
  };
  return new Promise((resolve) => {
    const end = (body: Body) => {
      drop();
      resolve(body);
    };
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) end('too large');
      if (chunks === undefined) return;
      chunks.push(chunk);
      held += chunk.length;
      load.bytes += chunk.length;
      if (load.bytes > maxBytes * bodiesAtOnce) drop();
    });
    incoming.on('end', () => end(chunks ? Buffer.concat(chunks) : 'no room'));
    incoming.on('error', () => end('broken off'));
    incoming.on('close', () => end('broken off'));
  });
}

function pairs({ rawHeaders }: IncomingMessage): [string, string][] {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    found.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return found;
}

/** Resolves when the answer is out, or the caller has gone. */
function send(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Promise<void> {
  const line = `${text}\n`;
  return new Promise((resolve) => {
    if (outgoing.destroyed) return resolve();
    outgoing.on('close', () => resolve());
    outgoing.on('error', () => resolve());
    outgoing.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': Buffer.byteLength(line),
      ...headers,
    });
    outgoing.end(line);
  });
}
