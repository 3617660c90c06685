import { counted } from '../../base/counted.ts';
import { Failure, type LocatedProblem, messageOf } from '../../base/errors.ts';
import { isRecord } from '../../base/is-record.ts';
import { jsonParser } from '../../base/lossless-json.ts';
import type { Params, ValuesOf } from '../declare/params.ts';
import type { World } from '../declare/world.ts';
import { transfersOf } from '../files/transfers.ts';
import { readValue } from '../line/read-value.ts';
import { linesOf } from './json-items.ts';
import { openSource } from './source-file.ts';

interface JsonLine<P extends Params> {
  readonly number: number;
  /** As the line has them. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly values: ValuesOf<P>;
}

/** What each line is an object of. */
export interface LineShape<P extends Params> {
  /** Its fields, as the line of a command has its words. */
  readonly fields: P;
  /** What is more to be said against one. Throws `usage`. */
  check(values: ValuesOf<P>): void;
}

const mostNamed = 20;

/**
 * Reads JSON lines twice, from standard input for `-` out of a private copy: all of them are checked, then given one by
 * one. Throws `usage` with the number and the field of what cannot be used.
 */
export async function* readJsonLines<const P extends Params>(
  world: World,
  path: string,
  shape: LineShape<P>,
): AsyncGenerator<JsonLine<P>> {
  const file = await openSource(world, path, transfersOf(world).spool);
  try {
    const { name } = file;
    if (file.isDamaged || file.encoding === 'windows-1252')
      throw new Failure('not_utf8', `cannot read ${name}: it is not UTF-8`, {
        hint: 'JSON is written in UTF-8.',
      });
    const parse = await jsonParser();
    const problems: LocatedProblem[] = [];
    let wrong = 0;
    for await (const pieces of linesOf(file))
      for (const { text, number } of pieces) {
        const said = await problemOf(() => lineOf(parse, text, shape));
        if (said === undefined) continue;
        wrong += 1;
        if (problems.length < mostNamed)
          problems.push({ file: name, line: number, column: 1, message: said });
      }
    if (wrong > 0) throw unusable(name, wrong, problems);
    for await (const pieces of linesOf(file))
      for (const { text, number } of pieces) yield { number, ...(await lineOf(parse, text, shape)) };
  } finally {
    await file.close();
  }
}

async function problemOf(read: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await read();
    return undefined;
  } catch (error) {
    if (error instanceof Failure || error instanceof SyntaxError || error instanceof RangeError)
      // A field is no option.
      return messageOf(error).replaceAll(/--(?=[a-z])/g, '');
    throw error;
  }
}

async function lineOf<P extends Params>(
  parse: (text: string) => unknown,
  text: string,
  { fields, check }: LineShape<P>,
): Promise<Omit<JsonLine<P>, 'number'>> {
  // Files that were put together have a mark within.
  const given = parse(text.replace(/^\uFEFF/, ''));
  if (!isRecord(given)) throw new SyntaxError('it is not an object');
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined)
    throw new SyntaxError(
      `it has no field ${JSON.stringify(unknown)}: the fields are ${Object.keys(fields).join(', ')}`,
    );
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(fields)) {
    const value = given[name] ?? undefined;
    if (value === undefined && param.required) throw new SyntaxError(`${name} is missing`);
    if (value === undefined) continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint')
      throw new SyntaxError(`${name} must be text or a number`);
    values[name] = await readValue(param, String(value), { label: name, argv: [], note: () => undefined });
  }
  check(values as ValuesOf<P>);
  return { given, values: values as ValuesOf<P> };
}

function unusable(name: string, wrong: number, problems: readonly LocatedProblem[]): Failure {
  const [first = '', ...others] = problems.map(({ line, message }) => `line ${line}: ${message}`);
  const left = wrong - problems.length;
  const more = [...others, ...(left > 0 ? [`and ${counted(left, 'more line')}`] : [])];
  return new Failure(
    'malformed_file',
    `${counted(wrong, 'line')} of ${name} cannot be used; nothing was changed: ${first}`,
    { hint: more.length > 0 ? more.join('\n') : null, problems },
  );
}
