import { placement } from '../../contract/areas/placement.ts';
import { appeared } from './appeared.ts';
import { all, fits, fitsList, isGiven } from './compare.ts';
import { bodyOf, type Evidence } from './evidence.ts';

/**
 * A test shows in the list of all tests. The spec leaves its fields open: one without an id, or that does not say which
 * mailboxes it is about, is never taken for certain.
 */
export const createTest: Evidence = appeared({
  list: placement.tests,
  items: 'items',
  made: ({ id }) => id,
  matches: (test, looking) => {
    const { name, frequency = 'once', senderEmailIds } = bodyOf(looking);
    return all(
      isGiven(test.id) && Array.isArray(test.senderEmailIds) ? true : 'perhaps',
      fitsList(test.senderEmailIds, senderEmailIds) === true,
      isGiven(name) ? fits(test.name, name) : !isGiven(test.name) || 'perhaps',
      fits(test.frequency, frequency),
    );
  },
  answer: (test) => test,
});
