import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Writes a file into `folder` which, required first, makes the program take this machine for another. Gives the options
 * of Node that do. The engine of the database is that of the real system.
 */
export async function asPlatform(folder: string, platform: 'darwin' | 'win32', more = ''): Promise<string[]> {
  const file = join(folder, `as-${platform}.cjs`);
  const native = platform === 'win32' ? '@libsql/win32-' : '@libsql/darwin-';
  await writeFile(
    file,
    `const { platform } = process;
const Module = require('node:module');
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (name, ...rest) {
  return resolveFilename.call(this, name.startsWith('${native}') ? realNative() : name, ...rest);
};
const realNative = () =>
  require('node:fs').readdirSync(${JSON.stringify(resolve('node_modules/@libsql'))})
    .filter((name) => name.startsWith(platform))
    .map((name) => '@libsql/' + name)
    .find((name) => { try { return require(require.resolve(name, { paths: [${JSON.stringify(resolve('.'))}] })); } catch { return false; } });
Object.defineProperty(process, 'platform', { value: '${platform}' });
${more}`,
  );
  return ['--require', file];
}
