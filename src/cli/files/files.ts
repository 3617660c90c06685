import type { Files, Screen } from '../declare/command.ts';
import type { Globals } from '../declare/globals.ts';
import type { World } from '../declare/world.ts';

/** How a command reads and writes the files that a person names. Nothing is loaded before it is needed. */
export const filesOf = (
  world: World,
  globals: Globals,
  note: Screen['note'],
): Pick<Files, 'readFile' | 'readText' | 'listFolder' | 'makeFolder' | 'writeFile' | 'checkOutput'> => ({
  readFile: async (path, kind) => (await import('./read-file.ts')).readFile(world, path, kind),
  readText: async (path, kind) => (await import('./read-text.ts')).readText(world, path, kind),
  listFolder: async (path) => (await import('./list-folder.ts')).listFolder(world, path),
  makeFolder: async (path) => (await import('./new-folder.ts')).makeFolder(world, path),
  async writeFile(path, content, options) {
    const { refuseTakenStdout } = await import('./write-to-stdout.ts');
    refuseTakenStdout(path, globals);
    await (await import('./write-file.ts')).writeFile(world, path, content, options, note);
  },
  async checkOutput(path, options) {
    const { refuseTakenStdout } = await import('./write-to-stdout.ts');
    refuseTakenStdout(path, globals);
    await (await import('./output-target.ts')).checkOutput(world, path, options);
  },
});
