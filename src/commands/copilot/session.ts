import { Failure } from '../../base/errors.ts';
import type { Files } from '../../cli/declare/command.ts';

export interface SessionOptions {
  readonly searchUrl: string | undefined;
  readonly sessionFile: string | undefined;
  readonly sessionStdin: boolean;
}

/** The session payload, from a file or standard input and never from the line. What is wrong is said without it. */
export async function givenSession(
  { readText }: Pick<Files, 'readText'>,
  { searchUrl, sessionFile, sessionStdin }: SessionOptions,
): Promise<string | undefined> {
  const from = sessionStdin ? '-' : sessionFile;
  if (from === undefined) return undefined;
  if (searchUrl === undefined)
    throw usage('a session needs the address of its search', 'Give it with --search-url.');
  const payload = (await readText(from, 'document')).replaceAll(/\s/g, '');
  const where = from === '-' ? 'standard input' : from;
  if (payload === '') throw usage(`${where} contains no session payload`, 'Nothing was sent.');
  return payload;
}

const usage = (message: string, hint: string): Failure => new Failure('bad_session', message, { hint });
