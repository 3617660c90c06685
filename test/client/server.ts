import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import {
  type AddressInfo,
  connect,
  createServer as createRawServer,
  type Server,
  type Socket,
} from 'node:net';
import { certificate, privateKey } from './certificate.ts';

/** Servers on this machine, on a free port each, for tests of everything that crosses a wire. */

export interface Seen {
  readonly method: string;
  /** Path and query, as they arrived. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Running {
  readonly port: number;
  /** `http://127.0.0.1:1234/r`. */
  readonly baseUrl: string;
  /** Every request that arrived whole, in order. */
  readonly seen: readonly Seen[];
  close(): Promise<void>;
}

export type Respond = (seen: Seen, response: ServerResponse) => void;

/** An HTTP server; `respond` is called once the whole request has arrived. */
export function serve(respond: Respond): Promise<Running> {
  const seen: Seen[] = [];
  return listening(createServer(reading(seen, respond)), 'http', seen);
}

/** The same over TLS, with a certificate that is not trusted by default. */
export function serveSecurely(respond: Respond): Promise<Running> {
  const seen: Seen[] = [];
  const tls = { cert: certificate, key: privateKey };
  return listening(createSecureServer(tls, reading(seen, respond)), 'https', seen);
}

/** Sockets without HTTP: for servers that hang up, stall or talk nonsense. */
export function serveRaw(onSocket: (socket: Socket) => void): Promise<Running> {
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    onSocket(socket);
  });
  return listening(server, 'http', []);
}

export interface Tunnels extends Running {
  /** `host:port` of every CONNECT. */
  readonly asked: readonly string[];
  /** Basic credentials that came with the last one. */
  readonly authorization: () => string | undefined;
}

/** A proxy that opens tunnels, all of them to one port of this machine, or refuses them with a status. */
export async function serveProxy(to: { port: number } | { refuse: number }): Promise<Tunnels> {
  const asked: string[] = [];
  let authorization: string | undefined;
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url ?? '');
    authorization = request.headers['proxy-authorization'];
    socket.on('error', () => undefined);
    if ('refuse' in to) {
      socket.end(`HTTP/1.1 ${to.refuse} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(to.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  });
  const running = await listening(server, 'http', []);
  return { ...running, asked, authorization: () => authorization };
}

/** A port of this machine without a listener. */
export async function closedPort(): Promise<number> {
  const { port, close } = await serveRaw((socket) => socket.destroy());
  await close();
  return port;
}

function reading(seen: Seen[], respond: Respond): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const arrived = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body,
      };
      seen.push(arrived);
      respond(arrived, response);
    });
  };
}

async function listening(server: Server, scheme: string, seen: readonly Seen[]): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { port, baseUrl: `${scheme}://127.0.0.1:${port}/r`, seen, close };
}
