import type { AnyInput, AnyOperation, Place } from '../../contract/operation.ts';
import { badInput } from './invalid-input.ts';

/** Asks the operation's rules about where the names in a request lead. Throws `usage` for what cannot be reached. */
export type CheckNames = (operation: AnyOperation, input: AnyInput, place: Place) => Promise<void>;

interface NameServers {
  /** Every address that a name leads to; rejects where there is none. */
  lookup(name: string): Promise<readonly string[]>;
  /** Receives that a name is not known here: the name servers of the service may know more. */
  warn(line: string): void;
  readonly signal: AbortSignal;
}

/** Each name is looked up, and warned about, once. */
export function createCheckNames({ lookup, warn, signal }: NameServers): CheckNames {
  const asked = new Map<string, Promise<readonly string[]>>();
  const resolve = (name: string) => {
    const known = asked.get(name);
    if (known) return known;
    const found = lookup(name).catch((error: NodeJS.ErrnoException) => {
      signal.throwIfAborted();
      const why = error.code ? ` (${error.code})` : '';
      warn(`The name ${name} does not resolve here${why}; the service must be able to.`);
      return [];
    });
    asked.set(name, found);
    return found;
  };
  return async (operation, input, place) => {
    for (const { code, hint, names, problem } of operation.nameChecks ?? [])
      for (const { field, name } of names(input, place)) {
        const reason = problem(await resolve(name));
        if (reason !== undefined)
          throw badInput(operation, [{ field, value: undefined, reason }], { code, hint });
      }
  };
}
