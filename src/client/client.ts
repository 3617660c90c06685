import { grouped } from '../base/counted.ts';
import { consentOf, isGuarded } from '../contract/consent.ts';
import type { AnyInput, AnyOperation } from '../contract/operation.ts';
import type { Transport, WireRequest } from '../contract/wire.ts';
import type { Api, Call, FullAnswer } from './api/api.ts';
import { type Approval, inTurn, type Turn } from './api/approval.ts';
import type { Guard } from './guard/guard.ts';
import type { GuardOptions } from './guard/guard-options.ts';
import { firstPage, pagesOf } from './lists/pages.ts';
import { idempotencyKeyOf, type PrepareOptions, prepare, type Routes } from './request/build-request.ts';
import { checkKey } from './request/check-key.ts';
import type { CheckNames } from './request/check-names.ts';
import { type MayBeReadOnly, refuseWrite } from './request/read-only.ts';
import type { KeySettings } from './response/exchange.ts';
import { hideKeys } from './response/hide-keys.ts';
import { readAnswer, readable } from './response/read-response.ts';
import { type AttemptObserver, attempt, type Patience } from './retry/retry-loop.ts';
import { alreadyDeleted, isGone } from './retry/retry-policy.ts';

export interface ClientOptions extends Patience {
  readonly transport: Transport;
  readonly settings: MayBeReadOnly &
    KeySettings & { readonly baseUrl: string; readonly target: 'live' | 'sandbox' };
  readonly routes?: Routes | undefined;
  readonly checkNames?: CheckNames | undefined;
  /** Asks a person about a call that changes email which goes out already. */
  readonly beforeSteering?:
    | ((operation: AnyOperation, input: AnyInput) => Promise<Approval | undefined>)
    | undefined;
  /** In which a call is looked at and made; that of an approved one began with its question. */
  readonly turn?: Turn | undefined;
  readonly version: string;
  /** What is not as it should be, and ends nothing. */
  readonly warn?: ((line: string, code: string) => void) | undefined;
  /** For the user agent: `node 20.20.2`. */
  readonly runtime?: string | undefined;
  /** Of a connection that only reads what is shown beside other things: how each call is tried. */
  readonly patience?: Pick<AnyOperation, 'tries' | 'totalMs'> | undefined;
  /** In a dry run: takes the request of a write in the place of the network, and throws. */
  readonly onDryRun?: ((request: WireRequest, operation: AnyOperation) => never) | undefined;
  /** Whether a call that changes something has been answered: noted here, and read where a wait fails. */
  readonly changes?: { changed(): void; readonly haveChanged: boolean } | undefined;
  /** Sees to it that calls whose repeat could hurt are made once; without it they are made as they come. */
  readonly guard?: ((parts: Pick<GuardOptions, 'send' | 'read'>) => Promise<Guard>) | undefined;
}

export interface Client extends Api {
  /** What sees to it that calls are made once: opened at the first call that needs it, and undefined where none was set. */
  guard(): Promise<Guard> | undefined;
}

/** The service over a transport: checks, sends, retries where that is harmless, and says plainly how it ended. */
export function createClient(options: ClientOptions): Client {
  const { clock, random, signal } = options;
  const deadline = options.timeoutMs === undefined ? undefined : clock.now() + options.timeoutMs;
  let opened: Promise<Guard> | undefined;
  const guard = () => {
    opened ??= options.guard?.({
      // With the key of the intent, which the request of the call did not have.
      send: async (operation, input, observer) => {
        const request = prepare(operation, input, prepareOptions(options));
        return send(options, deadline, { operation, input, request, observer });
      },
      read: run,
    });
    return opened;
  };
  const callOnce = (until: number | undefined, asked: Asked) =>
    inTurn(options.turn, asked, () => callInTurn(options, until, guard, asked));
  const answer = async (asked: AnyOperation, input: AnyInput = {}, approval?: Approval, until = deadline) => {
    const operation = options.patience ? { ...asked, ...options.patience } : asked;
    const { answer, request } = await callOnce(until, { operation, input, approval });
    return { ...answer, body: await readable({ operation, input, request, answer }, answer.body) };
  };
  const run = async (...asked: Parameters<typeof answer>) => (await answer(...asked)).body;
  const raw = async (operation: AnyOperation, input: AnyInput = {}, approval?: Approval) =>
    (await callOnce(deadline, { operation, input, approval })).answer;
  const api = Object.assign(run, {
    answer,
    raw,
    guard,
    page: (operation: AnyOperation, input: AnyInput, paging = {}) => firstPage(run, operation, input, paging),
    pages: (operation: AnyOperation, input: AnyInput, paging = {}) =>
      pagesOf(run, operation, input, {
        ...paging,
        changed: (first, last) =>
          options.warn?.(
            `The list changed while it was read (${operation.summary}): its total was ${grouped(first)}, then ${grouped(last)}`,
            'list_changed',
          ),
      }),
    wait: async (operation: AnyOperation, input: AnyInput, waiting: Parameters<Api['wait']>[2]) => {
      const { waitFor } = await import('./lists/poll.ts');
      const hasBegun = () => options.changes?.haveChanged === true;
      // A retry that would begin after the end of the wait is not made.
      const until = least(deadline, waiting.timeout && clock.now() + waiting.timeout);
      const call: Call = (asked, given) => run(asked, given, undefined, until);
      const waiter = { call, clock, random, signal, note: options.note, hasBegun };
      return waitFor(waiter, operation, input, waiting);
    },
  });
  // The types of `Api` follow from the contract, operation by operation; here all operations are alike.
  return api as unknown as Client;
}

