import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { KeyOptions } from '../../cli/profile/read-key.ts';
import { wellFormedKey } from './well-formed-key.ts';

const most = 3;

/**
 * A key that the service takes, and what the trial found out about it. A person who mistypes it is asked again, up to
 * three times in all; a key from a file or a pipe is tried once.
 */
export async function workingKey<T>(
  context: Context,
  options: KeyOptions,
  trial: (key: string) => Promise<T>,
): Promise<{ key: string; found: T }> {
  const asks = !options.keyStdin && options.keyFile === undefined;
  for (let tries = 1; ; tries++)
    try {
      const key = await wellFormedKey(context, options);
      return { key, found: await trial(key) };
    } catch (error) {
      if (!asks || tries === most || !isAboutTheKey(error)) throw error;
      context.screen.note(`${error.message}. Please try again.`);
    }
}

const isAboutTheKey = (error: unknown): error is Failure =>
  error instanceof Failure && (error.is('malformed_key') || error.kind === 'unauthenticated');
