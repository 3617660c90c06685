import type { Writable } from 'node:stream';
import type { OutputStream, World } from './world.ts';

export interface NestedOptions {
  /** Prints no data; what fails is said all the same. */
  silent?: boolean;
  /** Draws data as on a terminal even where stdout is none. */
  forPeople?: boolean;
}

/** The same world for a line that a command runs. */
export async function nestedWorld(
  world: World,
  argv: readonly string[],
  options: NestedOptions,
): Promise<World> {
  if (options.silent) return withParts(world, { argv: ['-q', ...argv], stdout: await nowhere() });
  if (!options.forPeople || world.stdout.isTTY) return withParts(world, { argv });
  const env = world.env.FORCE_COLOR ? world.env : { ...world.env, NO_COLOR: '1' };
  return withParts(world, { argv, env, stdout: await page(world.stdout) });
}

const withParts = (world: World, parts: Partial<World>): World =>
  Object.create(world, Object.getOwnPropertyDescriptors(parts));

const nowhere = (): Promise<Writable> => writing((_chunk, done) => done());

/** A page in the place of a pipe: of a width that reads well in a log. */
const page = async (stdout: OutputStream): Promise<OutputStream> =>
  Object.assign(await writing((chunk, done) => stdout.write(chunk, done)), { isTTY: true, columns: 100 });

async function writing(
  write: (chunk: Buffer, done: (error?: Error | null) => void) => void,
): Promise<Writable> {
  const { Writable } = await import('node:stream');
  return new Writable({ write: (chunk: Buffer, _encoding, done) => write(chunk, done) });
}