interface Asked {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly approval: Approval | undefined;
}

async function callInTurn(
  options: ClientOptions,
  deadline: number | undefined,
  guard: Client['guard'],
  { operation, input: given, approval }: Asked,
): Promise<{ readonly answer: FullAnswer; readonly request: WireRequest }> {
  checkKey(options.settings);
  // One per call, kept over its tries: repeating with it returns the first result instead of buying again.
  const idempotencyKey = idempotencyKeyOf(operation, given, options.random);
  const input = idempotencyKey === undefined ? given : { ...given, idempotencyKey };
  const request = prepare(operation, input, prepareOptions(options));
  if (options.routes?.[operation.id] !== undefined)
    (await import('./request/conflicting-operation.ts')).refuseDetour(operation, request, options.routes);
  await options.checkNames?.(operation, input, options.settings);
  const asked = approval ?? (await options.beforeSteering?.(operation, input));
  if (operation.kind === 'write') options.onDryRun?.(request, operation);
  refuseWrite(options.settings, operation);
  // Last: a call that is refused above does not use up its approval.
  if (approval !== undefined) approval.redeem(operation, given);
  else if (consentOf(operation) !== 'never')
    throw new Error(`${operation.id} takes consent and needs an approval`);
  const guarding = isGuarded(operation) ? await guard() : undefined;
  await options.turn?.check(operation);
  const make = () =>
    guarding === undefined
      ? send(options, deadline, { operation, input, request })
      : guarding.run({ operation, input: given, request, holds: approval?.holds });
  const answer = await (asked?.given === undefined ? make() : asked.given.during(make));
  if (operation.kind === 'write' && !('changes' in operation)) options.changes?.changed();
  return { answer, request };
}

interface Prepared {
  readonly operation: AnyOperation;
  readonly input: AnyInput;
  readonly request: WireRequest;
  readonly observer?: AttemptObserver | undefined;
}

/** So long the whole answer to what stops mail or money may take. */
const urgentAnswerMs = 60_000;

/** Sends a call, and again as often as the rule of retrying allows. */
async function send(
  options: ClientOptions,
  deadline: number | undefined,
  { operation, input, request, observer }: Prepared,
): Promise<FullAnswer> {
  const label = `${request.method} ${request.path}`;
  const { silenceMs } = operation;
  const isUrgent = options.isUrgent === true || operation.stops !== undefined;
  const own = operation.totalMs && options.clock.now() + operation.totalMs;
  return attempt({
    options,
    deadline: least(deadline, own),
    operation,
    input,
    label,
    observer,
    once: async (signal) => {
      const began = options.clock.now();
      // Where its time is over meanwhile, a try is given none.
      const left = own && Math.max(own - began, 1);
      const timeoutMs = least(silenceMs, left);
      const totalMs = left ?? (isUrgent ? urgentAnswerMs : undefined);
      const raw = await options.transport(
        {
          ...request,
          ...(isUrgent && { isUrgent }),
          ...(timeoutMs && { timeoutMs }),
          ...(totalMs && { totalMs }),
          mayLeave: observer?.mayLeave,
        },
        signal,
      );
      const { settings } = options;
      const answer = hideKeys(raw, operation, settings.key);
      const now = options.clock.now();
      options.debug?.(`${label}: ${answer.status} in ${now - began} ms`);
      const body = await readAnswer({ operation, input, request, answer, now, settings });
      return { status: answer.status, headers: answer.headers, body };
    },
    settled: (trouble) =>
      isGone(operation, trouble)
        ? { status: 404, headers: {}, body: alreadyDeleted(operation, input) }
        : undefined,
  });
}

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

function prepareOptions(options: ClientOptions): PrepareOptions {
  const { baseUrl, key, target } = options.settings;
  const { version, runtime, routes } = options;
  return { baseUrl, key, target, version, runtime, routes };
}
