import { limits } from '../../contract/limits.ts';
import type { AnyOperation } from '../../contract/operation.ts';
import type { Spend } from '../declare/command.ts';

/**
 * The amounts that a raw call says itself; nothing is looked up. People who join a campaign count as mailed, because
 * its state is not looked up either.
 */
export function spendIn({ billed = [], mails }: AnyOperation, body: unknown): Spend {
  const fields = isRecord(body) ? body : {};
  const { credits, emails } = fields;
  return {
    ...(billed.includes('top-up') && typeof credits === 'number' && { credits }),
    ...(billed.includes('checks') &&
      Array.isArray(emails) && { checks: emails.length * limits.checksPerAddress }),
    ...peopleIn(mails, fields),
  };
}

function peopleIn(mails: AnyOperation['mails'], fields: Fields): Pick<Spend, 'recipients'> {
  if (typeof mails === 'string') return {};
  if ((fields[mails.whenRunning] ?? null) === null) return { recipients: 0 };
  if (mails.people.length === 0) return { recipients: 1 };
  const told = mails.people.map((name) => fields[name]).find((value) => value !== undefined);
  const people = Array.isArray(told) ? told.length : told;
  return typeof people === 'number' ? { recipients: people } : {};
}

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
