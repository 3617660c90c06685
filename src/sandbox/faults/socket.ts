import type { ServerResponse } from 'node:http';
import type { WireAnswer } from '../../contract/wire.ts';
import { type ConnectionFault, cut } from './faulted-response.ts';

/** On a real connection: does to it what the fault says. Nothing is waited for: closing the server ends it all. */
export function suffer(outgoing: ServerResponse, answer: WireAnswer, trouble: ConnectionFault): void {
  const { status, headers, body } = answer;
  const head = { ...headers, 'content-length': Buffer.byteLength(body) };
  switch (trouble.kind) {
    case 'hang':
      return;
    case 'truncated':
      outgoing.writeHead(status, head);
      outgoing.write(cut(body), () => outgoing.destroy());
      return;
    case 'slow':
      outgoing.writeHead(status, head);
      outgoing.flushHeaders();
      dribble(outgoing, Buffer.from(body), trouble.ms);
      return;
    default:
      // A server cannot refuse a connection it has taken; cut is the nearest to it.
      outgoing.socket?.resetAndDestroy();
  }
}

const pieces = 20;

/** The last piece goes out when the time is over. */
function dribble(outgoing: ServerResponse, body: Buffer, ms: number): void {
  const size = Math.max(1, Math.ceil(body.length / pieces));
  const count = Math.max(1, Math.ceil(body.length / size));
  let sent = 0;
  const timer = setInterval(() => {
    outgoing.write(body.subarray(sent * size, (sent + 1) * size));
    sent += 1;
    if (sent < count) return;
    clearInterval(timer);
    outgoing.end();
  }, ms / count);
  outgoing.once('close', () => clearInterval(timer));
}
