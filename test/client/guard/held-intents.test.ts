import { expect, it, onTestFinished } from 'vitest';
import { createHeldIntents } from '../../../src/client/guard/held-intents.ts';
import type { Draft } from '../../../src/client/guard/journal.ts';
import { openDatabase } from '../../../src/local/database.ts';
import { LocalJournal } from '../../../src/local/journal/local-journal.ts';
import { localTurns } from '../../../src/local/journal/turns.ts';
import { testClock } from '../../world.ts';

/** No test here takes one. */
const turns = localTurns('/nowhere', 1);

const draft: Draft = {
  account: 'account',
  profile: 'live',
  target: 'live',
  operation: 'credits.purchase',
  effect: 'buys',
  dedupeKey: 'key',
  fingerprint: 'fingerprint',
  token: undefined,
  request: '{}',
  idempotencyKey: undefined,
  summary: 'Buy',
};

const everythingElse = () => new Promise((resolve) => setImmediate(resolve));

/** Answers only when everything else has gone on, like a journal on another machine. */
class SlowJournal extends LocalJournal {
  override async record(...given: Parameters<LocalJournal['record']>) {
    const intent = await super.record(...given);
    await everythingElse();
    return intent;
  }
}

it('sends nothing of an intent that is being closed', async () => {
  const database = await openDatabase(':memory:');
  onTestFinished(() => database.close());
  const flag = { raise: () => undefined, lower: () => undefined };
  const journal = new SlowJournal(database, {
    self: { pid: 1, started: '' },
    alive: () => true,
    flag,
    turns,
  });
  const heldIntents = createHeldIntents(journal, testClock(), () => undefined);
  const claim = await journal.claim(draft, { now: 0, duplicateSince: undefined });
  if (claim.kind !== 'ours') throw new Error(claim.kind);
  const intent = heldIntents.keep(claim.intent);
  const closed = heldIntents.close();
  await expect(heldIntents.record(intent, { state: 'sent' }, 'sent')).rejects.toThrow('taken over');
  await closed;
  expect(await journal.get(intent.id)).toMatchObject({ state: 'not-done', sentAt: undefined });
});
