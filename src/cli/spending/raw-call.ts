import { isRecord } from '../../base/is-record.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { autopilot } from '../../contract/areas/autopilot.ts';
import { campaigns } from '../../contract/areas/campaigns.ts';
import { drafts } from '../../contract/areas/drafts.ts';
import { changesCopy, joiningOf } from '../../contract/consent.ts';
import { secretFields } from '../../contract/index.ts';
import { limits } from '../../contract/limits.ts';
import { type AnyInput, type AnyOperation, never, read, write } from '../../contract/operation.ts';
import { notShown } from '../../contract/schema/answer-shape.ts';
import { unknown } from '../../contract/schema/schema.ts';
import type { Screen } from '../declare/command.ts';
import type { Quote, Spend } from '../declare/quote.ts';

/** The price of a raw call as far as it says it. Unknown where the contract does not know it, or every field. */
export function priceIn(
  operation: AnyOperation | undefined,
  body: unknown,
  unlisted: readonly string[],
): Pick<Quote, 'spend' | 'priceUnknown'> {
  if (operation === undefined || unlisted.length > 0) return { spend: {}, priceUnknown: true };
  return { spend: spendIn(operation, body) };
}

/** The amounts that a raw call says itself. People who join a campaign count as mailed: nothing is looked up. */
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

/** For the question about a raw call, where the command for it makes launch checks. */
export const rawCallFacts = (operation: AnyOperation, input: AnyInput): readonly string[] =>
  startsSending.includes(operation.id) || joiningOf(operation, input) !== undefined
    ? ['Launch checks do not run for a raw request.']
    : operation.id === drafts.send.id
      ? ['Whether the person is blocked or said no is not looked up for a raw request.']
      : [];

/** Where no question showed them. */
export function warnOfRawCall(
  { globals, warn }: Pick<Screen, 'globals' | 'warn'>,
  operation: AnyOperation,
  input: AnyInput,
): void {
  if (globals.yes) for (const fact of rawCallFacts(operation, input)) warn(fact);
}

const startsSending: readonly string[] = [campaigns.resume.id, autopilot.approve.id];

/** A call that the contract does not know. One that does not only read might do anything, and is never repeated. */
export function strangeCall(
  id: string,
  entry: Pick<AnyOperation, 'summary' | 'route'> & Partial<Pick<AnyOperation, 'query' | 'body' | 'givesKey'>>,
  reads: boolean,
): AnyOperation {
  const common = { ...entry, answer: notShown, response: unknown() };
  const known = reads
    ? read(common)
    : write({ ...common, effect: 'none', mails: 'never', retry: never, secrets: secretFields });
  return { ...known, id };
}
