import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import { givenKey, type KeyOptions } from '../../cli/profile/read-key.ts';
import { keyProblem } from '../../contract/keys.ts';

/** The key to log in with. Throws where its form is wrong. */
export async function wellFormedKey(context: Context, options: KeyOptions): Promise<string> {
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
  if (consent.ask.possible) return consent.ask.secret('API key (not shown)');
  throw new Failure('input_required', 'No key was given, and there is no terminal to ask for it', {
    hint: 'Pass it with --key-stdin or --key-file <file>; never as an argument.',
  });
}
