import { expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { journalAddress, shownAddress } from '../../../src/local/journal/journal-address.ts';

const thrownBy = (text: string): Failure => {
  try {
    journalAddress(text);
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  throw new Error(`${text} was taken`);
};

it.each([
  ['postgres://outreach:hunter2@127.0.0.1/journal', 'secret_as_argument'],
  ['postgres://outreach@db.example.com/journal?sslmode=disable', 'unchecked_certificates'],
  ['postgres://outreach@db.example.com/journal?sslmode=require', 'unchecked_certificates'],
  ['mysql://outreach:hunter2@127.0.0.1/journal', 'invalid_journal'],
  ['postgres://127.0.0.1', 'invalid_journal'],
  ['postgres://outreach:12/hunter2@127.0.0.1/journal', 'secret_as_argument'],
  ['postgres://outreach:12?hunter2@127.0.0.1/journal', 'secret_as_argument'],
  ['postgres://outreach:12#hunter2@127.0.0.1/journal', 'secret_as_argument'],
  ['postgres://outreach:12/x?hunter2@127.0.0.1/journal', 'secret_as_argument'],
  ['postgres://hunter2%zz@127.0.0.1/journal', 'invalid_journal'],
])('%s is refused, and not repeated', (address, code) => {
  const { code: given, kind, message, hint } = thrownBy(address);
  expect([given, kind]).toEqual([code, 'usage']);
  expect(`${message} ${hint}`).not.toContain('hunter2');
});

it('is shown without the user, which may be a password at a wrong place', () => {
  const address = journalAddress('postgres://hunter2@127.0.0.1:1/journal');
  expect(address && shownAddress(address)).not.toContain('hunter2');
});
