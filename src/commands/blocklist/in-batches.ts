import { counted, grouped, plural } from '../../base/counted.ts';
import { Failure } from '../../base/errors.ts';
import type { Screen } from '../../cli/declare/command.ts';
import { partialFailure } from '../../cli/messages/partial-failure.ts';
import { limits } from '../../contract/limits.ts';
import { meantBy, siftValues } from '../../domain/blocklist.ts';

/**
 * Makes one call per thousand values and adds up what they answer; repeating them is harmless. Where one fails after
 * others went through, throws `partial` with the sums so far.
 */
export async function inBatches<T, K extends string>(
  { progress }: Pick<Screen, 'progress'>,
  label: string,
  values: readonly T[],
  names: readonly K[],
  call: (batch: T[]) => Promise<Readonly<Record<K, number>>>,
): Promise<Record<K, number>> {
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
  const size = limits.blocklistValuesPerCall;
  let done = 0;
  const send = async (say: (label: string) => void) => {
    for (let start = 0; start < values.length; start += size) {
      const batch = values.slice(start, start + size);
      const answer = await call(batch).catch((error: unknown) => {
        if (done === 0) throw error;
        throw partialFailure(error, {
          done: `${grouped(done)} of ${counted(values.length, 'value')} ${plural(done, 'was', 'were')} sent`,
          hint: 'Run the same command again: it skips what is already done.',
          result: sums,
        });
      });
      for (const name of names) sums[name] += answer[name];
      done += batch.length;
      say(`${label}: ${done} of ${values.length}`);
    }
    return sums;
  };
  return values.length > size ? progress(label, send) : send(() => undefined);
}

/** The values of a command line, each once; throws `usage` for what is neither an address nor a domain. */
export function soundValues(given: readonly string[], forms = meantBy): readonly string[] {
  const { values, rejected } = siftValues(given, forms);
  const [first] = rejected;
  if (first === undefined) return values;
  throw new Failure(
    'bad_value',
    `"${first.value}" is neither an email address nor a domain: ${first.reason}`,
    {
      hint: 'Give addresses like ana@acme.com and domains like acme.com.',
    },
  );
}
