import { readFileSync } from 'node:fs';
import { Failure } from '../base/errors.ts';
import { isRecord } from '../base/is-record.ts';
import { jsonProblemAt } from '../base/text/json-problem.ts';
import { refuseOthers } from './checks/trusted-folders.ts';
import { fileFailure } from './file-failure.ts';
import { isOpenToOthers, look, refuseUnlessFile } from './private-files.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface ReadJson {
  /** Empty where there is no file. */
  readonly data: JsonObject;
  /** Set where others could read the file. */
  readonly warning?: string;
}

/** Without the library that writes it (30 ms). Throws `usage` with path and place; never repeats the content. */
export function readJsonFile(path: string): ReadJson {
  const found = look(path);
  if (!found) return { data: {} };
  refuseUnlessFile(path, found);
  refuseOthers(path, found);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, path, 'read');
  }
  const data = parse(text, path);
  if (!isOpenToOthers(found)) return { data };
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return {
    data,
    warning: `${path} can be read by other users (mode ${mode}). Close it: chmod 600 '${path}'`,
  };
}

/** A configuration that cannot be used, and how to get on. */
export function brokenConfig(path: string, problem: string): Failure {
  return new Failure('broken_config', `${path}${problem}`);
}

function parse(given: string, path: string): JsonObject {
  const text = given.replace(/^\uFEFF/, '');
  const problem = jsonProblemAt(text);
  if (problem !== undefined) {
    const lines = text.slice(0, problem).split('\n');
    // `:3:14`, as editors take it.
    const place = `:${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
    throw brokenConfig(path, `${place}: this is not JSON`);
  }
  const data: unknown = JSON.parse(text);
  if (!isRecord(data)) throw brokenConfig(path, ': this is not a JSON object');
  return data;
}
