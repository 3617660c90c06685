import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { givenKey, type KeyOptions } from '../../cli/profile/read-key.ts';
import { keyProblem } from '../../contract/keys.ts';

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
      context.screen.note(`${error.message}. Try again.`);
    }
}

const isAboutTheKey = (error: unknown): error is Failure =>
  error instanceof Failure && (error.is('malformed_key') || error.kind === 'unauthenticated');

async function wellFormedKey(context: Context, options: KeyOptions): Promise<string> {
  const { key, from } = await givenKey(context.files, options, () => asked(context));
  const problem = keyProblem(key);
  if (problem === undefined) return key;
  throw new Failure(
    'malformed_key',
    `The key ${from === 'your answer' ? '' : `from ${from} `}is malformed: ${problem}`,
    {
      hint: 'A key has 53 characters: run_, 8 letters or digits, an underscore, 40 letters or digits. Nothing was sent.',
    },
  );
}

async function asked({ consent }: Context): Promise<string> {
  if (consent.ask.possible) return consent.ask.secret('API key (hidden)');
  throw new Failure('input_required', 'No key was given, and there is no terminal to ask for it', {
    hint: 'Pass it with --key-stdin or --key-file <file>; never as an argument.',
  });
}
