import type { World } from '../../cli/world.ts';

/** Where the example files lie, as short as it can be typed from here. */
export async function examplesFolder({ cwd, root }: World): Promise<string> {
  const { relative, resolve } = await import('node:path');
  const folder = resolve(root, 'examples');
  const near = relative(cwd, folder);
  return near !== '' && !near.startsWith('..') ? near : folder;
}
