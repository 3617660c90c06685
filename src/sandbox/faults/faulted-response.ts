import type { AnyOperation } from '../../contract/operation.ts';
import type { WireAnswer } from '../../contract/wire.ts';
import { jsonAnswer, textAnswer, tooMany } from '../core/answers.ts';
import type { Fault } from './rule.ts';

/** What happens to the connection instead of, or along with, an answer. */
export type ConnectionFault =
  | { readonly kind: 'reset' | 'hang' | 'truncated' | 'refused' | 'dns' }
  /** The body comes piece by piece, for so long. */
  | { readonly kind: 'slow'; readonly ms: number };

/** An answer of the sandbox before it meets the wire. Without trouble it arrives as it is. */
export interface FaultedResponse extends WireAnswer {
  readonly trouble?: ConnectionFault;
}

/** What comes of a call that a fault strikes; `real` is what the service answered where it was asked at all. */
export function faultedResponse(
  fault: Fault,
  operation: AnyOperation,
  real: WireAnswer | undefined,
): FaultedResponse {
  const { kind, detail, code } = fault;
  const good = operation.success ?? 200;
  switch (kind) {
    case 'reset':
    case 'hang':
    case 'refused':
    case 'dns':
      return { ...silence, trouble: { kind } };
    case 'truncated':
      return { ...(real ?? jsonAnswer(good, nothing)), trouble: { kind } };
    case 'slow':
      return { ...(real ?? jsonAnswer(good, nothing)), trouble: { kind: 'slow', ms: detail ?? 0 } };
    case 'status': {
      // Faults of the server come as text (spec, Errors); what the service refuses, and what has a code, is JSON.
      const status = detail ?? 500;
      if (code !== null) return failed(status, code, `The service answers ${status}: ${code}`);
      if (status < 500) return jsonAnswer(status, { error: `Refused with ${status}` });
      return textAnswer(status, words[status] ?? `Server fault ${status}`);
    }
    case 'unavailable':
      return failed(503, 'temporarily_unavailable', 'The service is not available now; nothing was done');
    case 'rate-limited':
      return detail === null
        ? jsonAnswer(429, { error: 'Too many requests' })
        : tooMany(Math.ceil(detail / 1000));
    case 'bad-json':
      return { ...jsonAnswer(good, ''), body: cut(real?.body ?? nothingText) };
    case 'wrong-content-type':
      return { status: good, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page };
    case 'empty':
      return { ...jsonAnswer(good, ''), body: '' };
    case 'purchase_unconfirmed':
      return failed(500, kind, 'The outcome of the purchase is not known');
    case 'payment_failed':
      return failed(402, kind, 'The card was refused; no money moved');
    case 'lookup-timeout':
      return real && real.status < 400 ? { ...real, body: withoutLookups(real.body) } : (real ?? silence);
    default:
      throw new Error(`no fault is called ${kind}`);
  }
}

/** A DNS check whose lookups timed out. */
function withoutLookups(body: string): string {
  const vitals = JSON.parse(body) as Record<string, unknown>;
  const failed = { status: 'ERROR', issues: ['The lookup timed out; try again'] };
  return JSON.stringify({
    ...vitals,
    spf: { ...failed, record: null },
    dkim: { ...failed, record: null, selector: null, selectorSource: null, checkedSelectors: [] },
    dmarc: { ...failed, record: null, policy: null },
    mx: { ...failed, hosts: [] },
  });
}

const silence: WireAnswer = { status: 0, headers: {}, body: '' };
const nothing = { error: 'The service stopped in the middle of its answer' };
const nothingText = JSON.stringify(nothing);
const page =
  '<!doctype html><html><head><title>One moment</title></head><body><h1>One moment</h1></body></html>';

/** Cuts a text to half; never returns the whole text, unless it is empty. */
export const cut = (body: string): string => body.slice(0, Math.floor(body.length / 2));

const words: Readonly<Record<number, string>> = {
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

const failed = (status: number, code: string, error: string): WireAnswer =>
  jsonAnswer(status, { error, code });
