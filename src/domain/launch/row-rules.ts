import { domainOf } from '../../contract/checks/personal-mailbox.ts';
import { hasOneCase } from '../lead-file/name-shape.ts';
import type { CheckedLead, LeadFault } from './lead-faults.ts';

/** What a file can be cleaned of before it is imported. */
export function* rowRules({ email, firstName, middleName, lastName }: CheckedLead): Iterable<LeadFault> {
  const domain = domainOf(email);
  if (/^example\.(?:com|net|org)$/.test(domain) || /^test@test\./i.test(email))
    yield { rule: 'test-address' };
  const name = [firstName, middleName, lastName].find((name) => typeof name === 'string' && hasOneCase(name));
  if (name !== undefined) yield { rule: 'name-shape' };
}
