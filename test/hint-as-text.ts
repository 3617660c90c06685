import type { Failure } from '../src/base/errors.ts';
import { textOf } from '../src/cli/advice/line-of.ts';

type Shown = Failure & { readonly hint: string | null | undefined };

/** The failure with the commands of its hint as lines of a shell. */
export const hintAsText = (failure: Failure): Shown =>
  (Array.isArray(failure.hint) ? failure.with({ hint: textOf(failure.hint) }) : failure) as Shown;
