import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { say } from '../../src/base/text/advice.ts';
import { advise } from '../../src/cli/advice/advise.ts';
import type { ListedTool } from '../../src/cli/agent/stdio-server.ts';
import { answerOf, failureAnswer } from '../../src/cli/agent/tool-answer.ts';
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
    ((await answerOf(ran, named(...names), { level: 'read' })).structuredContent.error as { hint: string })
      .hint;
  expect(await hintWith('words', 'short')).toBe('Ask for less, without `all`: words, short.');
  expect(await hintWith('limit', 'all')).toBe('Ask for less, without `all`: limit.');
});

describe('a hint with commands as values', () => {
  const errorIn = async (hint: ReturnType<typeof say>) =>
    (await failureAnswer(new Failure('not_found', 'no', { hint }), named())).structuredContent.error;

  it.each([
    [
      say`See: ${advise('leads list', { campaign: 'Autumn, launch', all: true, since: undefined })}`,
      'See: the tool leads_list with campaign "Autumn, launch", all true',
      [{ tool: 'leads_list', arguments: { campaign: 'Autumn, launch', all: true } }],
    ],
    [
      say`${advise('journal show', { id: 2n ** 60n })}, or ${advise('help', { words: 'safety' })}.`,
      'the tool journal_show with id 1152921504606846976, or the tool help with words safety.',
      [
        { tool: 'journal_show', arguments: { id: '1152921504606846976' } },
        { tool: 'help', arguments: { words: ['safety'] } },
      ],
    ],
    // The session has no such tool, or one that does not take all of it.
    [say`Try ${advise('login')}`, 'Try a person runs outreach login', undefined],
    [say`A person runs ${advise('login')}`, 'A person runs outreach login', undefined],
    [
      say`See ${advise('leads list', { limit: 5, profile: 'b' })}`,
      'See a person runs outreach leads list --limit 5 --profile b',
      undefined,
    ],
    // Consent is for people.
    [
      say`Remove it: ${advise('leads delete', { leads: 5, yes: true })}`,
      expect.stringContaining('A person at a terminal'),
      undefined,
    ],
  ])('%#: names the tool with its arguments, and gives the call', async (hint, said, advice) => {
    const error = await errorIn(hint);
    expect(error).toMatchObject({ hint: said });
    expect((error as { advice?: unknown }).advice).toEqual(advice);
  });
});
