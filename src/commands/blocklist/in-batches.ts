import type { Context } from '../../cli/command.ts';
import { Failure } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { batchesOf } from '../../domain/lead-batches.ts';

/**
 * Makes one call per thousand values and adds up what they answer; repeating them is harmless. Where one fails after
 * others went through, throws `partial` with the sums so far.
 */
export async function inBatches<T, K extends string>(
  { progress }: Context,
  label: string,
  values: readonly T[],
  names: readonly K[],
  call: (batch: T[]) => Promise<Readonly<Record<K, number>>>,
): Promise<Record<K, number>> {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
  const batches = batchesOf(values, limits.blocklistValuesPerCall);
  let done = 0;
  const send = async (say: (label: string) => void) => {
    for (const batch of batches) {
      const answer = await call(batch).catch((error: unknown) => {
        throw done === 0 ? error : partly(error, done, values.length, sums);
      });
      for (const name of names) sums[name] += answer[name];
      done += batch.length;
      say(`${label}: ${done} of ${values.length}`);
    }
    return sums;
  };
  return batches.length > 1 ? progress(label, send) : send(() => undefined);
}

function partly(error: unknown, done: number, total: number, sums: object): unknown {
  if (!(error instanceof Failure)) return error;
  const stopped = error.kind === 'interrupted' || error.kind === 'terminated';
  return new Failure(
    stopped ? error.kind : 'partial',
    `${done} of ${total} values were sent, then: ${error.message}`,
    {
      code: error.code,
      outcome: error.outcome,
      hint: 'Run the same command again: what is done already is skipped.',
      result: sums,
      cause: error,
    },
  );
}
