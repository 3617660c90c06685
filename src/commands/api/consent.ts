import type { Quote } from '../../cli/declare/quote.ts';
import { priceIn } from '../../cli/spending/spend-in.ts';
import { unlistedFacts } from '../../cli/spending/unlisted-fields.ts';
import { consentOf, joiningOf } from '../../contract/consent.ts';
import type { RawCall } from './call.ts';

/** Beside what the contract says, whatever nothing is known of is asked about. No state of a campaign is looked up here. */
export const asks = ({ operation, input, known, unlisted }: RawCall): boolean =>
  consentOf(operation) === 'always' ||
  joiningOf(operation, input) !== undefined ||
  (!known && operation.kind === 'write') ||
  unlisted.length > 0;

/** The facts in the request itself; nothing is looked up. A price that is not among them is not known. */
export function quoteOf(call: RawCall): Quote {
  const { operation, input, known, unlisted } = call;
  const { method, path } = operation.route;
  const filled = path.replace(/:(\w+)/g, (whole, name: string) => String(input.params?.[name] ?? whole));
  return {
    ...priceIn(known ? operation : undefined, input.body, unlisted),
    question: `Send ${method} ${filled}`,
    facts: [
      `Call: ${method} ${filled}`,
      ...(joiningOf(operation, input) === undefined
        ? []
        : ['If the campaign is running or completed, these leads are emailed.']),
      ...unlistedFacts(unlisted),
      ...(known ? [] : ['This call is not documented: it may spend, buy, send or delete.']),
    ],
  };
}
