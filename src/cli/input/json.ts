import { Failure, messageOf } from '../../base/errors.ts';
import { parseJson } from '../../base/lossless-json.ts';

/** JSON that a person gave, without losing a digit. Throws `usage`, naming where it came from. */
export async function readJson(text: string, source: string): Promise<unknown> {
  try {
    return await parseJson(text);
  } catch (error) {
    const reason = messageOf(error);
    throw new Failure('invalid_json', `${source} is not JSON: ${reason}`, { cause: error });
  }
}
