import { Failure } from '../../base/errors.ts';
import type { Context } from '../../cli/declare/command.ts';
import type { World } from '../../cli/declare/world.ts';

/** Where the example files lie, as short as it can be typed from here. */
export async function examplesFolder({ cwd, examples }: World): Promise<string> {
  const [{ access }, { join, relative }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
  ]);
  const folder = examples();
  for (const file of ['crm-export.csv', 'sequence-draft.md', 'sequence.md'])
    await access(join(folder, file)).catch((cause) => {
      throw new Failure('examples_missing', `the example file ${join(folder, file)} cannot be read`, {
        hint: 'The package is not whole: install it again.',
        cause,
      });
    });
  const near = relative(cwd, folder);
  return near !== '' && !near.startsWith('..') ? near : folder;
}

/** Rejected rows go into the present folder, or to the sandbox where nothing can be written there. */
export async function rejectsOption({ files }: Context): Promise<string[]> {
  const [{ access, constants }, { join }, { makeSandboxFolder }] = await Promise.all([
    import('node:fs/promises'),
    import('node:path'),
    import('../../cli/connect/sandbox-place.ts'),
  ]);
  const writable = await access(files.world.cwd, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (writable) return [];
  return ['--rejects', join(makeSandboxFolder(files.world), 'crm-export.rejects.csv')];
}
