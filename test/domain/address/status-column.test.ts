import { expect, it } from 'vitest';
import { verdictOfStatus } from '../../../src/domain/address/address-verdict.ts';
import { columnVerdictIn } from '../../../src/domain/address/status-column.ts';

it.each([
  ['invalid', 'invalid'],
  ['Undeliverable', 'invalid'],
  ['spamtrap', 'invalid'],
  ['abuse', 'invalid'],
  ['do_not_mail', 'invalid'],
  ['Disposable', 'invalid'],
  ['bounced', 'invalid'],
  ['catchAll', 'risky'],
  ['catch-all', 'risky'],
  ['Accept_All', 'risky'],
  ['unknown', 'risky'],
  ['unverifiable', 'risky'],
  ['Valid', 'valid'],
  ['deliverable', 'valid'],
  ['ok', 'valid'],
  ['safe', 'valid'],
  ['won', undefined],
  ['', undefined],
  ['pending', undefined],
])('the word %s of a verifier means %s', (word, verdict) => expect(verdictOfStatus(word)).toBe(verdict));

it.each([
  [{ zerobounce_status: 'invalid' }, 'invalid'],
  [{ 'ZeroBounce Status': 'do_not_mail' }, 'invalid'],
  [{ email_status: 'Likely to engage' }, 'valid'],
  [{ status: 'undeliverable' }, 'invalid'],
  [{ status: 'invalid', sub_status: 'mailbox_not_found' }, 'invalid'],
  [{ email_status: 'verified', zerobounce_status: 'catch-all' }, 'risky'],
  [{ status: 'invalid' }, undefined],
  [{ status: 'won', result: 'bad' }, undefined],
  [{ email_status: 'opened', city: 'invalid' }, undefined],
  [{}, undefined],
])('the custom variables %j say %s', (variables, verdict) =>
  expect(columnVerdictIn(variables)).toBe(verdict),
);
