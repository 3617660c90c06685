import type { Context } from '../../cli/command.ts';
import { Failure } from '../../contract/errors.ts';
import { keyProblem } from '../../contract/keys.ts';

/** The key, from where the person put it: never from the command line. Throws where its form is wrong. */
export async function givenKey(
  { ask, readFile }: Context,
  { keyStdin, keyFile }: { keyStdin: boolean; keyFile: string | undefined },
): Promise<string> {
  if (keyStdin && keyFile !== undefined)
    throw new Failure('usage', '--key-stdin and --key-file cannot stand together', {
      code: 'contradicting_options',
    });
  if (keyStdin) return wellFormed(await readFile('-'), 'standard input');
  if (keyFile !== undefined) return wellFormed(await readFile(keyFile), keyFile);
  if (ask.possible) return wellFormed(await ask.secret('API key (not shown)'), 'your answer');
  throw new Failure('usage', 'There is no terminal to ask for the key on, and none was given', {
    code: 'input_required',
    hint: 'Pass it with --key-stdin or --key-file <file>; never as an argument.',
  });
}

/** Around a key that was read from somewhere a line break is usual, and no fault. */
function wellFormed(given: string | Buffer, from: string): string {
  const key = given
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  const problem = keyProblem(key);
  if (problem === undefined) return key;
  throw new Failure('unauthenticated', `The key from ${from} is malformed: ${problem}`, {
    code: 'malformed_key',
    hint: 'A key has 53 characters: run_, 8 letters or digits, an underscore, 40 letters or digits. Nothing was sent.',
  });
}
