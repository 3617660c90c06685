import { expect, it } from 'vitest';
import { verdictOfStatus } from '../../../src/domain/address/address-verdict.ts';
import { columnVerdictIn, optOutIn } from '../../../src/domain/address/status-column.ts';

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
  [{ 'ZB Status': 'invalid (mailbox_not_found)' }, 'invalid'],
  [{ 'ZB Status': 'Catch-All: accepts everything' }, 'risky'],
  [{ status: 'invalid' }, undefined],
  [{ status: 'won', result: 'bad' }, undefined],
  [{ email_status: 'opened', city: 'invalid' }, undefined],
  [{}, undefined],
])('the custom variables %j say %s', (variables, verdict) =>
  expect(columnVerdictIn(variables)).toBe(verdict),
);

it.each([
  ['Subscribed', 'No', true],
  ['Subscribed', 'yes', false],
  ['Subscribed', '2024-01-03', false],
  ['Accepts Email Marketing', 'no', true],
  ['Email opt in', 'FALSE', true],
  ['Email opt in', '1', false],
  ['Email opt out', 'yes', true],
  ['Email opt out', 'maybe later', false],
  ['Opted Out Of Meeting', 'yes', false],
  ['opt_out_date', '0000-00-00', false],
  ['opt_out_date', '0000-00-00 00:00:00', false],
  ['opt_out_date', '2024-01-03', true],
  ['Opt out status', 'Flurbo', true],
  ['Opt out status', 'active', false],
  ['Status', 'Opted out', true],
  ['Lead Status', 'Do not contact', true],
  ['hs_lead_status', 'DNC', true],
  ['Lead Status', 'Not interested', true],
  ['Stage', 'Lost - unsubscribed', true],
  ['Stage', 'Never unsubscribed', false],
  ['Stage', 'Open', false],
  ['Category', 'not_interested', true],
])('the column %s with %s: who opted out is %s', (name, value, isOut) => {
  expect(optOutIn({ [name]: value }) !== undefined).toBe(isOut);
});
