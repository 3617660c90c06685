import type { Globals, Quote, Spend } from '../../cli/command.ts';
import { consentOf } from '../../contract/consent.ts';
import { Failure } from '../../contract/errors.ts';
import type { RawCall } from './call.ts';

/** What no command vouches for needs consent wherever it cannot be taken back, or where nothing is known of it. */
export function needsConsent(call: RawCall): boolean {
  const { operation, known } = call;
  const consent = consentOf(operation);
  return consent === 'always' || (!known && operation.kind === 'write') || joinsCampaign(call);
}

/**
 * Leads that join a running campaign are written to at once, and a completed one resumes (spec, Campaign status).
 * What state the campaign is in is not looked up here.
 */
const joinsCampaign = ({ operation: { mails }, input }: RawCall): boolean =>
  typeof mails === 'object' && (given(input.body, mails.whenRunning) ?? null) !== null;

/** A ceiling can only be kept where the price is known. */
export function refuseUnknownPrice({ operation, known }: RawCall, { maxCredits, maxUsd }: Globals): void {
  if (known || operation.kind === 'read' || (maxCredits === undefined && maxUsd === undefined)) return;
  throw new Failure('not-confirmed', 'Nobody knows what this call costs; nothing was sent', {
    code: 'ceiling_exceeded',
    hint: 'Leave out --max-credits and --max-usd to take the risk.',
  });
}

/** The facts that stand in the request itself; nothing is looked up. A price that is not among them is not known. */
export function quoteOf(call: RawCall): Quote {
  const { operation, input, known } = call;
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    spend: spendOf(input.body),
    ...(known ? {} : { priceUnknown: true as const }),
    facts: [
      `Call: ${method} ${filled}`,
      ...(joinsCampaign(call) ? ['If the campaign runs or is completed, these leads are written to.'] : []),
      ...(known ? [] : ['Nothing is known about this call: it may spend, buy, send or delete.']),
    ],
  };
}

/** A purchase says itself how much. */
function spendOf(body: unknown): Spend {
  const credits = given(body, 'credits');
  return typeof credits === 'number' ? { credits } : {};
}

const given = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : undefined;
