import { stringify } from 'lossless-json';
import { ownWords } from '../../../base/text/words.ts';
import { prettyWord } from '../../declare/globals.ts';
import { jsonSafe } from './safe-text.ts';

/** JSON with every digit: integers beyond 2^53, which the client reads as bigints, come out as plain digits. */
export function exactJson(value: unknown, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent) ?? 'null';
  } catch (error) {
    // The built-in refuses a bigint and is several times faster wherever there is none.
    if (error instanceof TypeError) return stringify(value, undefined, indent) ?? 'null';
    throw error;
  }
}

/** One document, indented for people. */
export const jsonDocument = (value: unknown, indent = 2): string => `${jsonSafe(exactJson(value, indent))}\n`;

/** One record in one line. */
export const ndjsonLine = (value: unknown): string => jsonDocument(value, 0);

/** How a document is indented on stdout: for people, or where the line or the environment asks for it. */
export const indentOf = (world: Asked & { readonly stdout: { readonly isTTY?: boolean } }): 0 | 2 =>
  world.stdout.isTTY || wantsPretty(world) ? 2 : 0;

interface Asked {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Indented JSON in a pipe as well, and on stderr. */
export const wantsPretty = ({ argv, env }: Asked): boolean =>
  env.OUTREACH_JSON === 'pretty' || ownWords(argv).includes(prettyWord);

/** Asked of the words themselves, since a line that cannot be parsed may be what is wrong. */
export const wantsJson = (argv: readonly string[]): boolean =>
  ownWords(argv).some((word) => ['--json', prettyWord, '--ndjson'].includes(word));
