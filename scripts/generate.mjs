// Writes the files that are made from the commands and the contract: completions/ and docs/. With --check it only compares.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundle, root, temporaryFolder } from './bundle.mjs';

const check = process.argv.includes('--check');

/** Bundled by itself, because nothing of this belongs into the package. */
async function wanted() {
  const folder = temporaryFolder();
  try {
    await bundle({ front: 'src/docs/front.ts' }, folder);
    const { generatedFiles } = createRequire(import.meta.url)(path.join(folder, 'front.js'));
    return Object.entries(await generatedFiles());
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
