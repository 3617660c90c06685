import type { Quote, Spend } from '../../cli/command.ts';
import type { RawCall } from './call.ts';

/** What no command vouches for needs consent wherever it cannot be taken back, or where nobody knows. */
export const needsConsent = ({ operation, known }: RawCall): boolean =>
  operation.effect !== 'none' ||
  operation.route.method === 'DELETE' ||
  (!known && operation.kind === 'write');

/** The facts that stand in the request itself; nothing is looked up. A price that is not among them is not known. */
export function quoteOf({ operation, input, known }: RawCall): Quote {
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    spend: spendOf(input.body),
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
