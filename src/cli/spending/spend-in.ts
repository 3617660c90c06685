import { omitUndefined } from '../../base/omit-undefined.ts';
import { joiningOf } from '../../contract/consent.ts';
import { limits } from '../../contract/limits.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Spend } from '../declare/quote.ts';

/**
 * The amounts that a raw call says itself; nothing is looked up. People who join a campaign count as mailed, because
 * its state is not looked up either.
 */
export function spendIn(operation: AnyOperation, body: unknown): Spend {
  const { billed = [], mails } = operation;
  const { credits, emails } = isRecord(body) ? body : {};
  const joining = joiningOf(operation, { body });
  return {
    ...(billed.includes('top-up') && typeof credits === 'number' && { credits }),
    ...(billed.includes('checks') &&
      Array.isArray(emails) && { checks: emails.length * limits.checksPerAddress }),
    ...(typeof mails !== 'string' &&
      omitUndefined({ recipients: joining === undefined ? 0 : joining.people })),
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
