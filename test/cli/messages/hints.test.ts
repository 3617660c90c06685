import { describe, expect, it } from 'vitest';
import { Failure, type FailureDetails } from '../../../src/base/errors.ts';
import { type FailureCode, serviceCode } from '../../../src/base/failure-codes.ts';
import { say } from '../../../src/base/text/advice.ts';
import { advise } from '../../../src/cli/advice/advise.ts';
import { hintOf, withHint } from '../../../src/cli/messages/hints/hint-of.ts';

const hint = (code: FailureCode, details: FailureDetails = {}) => hintOf(new Failure(code, 'No', details));

describe('a hint', () => {
  it.each<[FailureCode, FailureDetails, string]>([
    ['malformed_key', {}, 'Save a valid key: outreach login'],
    ['name_not_found', {}, 'Check the network, the base URL and the proxy variables: outreach doctor'],
    ['sandbox_version', {}, 'To start a fresh one: outreach sandbox reset'],
    [
      'snapshot_damaged',
      { subject: { is: 'snapshot', name: 'a' } },
      'The sandbox is as it was. To remove it: outreach sandbox snapshot remove a --yes',
    ],
    [
      'in_progress',
      { extra: { intent: 7 } },
      'Run the same command again when it is done; its progress: outreach journal show 7',
    ],
    ['taken_over', { subject: { is: 'journal-entry', intent: 7 } }, 'Its progress: outreach journal show 7'],
    [
      'answer_not_kept',
      { subject: { is: 'journal-entry', intent: 7 } },
      'What is known: outreach journal show 7',
    ],
    [
      'invalid_route',
      { subject: { is: 'detour', operation: 'leads.get' } },
      'Go back to the built-in route: outreach profiles route leads.get --clear',
    ],
    ['not_found', { subject: { is: 'mcp-input' } }, 'See what a tool takes: outreach mcp tools <name>'],
  ])('of %s', (code, details, text) => {
    expect(hint(code, details)).toBe(text);
  });

  it('of a call whose outcome is open says how to look, and what a person can say', () => {
    const subject = { is: 'open-outcome', operation: 'credits.purchase', retry: 'checkFirst' } as const;
    const witness = 'credits.transactions';
    expect(hint('timeout', { subject: { ...subject, witness, intent: 3, seen: 'Nothing shows.' } })).toBe(
      [
        'Do not repeat it before you know: outreach credits transactions shows whether it happened. Nothing shows.',
        'Look again: outreach journal settle 3',
        'If you know that it happened: outreach journal settle 3 --done',
        'If you have looked in the app, and it did not happen: outreach journal settle 3 --not-done, and run it again',
      ].join('\n'),
    );
    expect(hint('timeout', { subject: { ...subject, witness: 'setup.ping' } })).toContain(
      'outreach api setup.ping shows',
    );
  });

  it('that came with the failure counts before its subject and its code', () => {
    expect(hint('malformed_key', { hint: 'Look' })).toBe('Look');
    expect(hint('malformed_key', { subject: { is: 'lost-journal' } })).toMatch(/^It records what was bought/);
  });

  it('names for a journal that is gone what there is to move away', () => {
    const about = (isGone: boolean) => hint('journal_emptied', { subject: { is: 'lost-journal', isGone } });
    expect(about(false)).toContain('Otherwise move it away, with the file journal-used beside it.');
    expect(about(true)).toContain('Otherwise move the file journal-used of the same folder away.');
  });

  it('is not made up where there is to be none', () => {
    expect(hint('malformed_key', { hint: null })).toBeUndefined();
    expect(hint('bad_days')).toBeUndefined();
  });

  it('of a word of the service comes from its answer alone', () => {
    const refused = new Failure(serviceCode('malformed_key'), 'No', {
      kind: 'conflict',
      status: 409,
      subject: { is: 'refused', operation: 'leads.list', answer: '', json: true },
    });
    expect(hintOf(refused)).toBeUndefined();
  });

  it('stays as it is once it is there', () => {
    const known = withHint(new Failure('malformed_key', 'No'));
    expect(hintOf(known)).toBe('Save a valid key: outreach login');
    expect(withHint(known)).toBe(known);
    const none = withHint(new Failure('bad_days', 'No'));
    expect(withHint(none)).toBe(none);
  });

  it('is none where it advises what harms', () => {
    for (const advice of [
      advise('campaigns pause', { undoLimits: true }),
      advise('senders update', { sender: 1, buildUp: false }),
      advise('campaigns schedule', { campaign: 1, days: 'daily' }),
    ]) {
      const failure = new Failure('bad_days', 'No', { hint: say`More mail: ${advice}` });
      expect([hintOf(failure), withHint(failure).hint]).toEqual([undefined, null]);
    }
  });
});
