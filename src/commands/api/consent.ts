import type { Quote } from '../../cli/declare/quote.ts';
import { rawCallFacts } from '../../cli/launch/raw-call.ts';
import { priceIn } from '../../cli/spending/spend-in.ts';
import { unlistedFacts } from '../../cli/spending/unlisted-fields.ts';
import { changesCopy, consentOf, joiningOf } from '../../contract/consent.ts';
import type { RawCall } from './call.ts';

/**
 * Beside what the contract says, whatever nothing is known of is asked about. The state of a campaign that people join is
 * not looked up here; that of one whose emails are replaced is.
 */
export const asks = ({ operation, input, known, unlisted }: RawCall): boolean =>
  consentOf(operation) === 'always' ||
  joins({ operation, input }) ||
  (!known && operation.kind === 'write') ||
  unlisted.length > 0;

const joins = ({ operation, input }: Pick<RawCall, 'operation' | 'input'>): boolean =>
  joiningOf(operation, input) !== undefined && !changesCopy(operation);

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
      ...(joins(call) ? ['If the campaign is running or completed, these leads are emailed.'] : []),
      ...rawCallFacts(operation, input),
      ...unlistedFacts(unlisted),
      ...(known ? [] : ['This call is not documented: it may spend, buy, send or delete.']),
    ],
  };
}
