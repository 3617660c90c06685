import { expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import type { ListedTool } from '../../src/cli/agent/stdio-server.ts';
import { answerOf } from '../../src/cli/agent/tool-answer.ts';
import { inToolWords } from '../../src/cli/agent/tool-words.ts';

const tool = (types: Readonly<Record<string, unknown>>): ListedTool => {
  const properties = Object.fromEntries(Object.entries(types).map(([name, type]) => [name, { type }]));
  return { inputSchema: { properties } } as unknown as ListedTool;
};

const named = (...args: string[]) => ({
  args,
  tools: new Map(
    Object.entries({
      leads_list: { campaign: ['string', 'integer'], limit: 'integer', all: 'boolean' },
      leads_get: { lead: ['string', 'integer'] },
      journal_show: { id: 'integer' },
      credits_transactions: { limit: 'integer' },
      help: { words: 'array' },
    }).map(([name, types]) => [name, { listed: tool(types) }]),
  ),
  groups: ['leads', 'journal', 'credits', 'login', 'help', 'campaigns'],
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
  ['What it did: outreach journal show 5', 'What it did: the tool journal_show with id 5'],
  ['outreach credits transactions shows when', 'the tool credits_transactions shows when'],
  ['Save a valid key: outreach login', 'Save a valid key: a person runs outreach login'],
  ['Look: outreach leads list, outreach login', 'Look: the tool leads_list, a person runs outreach login'],
  ['A person approves it: outreach journal settle 3', 'A person approves it: outreach journal settle 3'],
  [
    'Look: outreach leads list --campaign 7 --all lists them',
    'Look: the tool leads_list with campaign 7, all true lists them',
  ],
  ['outreach leads get "ana@lumen.example".', 'the tool leads_get with lead "ana@lumen.example".'],
  ['outreach leads get ana@lumen.example.', 'the tool leads_get with lead ana@lumen.example.'],
  ['See: outreach leads get <lead>, if any', 'See: the tool leads_get with lead <lead>, if any'],
  ['outreach leads list --raw shows more', 'a person runs outreach leads list --raw shows more'],
  [
    'outreach campaigns sequence set --help shows how',
    'the tool help with words campaigns, sequence, set shows how',
  ],
  ['See outreach help safety', 'See the tool help with words safety'],
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
    ((await answerOf(ran, named(...names), 'read')).structuredContent.error as { hint: string }).hint;
  expect(await hintWith('words', 'short')).toBe(
    'Ask for less: one group or command (`words`), names alone (`short`).',
  );
  expect(await hintWith('limit', 'all')).toBe('Ask for less: fewer items (`limit`), not `all`.');
});
