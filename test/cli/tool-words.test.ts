import { expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { answerOf } from '../../src/cli/agent/tool-answer.ts';
import { inToolWords } from '../../src/cli/agent/tool-words.ts';

it('names arguments of the tool in place of options', () => {
  const failure = new Failure('invalid_value', '--daily-limit must be 1 or more, not --limit', {
    hint: 'Give --daily-limit, or --sender',
  });
  const { message, hint } = inToolWords(failure, ['limit', 'dailyLimit']);
  expect([message, hint]).toEqual([
    'dailyLimit must be 1 or more, not limit',
    'Give dailyLimit, or --sender',
  ]);
});

it('names nothing that only a person can pass', () => {
  for (const option of ['--yes', '--again', '--once <token>'])
    for (const code of ['confirmation_required', 'done_recently'] as const) {
      const { hint } = inToolWords(new Failure(code, 'no', { hint: `Pass ${option}.` }), ['limit']);
      expect(hint).toMatch(/person/);
      expect(hint).not.toContain('--');
    }
});

it('says of an answer that is too long what the tool can do about it', async () => {
  const ran = { out: '', err: '', isCut: true, exitCode: 0 } as never;
  const hintWith = async (...names: string[]) =>
    ((await answerOf(ran, names)).structuredContent.error as { hint: string }).hint;
  expect(await hintWith('words', 'short')).toBe(
    'Ask for less: one group or command (`words`), names alone (`short`).',
  );
  expect(await hintWith('limit', 'all')).toBe('Ask for less: fewer items (`limit`), not `all`.');
});
