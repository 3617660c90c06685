import { expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { answerOf } from '../../src/cli/agent/tool-answer.ts';

it('answers a price that rose since the approval as what a person has to approve', async () => {
  const approval = { code: 'K7MPXR4D', expiresAt: '2026-03-02T08:15:00.000Z' };
  const extra = { approval, facts: ['Buy credits'], price: { usd: 4 }, digest: 'sha256:1' };
  const failure = new Failure('quote_changed', 'usd rose from 2 to 4 since it was approved', { extra });
  const ran = { exit: 7, failure, out: '', err: '', isCut: false } as never;
  const names = { args: [], tools: new Map(), groups: [] };
  const { structuredContent, isError } = await answerOf(ran, names, { level: 'effects' });
  expect(isError).toBeUndefined();
  expect(structuredContent).toEqual({
    approvalRequired: {
      ...approval,
      facts: ['Buy credits', failure.message],
      price: { usd: 4 },
      digest: 'sha256:1',
    },
  });
});
