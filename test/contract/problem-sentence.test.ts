import { expect, it } from 'vitest';
import { problemSentence } from '../../src/contract/schema/schema.ts';

it.each([
  ['count', 'must be 1 to 100', '101', 'count must be 1 to 100, not 101'],
  [
    'ids',
    'must be connected mailboxes; 6 is not connected',
    '6',
    'ids must be connected mailboxes; 6 is not connected',
  ],
  [
    'endSchedule',
    'must be later than the start, 09:00',
    '09:00',
    'endSchedule must be later than the start, 09:00',
  ],
  ['email', 'belongs to lead 5', '"a@b.example"', 'email belongs to lead 5 ("a@b.example")'],
  [
    'timezone',
    'is not the name of a time zone',
    '"Mars"',
    'timezone is not the name of a time zone ("Mars")',
  ],
  ['name', 'is required', undefined, 'name is required'],
])('%s %s, given %s', (field, reason, shown, sentence) => {
  expect(problemSentence(field, reason, shown)).toBe(sentence);
});
