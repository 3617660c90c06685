import { grouped } from '../../../base/counted.ts';
import { duration } from '../../../base/duration.ts';
import type { OpenOutcome } from '../../../base/failure-subject.ts';
import { isRecord } from '../../../base/is-record.ts';
import { type Hint, say } from '../../../base/text/advice.ts';
import { advise } from '../../advice/advise.ts';
import { commandOf, listFor } from './lists.ts';

/** After a call under a token, however it ended. */
export const sameLine =
  'Run the same command again: its --once token keeps the request from being made twice';

/** How to see whether a call of unknown outcome worked, and what a person can say about it. */
export function outcomeHint(outcome: OpenOutcome, isRetryable: boolean): Hint {
  const { intent, seen, matches = [] } = outcome;
  if (intent === undefined) return lookUp(outcome);
  const first = isRetryable ? sameLine : lookUp(outcome);
  const next =
    seen === undefined
      ? say`To find out: ${advise('journal settle', { id: intent })}`
      : say`${[seen, ...candidates(matches), ''].join('\n')}${waysOn(intent, outcome)}`;
  return say`${first}. ${next}`;
}

function lookUp({ operation, retry, witness, id, idempotencyKey }: OpenOutcome): string {
  if (retry === 'idempotencyKey' && idempotencyKey !== undefined) {
    // With its key it can be asked for again: what was done once is given again.
    const list = listFor(operation);
    const look = list === undefined ? '' : `: ${list} shows whether it happened`;
    return `Do not repeat it with another key${look}. With --idempotency-key ${idempotencyKey} it never happens twice`;
  }
  if (retry === 'safe') return 'It may have happened; running it again does no harm';
  if (witness === undefined) return 'It may have happened: look before you repeat it, or it may happen twice';
  const command = [commandOf(witness), id].filter((part) => part !== undefined);
  return `Do not repeat it before you know: ${command.join(' ')} shows whether it happened`;
}

/** Where something could be it, or it may still show, running the line again is no way on: it may be done twice. */
function waysOn(id: number, { matches = [], waitSeconds = 0 }: OpenOutcome): Hint {
  const notDone = advise('journal settle', { id, notDone: true });
  const when = waitSeconds > 0 ? `It may still show. Look again in ${duration(waitSeconds)}` : 'Look again';
  const yes = say`${when}: ${advise('journal settle', { id })}\nIf you know that it happened: ${advise('journal settle', { id, done: true })}`;
  if (waitSeconds > 0) return yes;
  if (matches.length > 0)
    return say`${yes}\nOnly if you know that each of these came of something else: ${notDone}`;
  return say`${yes}\nIf you have looked in the app, and it did not happen: ${notDone}, and run it again`;
}

const shownMatches = 5;
const shownFields = 8;

const candidates = (matches: readonly unknown[]): string[] => [
  ...matches.slice(0, shownMatches).map(candidate),
  ...(matches.length > shownMatches ? [`  and ${grouped(matches.length - shownMatches)} more`] : []),
];

/** Numbers, times, ids and words: a text of others, with blanks, could read like a line of ours. */
const plain = /^[\p{L}\p{N}._:+@-]{1,80}$/u;

/** `  id 4, amount 2000, reason top_up, createdAt 2026-03-02T08:00:01Z`: enough to find it in the list. */
function candidate(item: unknown): string {
  const shown = Object.entries(isRecord(item) ? item : {})
    .filter(([, value]) => typeof value !== 'object' && plain.test(String(value)))
    .slice(0, shownFields)
    .map(([name, value]) => `${name} ${value}`);
  return `  ${shown.join(', ') || 'a record without plain fields'}`;
}
