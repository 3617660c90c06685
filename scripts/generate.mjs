// Writes the files that are made from the commands and the contract: completions/, docs/, the picture
// of the README, and the manual pages that package.json names. With --check it only compares.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundle, root, temporaryFolder } from './bundle.mjs';
import { pictures } from './picture.mjs';

const check = process.argv.includes('--check');

/** The world of the tests runs outside of a test, too, where none of its checks are asked for. */
const withoutVitest = {
  name: 'without-vitest',
  resolveId: (id) => (id === 'vitest' ? '\0vitest' : undefined),
  load: (id) =>
    id === '\0vitest' ? 'export const expect = undefined, onTestFinished = undefined;' : undefined,
};

/** Bundled by itself, because nothing of this belongs into the package. */
async function wanted() {
  const folder = temporaryFolder();
  try {
    await bundle({ front: 'scripts/pages/front.ts', world: 'test/world.ts' }, folder, {
      more: [withoutVitest],
    });
    const built = (name) => createRequire(import.meta.url)(path.join(folder, name));
    const { generatedFiles } = built('front.js');
    const { newWorld } = built('world.js');
    return Object.entries({
      ...(await generatedFiles((file) => current(file) ?? '')),
      ...(await pictures(newWorld)),
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function current(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const stale = (await wanted()).filter(([file, text]) => current(file) !== text);
for (const [file, text] of check ? [] : stale) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
for (const [file] of stale) process.stdout.write(`${check ? 'stale' : 'written'}: ${file}\n`);
if (check && stale.length > 0) {
  process.stdout.write('Run `npm run generate` and commit what it writes.\n');
  process.exitCode = 1;
}
