// Writes the files that are made from the commands: completions/ and docs/commands.md. With --check it only compares.
// Works on the built program: `npm run generate` builds first.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { generatedFiles } = createRequire(import.meta.url)(path.join(root, 'dist', 'front.js'));
const check = process.argv.includes('--check');

function current(file) {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const files = Object.entries(await generatedFiles());
const stale = files.filter(([file, text]) => current(file) !== text);
for (const [file, text] of check ? [] : stale) {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
for (const [file] of stale) process.stdout.write(`${check ? 'stale' : 'written'}: ${file}\n`);
if (check && stale.length > 0) {
  process.stdout.write('Run `npm run generate` and commit what it writes.\n');
  process.exitCode = 1;
}
