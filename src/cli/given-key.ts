import { Failure } from '../contract/errors.ts';
import type { Context } from './command.ts';

export interface KeyOptions {
  readonly keyStdin: boolean;
  readonly keyFile: string | undefined;
}

/**
 * A key, from where the person put it and never from the command line: standard input, a file, or else `ask`. The
 * line break that is usual around it in a file is no part of it. Throws `usage` where both options are given.
 */
export async function givenKey(
  { readFile }: Pick<Context, 'readFile'>,
  { keyStdin, keyFile }: KeyOptions,
  ask: () => Promise<string>,
): Promise<{ key: string; from: string }> {
  if (keyStdin && keyFile !== undefined)
    throw new Failure('usage', '--key-stdin and --key-file cannot stand together', {
      code: 'contradicting_options',
    });
  if (keyStdin) return { key: trimmed(await readFile('-')), from: 'standard input' };
  if (keyFile !== undefined) return { key: trimmed(await readFile(keyFile)), from: keyFile };
  return { key: trimmed(await ask()), from: 'your answer' };
}

const trimmed = (given: string | Buffer): string =>
  given
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
