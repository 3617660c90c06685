import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { dataFiles } from '../../scripts/data-files.mjs';

/** One CommonJS file of `entry`, for a process or a Node that cannot read TypeScript. */
export async function bundle(entry: string, folder: string): Promise<string> {
  const file = join(folder, 'bundle.cjs');
  const built = await rolldown({
    input: resolve(entry),
    plugins: [dataFiles],
    platform: 'node',
    external: ['libsql'],
  });
  await built.write({ file, format: 'cjs', codeSplitting: false });
  await built.close();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'dir');
  return file;
}
