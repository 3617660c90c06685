import { Failure } from '../../base/errors.ts';
import { isStandardInput, isStandardOutput } from '../declare/file-limits.ts';
import { isToggle, type Param } from '../declare/params.ts';
import { kebab } from '../declare/shared-options.ts';
import { refuseUnknown } from './reaching-tools.ts';
import { namesFile } from './tool-params.ts';

/** What a tool takes, by the name of the argument, in the order of the line. */
type ToolParams = Readonly<Record<string, Param>>;

/** More is a file. */
export const longestArguments = 256 * 1024;

/**
 * The words of the line that the arguments of a tool stand for: an option and its value are one word, and what has a
 * place of its own comes after `--`, so that no value is ever read as an option. Throws `usage`, naming the argument, for
 * what the tool does not take; the values themselves are checked where those of every line are.
 */
export function toolLine(params: ToolParams, given: Readonly<Record<string, unknown>>): string[] {
  refuseUnknown(given, Object.keys(params));
  const options: string[] = [];
  const places: string[] = [];
  let gap: string | undefined;
  for (const [name, param] of Object.entries(params)) {
    const value = given[name];
    if (value === undefined) {
      if (param.required)
        throw new Failure('missing_argument', `${name} is missing: ${param.summary}`, {
          hint: param.choices ? `One of: ${param.choices.join(', ')}` : null,
        });
      if (param.place === 'argument') gap ??= name;
      continue;
    }
    if (param.place === 'option') options.push(...optionWords(name, param, value));
    else if (gap !== undefined)
      throw new Failure('missing_argument', `${gap} is missing: ${name} comes after it`);
    else places.push(...wordsOf(name, param, value));
  }
  return [...options, ...(places.length > 0 ? ['--', ...places] : [])];
}

function optionWords(name: string, param: Param, value: unknown): string[] {
  const option = `--${kebab(name)}`;
  if (param.type !== 'flag') return wordsOf(name, param, value).map((word) => `${option}=${word}`);
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  if (value) return [option];
  return isToggle(param) ? [`--no-${kebab(name)}`] : [];
}

function wordsOf(name: string, param: Param, value: unknown): string[] {
  // One alone is a list of one: `sender: 3`.
  const isOne = param.place === 'argument' && ['string', 'number'].includes(typeof value);
  if (!param.many || isOne) return [wordOf(name, param, value)];
  if (!Array.isArray(value)) throw wrong(name, 'a list', value);
  return value.map((item: unknown) => wordOf(name, param, item));
}

function wordOf(name: string, param: Param, value: unknown): string {
  const { type } = param;
  if (type === 'integer' || type === 'number') return numberWord(name, param, value);
  // An id, or a name that is all digits.
  if (type === 'text' && Number.isInteger(value))
    return numberWord(name, { type: 'integer', exact: true }, value);
  if (typeof value !== 'string')
    throw wrong(name, typeof value === 'number' ? 'text or a whole number' : 'text', value);
  if (value.includes('\0')) throw wrong(name, 'text without NUL', value);
  // There is neither standard input nor standard output.
  if ((param.use !== undefined || namesFile(param)) && (isStandardInput(value) || isStandardOutput(value)))
    throw wrong(name, 'the path of a file', value);
  return value;
}

/** An id beyond 2^53 comes as text, because a number there would be another id. */
function numberWord(name: string, { type, exact }: Pick<Param, 'type' | 'exact'>, value: unknown): string {
  if (exact && typeof value === 'string' && /^\d{1,20}$/.test(value)) return value;
  const isWhole = type === 'integer';
  if (typeof value !== 'number' || !Number.isFinite(value) || (isWhole && !Number.isInteger(value)))
    throw wrong(name, isWhole ? 'a whole number' : 'a number', value);
  if (isWhole && !Number.isSafeInteger(value))
    throw wrong(name, exact ? 'text where it has more than 15 digits' : 'a smaller number');
  return String(value);
}

/** A number that was rounded is not shown: it is another one than was given. */
const wrong = (name: string, wanted: string, value?: unknown): Failure => {
  const text = JSON.stringify(value) ?? '';
  const given = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const but = text === '' ? '' : `, not ${given}`;
  return new Failure('invalid_value', `${name} must be ${wanted}${but}; nothing was done`);
};
