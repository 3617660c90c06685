import { describe, expect, it } from 'vitest';
import { Failure } from '../../../src/base/errors.ts';
import { ofStorage } from '../../../src/base/failure-codes.ts';
import { endOfLine } from '../../../src/cli/connect/end-of-line.ts';
import type { Intent } from '../../../src/client/guard/journal.ts';
import { hintAsText } from '../../hint-as-text.ts';

const call = { id: 4, operation: 'campaigns.create', summary: 'Create a campaign' };
const done = [{ ...call, answer: '{"status":201,"body":{"id":7}}' }] as Intent[];
const none = { haveChanged: false, unacknowledged: () => [] };
const changed = { haveChanged: true, unacknowledged: () => [] };
const guarded = { haveChanged: true, unacknowledged: () => done };
const notFound = new Failure('not_found', 'It is not there; nothing was sent', { hint: 'Look.' });

const shown = (failure: Failure) => {
  const { kind, code, message, hint, outcome, retryable, retryAfterSeconds, extra } = hintAsText(failure);
  return {
    kind,
    code,
    message,
    hint,
    outcome,
    retryable,
    retryAfterSeconds,
    extra,
  };
};

describe('a failure after calls that were done', () => {
  it('says them, and does not say that nothing was sent', async () => {
    expect(shown(await endOfLine(notFound, guarded, undefined))).toMatchObject({
      kind: 'not-found',
      message: 'It is not there; nothing more was sent',
      hint: 'Done before that: Create a campaign (journal 4). Look.',
      outcome: 'done',
      extra: { done: [call] },
    });
  });

  it.each([401, 404])(
    'does not end like a line that did nothing where the service then answers %i',
    async (status) => {
      const refused = notFound.with({ status, kind: status === 401 ? 'unauthenticated' : 'not-found' });
      expect((await endOfLine(refused, none, undefined)).kind).toBe(refused.kind);
      expect(shown(await endOfLine(refused, guarded, undefined))).toMatchObject({
        kind: 'unknown-outcome',
        code: 'not_found',
        hint: 'Done before that: Create a campaign (journal 4). Look.',
        outcome: 'done',
        retryable: false,
        extra: { answer: { id: 7 }, done: [call] },
      });
    },
  );

  it('has them on a line of their own above a hint of several lines', async () => {
    const failure = notFound.with({ hint: 'Look.\nChange it.' });
    expect(shown(await endOfLine(failure, guarded, undefined)).hint).toBe(
      'Done before that: Create a campaign (journal 4)\nLook.\nChange it.',
    );
  });

  it('is as it was where none was done', async () => {
    expect(await endOfLine(notFound, none, 't')).toBe(notFound);
  });

  it.each(ofStorage)(
    'is no leave to begin again where this machine could not store something: %s',
    async (code) => {
      const failure = new Failure(code, 'The disk is full', { hint: 'Free some space.' });
      expect(await endOfLine(failure, none, 't')).toBe(failure);
      expect(shown(await endOfLine(failure, changed, undefined))).toMatchObject({
        kind: 'unknown-outcome',
        code: 'not_recorded',
        message: 'What was sent is done, but: The disk is full',
        hint: 'Free some space.',
        outcome: 'done',
        // Such calls may be repeated.
        retryable: true,
      });
      expect(shown(await endOfLine(failure, guarded, undefined))).toMatchObject({
        kind: 'unknown-outcome',
        code: 'not_recorded',
        hint: 'Done before that: Create a campaign (journal 4). Do not repeat it: look at what it did.',
        outcome: 'done',
        retryable: false,
        extra: { answer: { id: 7 }, done: [call] },
      });
    },
  );

  it.each([undefined, 't'])(
    'is not repeated when its time is over, unless its token is %s',
    async (token) => {
      const over = new Failure('command_timeout', 'The time is over', { retryable: true });
      expect(shown(await endOfLine(over, guarded, token))).toMatchObject({
        kind: 'unknown-outcome',
        code: 'command_timeout',
        outcome: 'done',
        retryable: token !== undefined,
        retryAfterSeconds: token === undefined ? undefined : 30,
        hint: expect.stringMatching(token === undefined ? /Do not repeat it/ : /Run the same command again/),
      });
    },
  );
});

describe('an unknown outcome', () => {
  const open = (code: 'connection_reset' | 'purchase_incomplete' | 'answer_not_kept', extra = {}) =>
    new Failure(code, 'Lost', {
      kind: 'unknown-outcome',
      extra: { intent: 4, ...extra },
      subject: { is: 'open-outcome', operation: 'credits.purchase', retry: 'never', intent: 4 },
    });

  it('is settled by the same line under a token, and by no other', async () => {
    expect(shown(await endOfLine(open('connection_reset'), none, 't'))).toMatchObject({
      retryable: true,
      retryAfterSeconds: 30,
      hint: 'Run the same command again: its --once token keeps the request from being made twice. To find out: outreach journal settle 4',
    });
    expect(shown(await endOfLine(open('connection_reset'), none, undefined))).toMatchObject({
      retryable: false,
      hint: expect.stringMatching(/^It may have happened/),
    });
  });

  it.each([
    open('purchase_incomplete'),
    open('answer_not_kept'),
    open('connection_reset', { damaged: ['answer'] }),
    new Failure('timeout', 'Of a call that no journal holds', { kind: 'unknown-outcome' }),
  ])('stays with a person where no line settles it', async (failure) => {
    expect(shown(await endOfLine(failure, none, 't'))).toMatchObject({ retryable: false });
  });
});
