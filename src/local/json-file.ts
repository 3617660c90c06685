import { readFileSync } from 'node:fs';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from './file-failure.ts';
import { isOpenToOthers, look, refuseUnlessFile } from './private-files.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ReadJson {
  /** Empty where there is no file. */
  readonly data: JsonObject;
  /** Set where others could read or change the file. */
  readonly warning?: string;
}

/**
 * Reads one of our own files, without the library that writes it (it costs 30 ms). Throws `usage` with the path, and
 * where it is known the line and column, for a file that cannot be read or understood. Never repeats its content.
 */
export function readJsonFile(path: string): ReadJson {
  const found = look(path);
  if (!found) return { data: {} };
  refuseUnlessFile(path, found);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, path, 'read');
  }
  const data = parse(text, path);
  if (!isOpenToOthers(found)) return { data };
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return { data, warning: `${path} is open to other users (mode ${mode}). Close it: chmod 600 '${path}'` };
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A configuration that cannot be used, and how to get on. */
export function brokenConfig(path: string, problem: string, cause?: unknown): Failure {
  return new Failure('usage', `${path}${problem}`, {
    code: 'broken_config',
    hint: 'Mend the file, or move it away and save the profile again: outreach login',
    ...(cause === undefined ? {} : { cause }),
  });
}

function parse(text: string, path: string): JsonObject {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw brokenConfig(path, `${place(text, error)}: this is not JSON`);
  }
  if (!isObject(data)) throw brokenConfig(path, ': this is not a JSON object');
  return data;
}

/** `:3:14`, as editors take it. The parser's own words are not repeated: they quote the file, which may hold a key. */
function place(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position =
    /at position (\d+)/.exec(message)?.[1] ?? (/end of JSON/.test(message) ? text.length : undefined);
  if (position === undefined) return '';
  const lines = text.slice(0, Number(position)).split('\n');
  return `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}
