import type { World } from '../../cli/world.ts';
import { Failure } from '../../contract/errors.ts';

/** Where the example files lie, as short as it can be typed from here. */
export async function examplesFolder({ cwd, root }: World): Promise<string> {
  const [{ access }, { join, relative, resolve }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const folder = resolve(root, 'examples');
  for (const file of ['prospects.csv', 'sequence.md'])
    await access(join(folder, file)).catch((cause) => {
      throw new Failure('usage', `the example file ${join(folder, file)} cannot be read`, {
        code: 'examples_missing',
        hint: 'The package is not whole: install it again.',
        cause,
      });
    });
  const near = relative(cwd, folder);
  return near !== '' && !near.startsWith('..') ? near : folder;
}

/** Rejected rows go into the present folder, or elsewhere where nothing can be written there. */
export async function rejectsOption({ cwd }: World): Promise<string[]> {
  const [{ access, constants }, { tmpdir }, { join }] = await Promise.all([
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
  ]);
  return access(cwd, constants.W_OK).then(
    () => [],
    () => ['--rejects', join(tmpdir(), 'prospects.rejects.csv')],
  );
}
