import type { Clock } from '../../base/clock.ts';
import { silenceMs, type WireAnswer, WireFailure, type WireRequest } from '../../contract/wire.ts';
import type { ConnectionFault, FaultedResponse } from './faulted-response.ts';

/** Without a wire: reports the trouble as the network would, and waits by the clock. */
export async function applyFault(
  { trouble, ...answer }: FaultedResponse & { readonly trouble: ConnectionFault },
  { timeoutMs = silenceMs }: WireRequest,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<WireAnswer> {
  switch (trouble.kind) {
    case 'reset':
      throw new WireFailure('reset', true, 'The sandbox closed the connection without an answer');
    case 'truncated':
      throw new WireFailure('truncated', true, 'The answer broke off before its end');
    case 'refused':
      throw new WireFailure('refused', false, 'The sandbox refused the connection');
    case 'dns':
      throw new WireFailure('dns', false, "Can't find the sandbox (ENOTFOUND)");
    case 'hang':
      await waited(clock, timeoutMs, signal);
      throw new WireFailure('timeout', true, 'The sandbox did not answer in time');
    case 'slow':
      await waited(clock, trouble.ms, signal);
      return answer;
  }
}

async function waited(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (cause) {
    throw new WireFailure('aborted', true, 'Cut off while the answer was awaited', { cause });
  }
}
