import { Failure } from '../../base/errors.ts';
import { readJson } from '../../cli/input/json.ts';

/** The fields of a request out of a JSON file. Throws `usage` where it holds anything but an object. */
export async function bodyFile(file: string, content: string): Promise<Record<string, unknown>> {
  const where = file === '-' ? 'standard input' : file;
  const value = await readJson(content, where);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new Failure('bad_body_file', `${where} is not a JSON object`, {
    hint: 'Write an object, for example {"icpId": 1, "count": 10}.',
  });
}
