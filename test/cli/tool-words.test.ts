import { expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { answerOf } from '../../src/cli/agent/tool-answer.ts';
import { inToolWords } from '../../src/cli/agent/tool-words.ts';

const named = (...args: string[]) => ({
  args,
  tools: new Set(['leads_list', 'journal_show', 'credits_transactions']),
  groups: ['leads', 'journal', 'credits', 'login', 'help'],
});

it('names arguments of the tool in place of options', () => {
  const failure = new Failure('invalid_value', '--daily-limit must be 1 or more, not --limit', {
    hint: 'Give --daily-limit, or --sender',
  });
  const { message, hint } = inToolWords(failure, named('limit', 'dailyLimit'));
  expect([message, hint]).toEqual([
    'dailyLimit must be 1 or more, not limit',
    'Give dailyLimit, or --sender',
  ]);
});

it('names nothing that only a person can pass', () => {
  for (const option of ['--yes', '--again', '--once <token>'])
    for (const code of ['confirmation_required', 'done_recently'] as const) {
      const { hint } = inToolWords(new Failure(code, 'no', { hint: `Pass ${option}.` }), named('limit'));
      expect(hint).toMatch(/person/);
      expect(hint).not.toContain('--');
    }
});

it.each([
  ['See: outreach leads list', 'See: the tool leads_list'],
  ['What it did: outreach journal show 5', 'What it did: the tool journal_show 5'],
  ['outreach credits transactions shows when', 'the tool credits_transactions shows when'],
  ['Save a valid key: outreach login', 'Save a valid key: a person runs outreach login'],
  ['Look: outreach leads list, outreach login', 'Look: the tool leads_list, a person runs outreach login'],
  ['A person approves it: outreach journal settle 3', 'A person approves it: outreach journal settle 3'],
  ['this is a code that only outreach gives', 'this is a code that only outreach gives'],
])('names tools, or who runs a line: %s', (hint, said) => {
  expect(inToolWords(new Failure('not_found', hint, { hint }), named())).toMatchObject({
    message: said,
    hint: said,
  });
});

it('says of an answer that is too long what the tool can do about it', async () => {
  const ran = { out: '', err: '', isCut: true, exitCode: 0 } as never;
  const hintWith = async (...names: string[]) =>
    ((await answerOf(ran, named(...names))).structuredContent.error as { hint: string }).hint;
  expect(await hintWith('words', 'short')).toBe(
    'Ask for less: one group or command (`words`), names alone (`short`).',
  );
  expect(await hintWith('limit', 'all')).toBe('Ask for less: fewer items (`limit`), not `all`.');
});
