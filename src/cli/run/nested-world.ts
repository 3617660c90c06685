import type { Writable } from 'node:stream';
import type { NestedOptions } from '../declare/context-parts.ts';
import type { Globals } from '../declare/globals.ts';
import { type World, withParts } from '../declare/world.ts';

/** The same world for a line that a command runs, which follows the options of the outer line. */
export async function nestedWorld(
  outer: World,
  words: readonly string[],
  options: NestedOptions,
  globals: Globals,
): Promise<World> {
  const inPlace = options.in ? withParts(outer, options.in) : outer;
  const { optOuts } = options;
  const world = withParts(inPlace, { ...options.as, ...(optOuts && { optOuts }) });
  const { quiet, noColor, noInput, debug } = globals;
  const argv = [
    ...(quiet || options.silent ? ['--quiet'] : []),
    ...(noColor ? ['--no-color'] : []),
    ...(noInput ? ['--no-input'] : []),
    ...(debug ? ['--debug'] : []),
    ...words,
  ];
  if (options.silent) return withParts(world, { argv, stdout: await writing((_chunk, done) => done()) });
  if (!options.forPeople || world.stdout.isTTY) return withParts(world, { argv });
  const env = world.env.FORCE_COLOR ? world.env : { ...world.env, NO_COLOR: '1' };
  // A page in the place of a pipe: of a width that reads well in a log.
  const stdout = await writing((chunk, done) => world.stdout.write(chunk, done));
  return withParts(world, { argv, env, stdout: Object.assign(stdout, { isTTY: true, columns: 100 }) });
}

async function writing(
  write: (chunk: Buffer, done: (error?: Error | null) => void) => void,
): Promise<Writable> {
  const { Writable } = await import('node:stream');
  return new Writable({ write: (chunk: Buffer, _encoding, done) => write(chunk, done) });
}
