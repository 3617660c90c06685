import { rememberKey } from '../../contract/keys.ts';
import type { Files } from '../declare/command.ts';

export interface KeyOptions {
  readonly keyStdin: boolean;
  readonly keyFile: string | undefined;
}

/** A key from standard input, a file, or else `ask`, never from the line. The line break around it is no part of it. */
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
