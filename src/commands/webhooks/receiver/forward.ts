import { words } from '../../../base/text/words.ts';
import { WireFailure } from '../../../contract/wire.ts';
import type { Received } from './receiver.ts';

/** What came of passing a delivery on. */
export interface Forwarded {
  /** Null where no answer came. */
  readonly status: number | null;
  readonly milliseconds: number | null;
  readonly error: string | null;
  /** The status for the service, so that its retries do what the program wants. */
  readonly tell: number;
}

/** These belong to one connection, and the next one has its own. */
const ofTheConnection: ReadonlySet<string> = new Set([
  ...words('host content-length connection keep-alive proxy-connection proxy-authenticate'),
  ...words('proxy-authorization te trailer transfer-encoding upgrade expect'),
]);

/** The headers as they came, in their order, without those of the connection and those that it names. */
export function passedOn(headers: Received['headers']): Received['headers'] {
  const left = new Set(ofTheConnection);
  for (const [name, value] of headers)
    if (name.toLowerCase() === 'connection')
      for (const named of value.toLowerCase().split(',')) left.add(named.trim());
  return headers.filter(([name]) => !left.has(name.toLowerCase()));
}

/**
 * Sends the very bytes on. A good or bad answer is passed back as it is; whatever is neither (no answer, a redirect)
 * becomes a 5xx, so that the service tries again (spec, Events 4).
 */
export async function forward(url: URL, received: Received, timeoutMs: number): Promise<Forwarded> {
  const { post } = await import('../../../cli/outside/post.ts');
  try {
    const parcel = { headers: passedOn(received.headers), body: received.body };
    const { status, milliseconds } = await post(url, parcel, { timeoutMs });
    const redirect = status < 200 || (status >= 300 && status < 400);
    return {
      status,
      milliseconds,
      error: redirect ? 'redirects are not followed' : null,
      tell: redirect || status > 599 ? 502 : status,
    };
  } catch (error) {
    if (!(error instanceof WireFailure)) throw error;
    const late = error.reason === 'timeout' || error.reason === 'connect-timeout';
    return { status: null, milliseconds: null, error: error.message, tell: late ? 504 : 502 };
  }
}
