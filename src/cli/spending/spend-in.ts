import { isRecord } from '../../base/is-record.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { changesCopy, joiningOf } from '../../contract/consent.ts';
import { limits } from '../../contract/limits.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Quote, Spend } from '../declare/quote.ts';

/**
 * The price of a raw call, as far as the call itself says it. Unknown where the contract does not know the operation, or
 * not every field: these may cost anything.
 */
export function priceIn(
  operation: AnyOperation | undefined,
  body: unknown,
  unlisted: readonly string[],
): Pick<Quote, 'spend' | 'priceUnknown'> {
  if (operation === undefined || unlisted.length > 0) return { spend: {}, priceUnknown: true };
  return { spend: spendIn(operation, body) };
}

/**
 * The amounts that a raw call says itself; nothing is looked up. People who join a campaign count as mailed, because
 * its state is not looked up either.
 */
function spendIn(operation: AnyOperation, body: unknown): Spend {
  const { billed = [], mails } = operation;
  const { credits, emails } = isRecord(body) ? body : {};
  const joining = joiningOf(operation, { body });
  return {
    ...(billed.includes('top-up') && typeof credits === 'number' && { credits }),
    ...(billed.includes('checks') &&
      Array.isArray(emails) && { checks: emails.length * limits.checksPerAddress }),
    ...(typeof mails !== 'string' &&
      !changesCopy(operation) &&
      omitUndefined({ recipients: joining === undefined ? 0 : joining.people })),
  };
}
