import type { Globals, Quote, Spend } from '../../cli/command.ts';
import { Failure } from '../../contract/errors.ts';
import type { RawCall } from './call.ts';

/** What no command vouches for needs consent wherever it cannot be taken back, or where nobody knows. */
export const needsConsent = ({ operation, known }: RawCall): boolean =>
  operation.effect !== 'none' ||
  operation.route.method === 'DELETE' ||
  (!known && operation.kind === 'write');

/** A ceiling can only be kept where the price is known. */
export function refuseUnknownPrice({ operation, known }: RawCall, { maxCredits, maxUsd }: Globals): void {
  if (known || operation.kind === 'read' || (maxCredits === undefined && maxUsd === undefined)) return;
  throw new Failure('not-confirmed', 'Nobody knows what this call costs; nothing was sent', {
    code: 'ceiling_exceeded',
    hint: 'Leave out --max-credits and --max-usd to take the risk.',
  });
}

/** The facts that stand in the request itself; nothing is looked up. A price that is not among them is not known. */
export function quoteOf({ operation, input, known }: RawCall): Quote {
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    spend: spendOf(input.body),
    ...(known ? {} : { priceUnknown: true as const }),
    facts: [
      `Call: ${method} ${filled}`,
      ...(known ? [] : ['Nothing is known about this call: it may spend, buy, send or delete.']),
    ],
  };
}

/** A purchase says itself how much. */
function spendOf(body: unknown): Spend {
  const credits = typeof body === 'object' && body !== null && 'credits' in body ? body.credits : undefined;
  return typeof credits === 'number' ? { credits } : {};
}
