import { rememberKey } from '../../contract/keys.ts';
import type { Files } from '../declare/command.ts';

export interface KeyOptions {
  readonly keyStdin: boolean;
  readonly keyFile: string | undefined;
}

/**
 * A key, from where the person put it and never from the command line: standard input, a file, or else `ask`. The
 * line break that is usual around it in a file is not part of it.
 */
export async function givenKey(
  { readText }: Pick<Files, 'readText'>,
  { keyStdin, keyFile }: KeyOptions,
  ask: () => Promise<string>,
): Promise<{ key: string; from: string }> {
  if (keyStdin) return { key: read(await readText('-', 'secret')), from: 'standard input' };
  if (keyFile !== undefined) return { key: read(await readText(keyFile, 'secret')), from: keyFile };
  return { key: read(await ask()), from: 'your answer' };
}

function read(given: string): string {
  const key = given.replace(/^\uFEFF/, '').trim();
  rememberKey(key);
  return key;
}
