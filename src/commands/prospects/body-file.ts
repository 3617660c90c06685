import { Failure } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { readJson } from '../../cli/input/json.ts';

/** The fields of a request out of a JSON file. Throws `usage` where it holds anything but an object. */
export async function bodyFile(file: string, content: string): Promise<Record<string, unknown>> {
  const where = file === '-' ? 'standard input' : file;
  const value = await readJson(content, where);
  if (isRecord(value)) return { ...value };
  throw new Failure('bad_body_file', `${where} is not a JSON object`, {
    hint: 'Write an object, for example {"icpId": 1, "count": 10}.',
  });
}
