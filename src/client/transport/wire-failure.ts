import type { Base } from '../../base/base-url.ts';
import { WireFailure, type WireFailureReason } from '../../contract/wire.ts';

interface Circumstances {
  readonly base: Base;
  /** The proxy that every request goes through, as host and port. */
  readonly proxy: string | undefined;
  readonly sent: boolean;
  readonly answered: boolean;
}

const connectTimeouts: readonly string[] = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'];
const names: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'];
/** OpenSSL's verdicts on certificates have no common prefix. */
const tls =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|UND_ERR_PRX_TLS$|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|ERROR_IN_CERT|OUT_OF_MEM)/;

/** Of the parser, where it met something else than an early end; an assertion about the status. */
const notHttp = /^(HPE_(?!INVALID_EOF)|ERR_ASSERTION$)/;

/** What undici and Node report, in the words of the wire. */
export function wireFailure(error: unknown, circumstances: Circumstances): WireFailure {
  const { base, sent, answered } = circumstances;
  const code = codeOf(error);
  const made = (reason: WireFailureReason, message: string) =>
    new WireFailure(reason, sent, message, { cause: error });
  if (!sent) return notSent(code, circumstances, error, made);
  if (code === 'UND_ERR_HEADERS_TIMEOUT') return made('timeout', `${base.origin} did not answer in time`);
  if (code === 'UND_ERR_BODY_TIMEOUT') return made('timeout', `The answer of ${base.origin} stopped coming`);
  if (answered) return made('truncated', 'The answer broke off before its end');
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return made('malformed', `${base.origin} sent too many headers`);
  if (error instanceof Error && error.message === 'bad upgrade')
    return made('malformed', `${base.origin} answered 101, to go on in another protocol than HTTP`);
  if (notHttp.test(code)) return made('malformed', `${base.origin} sent no HTTP answer that can be read`);
  return made('reset', `${base.origin} closed the connection without an answer`);
}

function notSent(
  code: string,
  { base, proxy }: Circumstances,
  error: unknown,
  made: (reason: WireFailureReason, message: string) => WireFailure,
): WireFailure {
  const place = proxy === undefined ? base.origin : `the proxy ${proxy}`;
  const detail = error instanceof Error && error.message !== '' ? error.message : code;
  if (names.includes(code))
    return made('dns', `Can't find ${proxy === undefined ? new URL(base.origin).host : place} (${code})`);
  if (connectTimeouts.includes(code)) return made('connect-timeout', `Connecting to ${place} took too long`);
  if (tls.test(code)) return made('tls', `No trusted connection to ${base.origin}: ${detail} (${code})`);
  if (/^Proxy response \((\d+)\)/.test(detail))
    return made('refused', `The proxy would not connect to ${base.origin} (${/\d+/.exec(detail)?.[0]})`);
  if (code === 'ECONNREFUSED')
    return made('refused', `${place.replace(/^the /, 'The ')} refused the connection`);
  return made('refused', `No connection to ${place} (${code === '' ? detail : code})`);
}

/** An AggregateError holds one error per address that was tried. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return 'cause' in error ? codeOf(error.cause) : '';
}
