import { Failure } from '../../base/errors.ts';
import { siftValues } from '../../domain/blocklist.ts';

/** The values of a command line, each once; throws `usage` for what is neither an address nor a domain. */
export function soundValues(given: readonly string[]): readonly string[] {
  const { values, rejected } = siftValues(given);
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
