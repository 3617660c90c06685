import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/base/errors.ts';
import { attempt } from '../../src/client/retry/retry-loop.ts';
import { testClock } from '../world.ts';
import { calls } from './operations.ts';

/** One call whose `sending` lasts until it is released. */
function begun() {
  const stop = new AbortController();
  const gate: { open?: () => void } = {};
  const left: string[] = [];
  const answer = attempt({
    options: { clock: testClock(), random: () => 0, signal: stop.signal, note: () => undefined },
    deadline: undefined,
    operation: calls.buy,
    input: {},
    label: 'POST /credits',
    once: async () => left.push('a byte'),
    observer: {
      sending: () =>
        new Promise((resolve) => {
          gate.open = resolve;
        }),
      mayLeave: () => true,
      heard: async () => undefined,
    },
  });
  return { answer, left, stop, written: () => gate.open?.() };
}

const everythingElse = () => new Promise((resolve) => setImmediate(resolve));

describe('a call that is written down first', () => {
  it('leaves only when it is written', async () => {
    const { answer, left, written } = begun();
    await everythingElse();
    expect(left).toEqual([]);
    written();
    await answer;
    expect(left).toEqual(['a byte']);
  });

  it('does not leave where a signal comes before it is written', async () => {
    const { answer, left, stop, written } = begun();
    stop.abort(new Failure('interrupted', 'interrupted'));
    written();
    await expect(answer).rejects.toThrow('interrupted');
    expect(left).toEqual([]);
  });
});
