import { isRecord } from '../base/is-record.ts';

/** What is inside of an order: the spec does not show it, so words, records and lists of both are understood. */

/** Names of domains or mailboxes, in any field. */
export function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isRecord(value)) return [];
  const { address, emailAddress, email, username, domainName, domain, name, items } = value;
  const local = typeof username === 'string' && typeof domainName === 'string' && `${username}@${domainName}`;
  const found = [address, emailAddress, email, local, domainName, domain, name].find(
    (word) => typeof word === 'string' && word !== '',
  );
  return typeof found === 'string' ? [found] : namesIn(items);
}

/** As the service says it, whatever it is worth. */
export function totalIn(costs: unknown): number | undefined {
  const { totalUsd, total } = isRecord(costs) ? costs : {};
  return [costs, totalUsd, total].find((amount) => typeof amount === 'number');
}

/** What its mailboxes cost each month, beside the total. */
export function monthlyIn(costs: unknown): number | undefined {
  const { mailboxesMonthlyUsd } = isRecord(costs) ? costs : {};
  return typeof mailboxesMonthlyUsd === 'number' && mailboxesMonthlyUsd > 0 ? mailboxesMonthlyUsd : undefined;
}
