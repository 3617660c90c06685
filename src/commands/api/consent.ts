import type { Quote } from '../../cli/declare/command.ts';
import { spendIn } from '../../cli/spending/spend-in.ts';
import { unlistedFacts } from '../../cli/spending/unlisted-fields.ts';
import { consentOf } from '../../contract/consent.ts';
import type { RawCall } from './call.ts';

/** What no command vouches for needs consent wherever it cannot be taken back, or where nothing is known of it. */
export function needsConsent(call: RawCall): boolean {
  const { operation, known, unlisted } = call;
  const consent = consentOf(operation);
  return (
    consent === 'always' ||
    (!known && operation.kind === 'write') ||
    unlisted.length > 0 ||
    joinsCampaign(call)
  );
}

/**
 * Leads that join a running campaign are written to at once, and a completed one resumes (spec, Campaign status).
 * What state the campaign is in is not looked up here.
 */
const joinsCampaign = ({ operation: { mails }, input }: RawCall): boolean =>
  typeof mails === 'object' && (given(input.body, mails.whenRunning) ?? null) !== null;

/** The facts that stand in the request itself; nothing is looked up. A price that is not among them is not known. */
export function quoteOf(call: RawCall): Quote {
  const { operation, input, known, unlisted } = call;
  const told = known && unlisted.length === 0;
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    spend: told || !known ? spendIn(operation, input.body) : {},
    ...(told ? {} : { priceUnknown: true as const }),
    facts: [
      `Call: ${method} ${filled}`,
      ...(joinsCampaign(call) ? ['If the campaign runs or is completed, these leads are written to.'] : []),
      ...unlistedFacts(unlisted),
      ...(known ? [] : ['Nothing is known about this call: it may spend, buy, send or delete.']),
    ],
  };
}

const given = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[field] : undefined;
