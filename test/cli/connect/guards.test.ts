import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { withDone } from '../../../src/cli/connect/guards.ts';
import type { Intent } from '../../../src/client/guard/journal.ts';

const done = [{ id: 4, operation: 'campaigns.create', summary: 'Create a campaign' }] as Intent[];
const unreachable = new Failure('journal_unreachable', 'It could not be reached; nothing was sent', {
  hint: 'Try again.',
  retryable: true,
});

describe('a failure after calls that were done', () => {
  it('says them, and does not say that nothing was sent', () => {
    const { message, hint, outcome, extra } = withDone(unreachable, done);
    expect({ message, hint, outcome, extra }).toEqual({
      message: 'It could not be reached; nothing more was sent',
      hint: 'Done before that: Create a campaign (journal 4). Try again.',
      outcome: 'done',
      extra: { done: [{ id: 4, operation: 'campaigns.create', summary: 'Create a campaign' }] },
    });
  });

  it('is as it was where none was done', () => {
    expect(withDone(unreachable, [])).toBe(unreachable);
  });
});
