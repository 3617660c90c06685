import { sandboxKey, sandboxReadOnlyKey } from '../../src/contract/keys.ts';
import type { Transport, WireAnswer, WireRequest } from '../../src/contract/wire.ts';
import { newWorld, type TestWorld, type WorldOptions } from '../world.ts';

export const liveKey = `run_ab12cd34_${'aB3'.repeat(13)}z`;
export const liveReadOnlyKey = `run_ef56gh78_${'cD4'.repeat(13)}z`;
export const baseUrl = 'https://api.outreach.example/r';

export const played: Readonly<Record<string, string>> = {
  [liveKey]: sandboxKey,
  [liveReadOnlyKey]: sandboxReadOnlyKey,
};

export interface LiveWorld extends TestWorld {
  /** Every request that went to the live service. */
  readonly sent: WireRequest[];
}

type Answer = (request: WireRequest) => Partial<WireAnswer> | undefined;

/**
 * A world with a live service: the sandbox behind live keys. `answer` may answer in its stead; `date` is that of every
 * answer, none where it gives undefined.
 */
export async function liveWorld(
  options: WorldOptions & { answer?: Answer; date?: () => string | undefined } = {},
): Promise<LiveWorld> {
  const sent: WireRequest[] = [];
  const dated = (answer: WireAnswer): WireAnswer => {
    if (options.date === undefined) return answer;
    const { date: _, ...headers } = answer.headers;
    const date = options.date();
    return { ...answer, headers: date === undefined ? headers : { ...headers, date } };
  };
  const network: Transport = async (request, signal) => dated(await answered(request, signal));
  const answered: Transport = async (request, signal) => {
    sent.push(request);
    const instead = options.answer?.(request);
    if (instead) return { status: 200, headers: {}, body: '{}', ...instead };
    const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const authorization = `Bearer ${played[key] ?? key}`;
    return world.sandbox.transport({ ...request, headers: { ...request.headers, authorization } }, signal);
  };
  const world: TestWorld = await newWorld({ network, ...options });
  return { ...world, sent };
}

/** The answer of the service to a read-only key on a call that writes (spec, Authentication 7). */
export const readOnlyRefusal: Partial<WireAnswer> = {
  status: 403,
  headers: { 'content-type': 'text/plain' },
  body: '{"error":"This API key is read-only; this endpoint requires the read_write scope"}',
};
